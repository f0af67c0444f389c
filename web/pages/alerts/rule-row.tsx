import type { Rule } from '@loopscope/api/contract';
import { Button, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { ALERTS as TOUCHED } from '../../api/alert-counts.ts';
import { deleteRule, enableRule, previewRule } from '../../api/alert-queries.ts';
import { formatDuration } from '../../format/duration.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { useDeed } from '../../frame/toasts/use-deed.ts';
import { ALERTS } from '../../text/alerts.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './alerts-page.module.css';
import { Replay, WEEK_HOURS } from './rule-replay.tsx';

const words = ALERTS.rules;

/** One rule: what it says, why, what it would have done, and what can be done with it. */
export function RuleRow({ rule }: { rule: Rule }) {
  const replay = useMutation({
    mutationFn: () => previewRule({ name: rule.name, since_hours: WEEK_HOURS }),
  });
  return (
    <li className={classes['rule']} data-off={!rule.enabled || undefined}>
      <RuleHead rule={rule} />
      <p className={classes['condition']}>
        <span className={classes['dim']}>{ALERTS.form.scopes[rule.scope]}</span>
        <code>
          <ShownText text={rule.when} />
        </code>
        {rule.for_seconds === 0 ? null : (
          <span>{`${words.hold} ${formatDuration(rule.for_seconds * 1000)}`}</span>
        )}
        {rule.notify.length === 0 ? null : (
          <span>
            {words.notify} <ShownText text={rule.notify.join(', ')} />
          </span>
        )}
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
        <details className={classes['yaml']}>
          <summary>{words.yaml}</summary>
          <CodeBlock text={rule.yaml} />
          <CopyButton text={rule.yaml} />
        </details>
      </div>
      {replay.error === null ? null : <p role="alert">{ALERTS.failed(replay.error.message)}</p>}
      {replay.data === undefined ? null : <Replay preview={replay.data} />}
    </li>
  );
}

function RuleHead({ rule }: { rule: Rule }) {
  const enable = useDeed(
    (isOn: boolean) => enableRule(rule.name, isOn),
    (_rule, isOn) => words.toggled(rule.name, isOn),
    TOUCHED,
  );
  const remove = useDeed(deleteRule, () => words.removed(rule.name), TOUCHED);
  return (
    <header>
      <strong>
        <ShownText text={rule.name} />
      </strong>
      <Tag tone={rule.severity === 'page' ? 'alert' : undefined}>{rule.severity}</Tag>
      <span className={classes['dim']}>{words.sources[rule.source]}</span>
      <span className={classes['deeds']}>
        <Link
          from="/alerts"
          search={(before) => ({ ...before, edit: rule.name })}
          className={classes['deed']}
          aria-label={words.editOf(rule.name)}
        >
          {words.edit}
        </Link>
        <Link
          from="/alerts"
          search={(before) => ({ ...before, like: rule.name })}
          className={classes['deed']}
          aria-label={words.duplicateOf(rule.name)}
        >
          {words.duplicate}
        </Link>
        {rule.source === 'stored' ? (
          <Button
            size="compact-xs"
            variant="default"
            disabled={remove.isRunning}
            onClick={() => remove.run(rule.name)}
          >
            {words.remove}
          </Button>
        ) : null}
        <Switch
          size="xs"
          label={words.on}
          aria-label={words.onOf(rule.name)}
          checked={rule.enabled}
          disabled={enable.isRunning}
          onChange={(event) => enable.run(event.currentTarget.checked)}
        />
      </span>
    </header>
  );
}
