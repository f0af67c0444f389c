import type { RuleCheck } from '@loopscope/api/contract';
import { Skeleton } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { rulePreviewQuery } from '../../api/alert-queries.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { ALERTS } from '../../text/alerts.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import classes from './rule-form.module.css';
import { Replay, WEEK_HOURS } from './rule-replay.tsx';

const words = ALERTS.form;

export interface RuleTrialProps {
  yaml: string;
  check: UseQueryResult<RuleCheck>;
}

/** What the server makes of a draft: whether it is taken, what it would have done, how it is written. */
export function RuleTrial({ yaml, check }: RuleTrialProps) {
  const isTaken = check.data?.rule != null;
  return (
    <div className={classes['trial']}>
      <section>
        <h3>{words.checkTitle}</h3>
        <div role="status" className={classes['check']}>
          <Problems check={check} />
        </div>
      </section>
      <section className={classes['preview']}>
        <h3>{words.previewTitle}</h3>
        <LivePreview yaml={yaml} isTaken={isTaken && !check.isPlaceholderData} />
      </section>
      <section>
        <h3>
          {words.yamlTitle} <CopyButton text={yaml} />
        </h3>
        <CodeBlock text={yaml} />
      </section>
    </div>
  );
}

function Problems({ check: { data, error } }: { check: UseQueryResult<RuleCheck> }) {
  if (error !== null) return <p className={classes['problem']}>{error.message}</p>;
  if (data === undefined) return <p className={classes['note']}>{words.checking}</p>;
  if (data.problems.length === 0) return <p>{words.fine}</p>;
  return (
    <ul>
      {data.problems.map(({ line, message }) => (
        <li key={`${line} ${message}`} className={classes['problem']}>
          <ShownText text={words.line(line, message)} />
        </li>
      ))}
    </ul>
  );
}

function LivePreview({ yaml, isTaken }: { yaml: string; isTaken: boolean }) {
  const { data, error, isFetching } = useQuery({
    ...rulePreviewQuery(yaml, WEEK_HOURS),
    enabled: isTaken,
  });
  if (error !== null) return <p className={classes['problem']}>{error.message}</p>;
  if (data !== undefined) return <Replay preview={data} />;
  return isFetching ? <Skeleton height={60} /> : <p className={classes['note']}>–</p>;
}
