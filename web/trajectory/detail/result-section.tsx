import type { ToolStep } from '@loopscope/api/contract';

import { CopyButton } from '../../parts/copy-button.tsx';
import { TRAJECTORY } from '../../text/trajectory.ts';
import { compareText } from './compare-text.ts';
import { COLLAPSE_ABOVE } from '../../shown/cut-text.ts';
import { Kept } from './kept.tsx';
import { LongText } from './long-text.tsx';
import type { ResultRelation } from './previous-attempt.ts';
import { prettyText } from './read-arguments.ts';
import { Stretches } from './stretches.tsx';

export interface ResultSectionProps {
  call: ToolStep;
  before: ToolStep | null;
  relation: ResultRelation;
  /** Characters as received; undefined where the result is known to be whole. */
  received: number | undefined;
}

const words = TRAJECTORY.detail;

/** The whole result; against the attempt before, where it is another. */
export function ResultSection({ call, before, relation, received }: ResultSectionProps) {
  const isCompared = canCompare(call, before) && relation !== 'same';
  return (
    <section>
      <header>
        <h2>{isCompared ? words.resultSince(before.seq) : words.result}</h2>
        {call.result === null ? null : <CopyButton text={call.result} label={words.copyResult} />}
      </header>
      {relation === 'same' && before !== null ? <p>{words.sameResult(before.seq)}</p> : null}
      <pre>
        <ResultText call={call} before={isCompared ? before : null} />
      </pre>
      <Kept text={call.result} received={received} />
    </section>
  );
}

function ResultText({ call, before }: Pick<ResultSectionProps, 'call' | 'before'>) {
  if (call.result === null) return <i>{TRAJECTORY.result.none}</i>;
  const text = prettyText(call.result);
  if (before?.result == null) return <LongText text={text} />;
  return <Stretches stretches={compareText(prettyText(before.result), text)} longest={null} />;
}

/** Two short texts; of long ones the whole is shown, folded. */
function canCompare(call: ToolStep, before: ToolStep | null): before is ToolStep {
  return [call.result, before?.result].every(
    (text) => text != null && text.length <= COLLAPSE_ABOVE,
  );
}
