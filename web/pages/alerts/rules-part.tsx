import type { Preview, Rule, RuleProblem } from '@loopscope/api/contract';
import { Button, Skeleton, Switch } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import {
  ALERTS as TOUCHED,
  enableRule,
  previewRule,
  ruleProblemsQuery,
  rulesQuery,
} from '../../api/alert-queries.ts';
import { formatDuration } from '../../format/duration.ts';
import { CopyButton } from '../../frame/copy-button.tsx';
import { TimeAgo } from '../../frame/now.tsx';
import { useDeed } from '../../frame/use-deed.ts';
import { ALERTS } from '../../text/alerts.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../trajectory/shown-text.tsx';
import classes from './alerts-page.module.css';

const words = ALERTS.rules;

/** The rules in force, why their numbers are what they are, and what each would have done. */
export function RulesPart() {
  const { data } = useQuery(rulesQuery());
  const problems = useQuery(ruleProblemsQuery());
  if (data === undefined) return <Skeleton height={300} />;
  return (
    <>
      {problems.data === undefined || problems.data.length === 0 ? null : (
        <Problems problems={problems.data} />
      )}
      {data.length === 0 ? <p className={classes['dim']}>{words.none}</p> : null}
      <ol>
        {data.map((rule) => (
          <RuleRow key={rule.name} rule={rule} />
        ))}
      </ol>
    </>
  );
}

function Problems({ problems }: { problems: readonly RuleProblem[] }) {
  return (
    <section>
      <h2>{words.problems}</h2>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.source} ${problem.rule} ${problem.message}`}>
            <Tag tone="watch">{words.problem(problem.source, problem.line)}</Tag>{' '}
            <ShownText text={`${problem.rule}: ${problem.message}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const DAYS_HOURS = 7 * 24;

function RuleRow({ rule }: { rule: Rule }) {
  const replay = useMutation({
    mutationFn: () => previewRule({ name: rule.name, since_hours: DAYS_HOURS }),
  });
  const enable = useDeed(
    (isOn: boolean) => enableRule(rule.name, isOn),
    (_rule, isOn) => words.toggled(rule.name, isOn),
    TOUCHED,
  );
  return (
    <li className={classes['rule']}>
      <header>
        <strong>
          <ShownText text={rule.name} />
        </strong>
        <Tag tone={rule.severity === 'page' ? 'alert' : undefined}>{rule.severity}</Tag>
        <span className={classes['dim']}>{words.sources[rule.source]}</span>
        <Switch
          size="xs"
          label={words.on}
          checked={rule.enabled}
          disabled={enable.isRunning}
          onChange={(event) => enable.run(event.currentTarget.checked)}
        />
      </header>
      <p>
        <code>
          {rule.scope}: <ShownText text={rule.when} />
        </code>{' '}
        {rule.for_seconds === 0 ? null : `${words.hold} ${formatDuration(rule.for_seconds * 1000)}`}
      </p>
      <p className={classes['dim']}>
        <ShownText text={rule.reason} />
      </p>
      <div className={classes['form']}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={replay.isPending}
          onClick={() => replay.mutate()}
        >
          {replay.isPending ? words.previewing : words.preview}
        </Button>
        <details>
          <summary>{words.yaml}</summary>
          <pre>{rule.yaml}</pre>
          <CopyButton text={rule.yaml} />
        </details>
      </div>
      {replay.error === null ? null : <p role="alert">{ALERTS.failed(replay.error.message)}</p>}
      {replay.data === undefined ? null : <Replay preview={replay.data} />}
    </li>
  );
}

function Replay({ preview }: { preview: Preview }) {
  return (
    <div role="status">
      <p>
        <strong>{words.wouldHave(preview.fired, preview.subjects, preview.messages)}</strong>{' '}
        {preview.complete ? null : words.partly}
      </p>
      <ul className={classes['incidents']}>
        {preview.incidents.map((incident) => (
          <li key={`${incident.subject} ${incident.from}`}>
            <TimeAgo at={incident.from} />{' '}
            {incident.turn_id === '' ? (
              <ShownText text={incident.summary} />
            ) : (
              <Link to="/turns/$turnId" params={{ turnId: incident.turn_id }}>
                <ShownText text={incident.summary} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
