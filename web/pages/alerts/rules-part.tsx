import type { Rule, RuleFile, RuleProblem } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { ruleFileQuery, ruleProblemsQuery, rulesQuery } from '../../api/alert-queries.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { useZone } from '../../frame/use-zone.ts';
import { formatInstant } from '../../format/duration.ts';
import { ALERTS } from '../../text/alerts.ts';
import { Tag } from '../../trajectory/kind-tags.tsx';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './alerts-page.module.css';
import { RuleRow } from './rule-row.tsx';

const words = ALERTS.rules;
const route = getRouteApi('/alerts');

/** Read when a rule is written: most visits read the list only. */
const RuleForm = lazy(async () => {
  const { RuleForm: component } = await import('./rule-form.tsx');
  return { default: component };
});

/** Stands for an empty rule in the URL: no rule can be called so. */
const EMPTY = '*';

/** The rules in force, why their numbers are what they are, and what each would have done. */
export function RulesPart() {
  const { data } = useQuery(rulesQuery());
  const problems = useQuery(ruleProblemsQuery());
  const file = useQuery(ruleFileQuery());
  const { edit, like } = route.useSearch();
  if (data === undefined || problems.isPending || file.isPending) return <Skeleton height={300} />;
  const wanted = edit ?? like;
  if (wanted !== undefined) return <Editor rules={data} wanted={wanted} isEdit={edit === wanted} />;
  return (
    <>
      <header className={classes['head']}>
        <Link
          from="/alerts"
          search={(before) => ({ ...before, like: EMPTY })}
          className={classes['deed']}
        >
          {words.add}
        </Link>
        <ExportRules rules={data} />
      </header>
      {file.data === undefined || file.data === null ? null : <FileLine file={file.data} />}
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

interface EditorProps {
  rules: readonly Rule[];
  wanted: string;
  isEdit: boolean;
}

function Editor({ rules, wanted, isEdit }: EditorProps) {
  const navigate = route.useNavigate();
  const base = rules.find(({ name }) => name === wanted) ?? null;
  const close = (): void => {
    void navigate({
      search: (before) => ({ ...before, part: 'rules', edit: undefined, like: undefined }),
    });
  };
  return (
    <Suspense fallback={<Skeleton height={480} />}>
      <RuleForm key={wanted} base={base} isEdit={isEdit && base !== null} close={close} />
    </Suspense>
  );
}

function ExportRules({ rules }: { rules: readonly Rule[] }) {
  const made = rules.filter(({ source }) => source === 'stored');
  if (made.length === 0) return null;
  const text = made.map(({ yaml }) => `- ${yaml.trimEnd().replaceAll('\n', '\n  ')}\n`).join('');
  return (
    <details className={classes['yaml']}>
      <summary>{words.exportAll}</summary>
      <CodeBlock text={text} />
      <CopyButton text={text} />
    </details>
  );
}

/** Which file the rules and receivers are from, and since when. */
function FileLine({ file }: { file: RuleFile }) {
  const { path, fingerprint, since, is_current: isCurrent } = file;
  const zone = useZone();
  return (
    <p className={classes['dim']}>
      <ShownText text={fingerprint === null ? words.noFile(path) : words.file(path, fingerprint)} />{' '}
      {formatInstant(Date.parse(since), zone)}
      {isCurrent ? null : (
        <>
          {' '}
          <Tag tone="watch">{words.fileRefused}</Tag>
        </>
      )}
    </p>
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
            <ShownText text={words.problemText(problem.rule, problem.message)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
