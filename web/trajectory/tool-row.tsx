import type { ToolStep } from '@loopscope/api/contract';
import { memo } from 'react';

import { formatDuration } from '../format/duration.ts';
import { TRAJECTORY } from '../text/trajectory.ts';
import { ArgumentsLine } from './arguments-line.tsx';
import { AttemptChip } from './attempt-chip.tsx';
import { compareArguments } from './compare-arguments.ts';
import { Tag } from './kind-tags.tsx';
import { MarkChip } from './mark-chip.tsx';
import type { Mark } from './marks.ts';
import type { Comparison } from './previous-attempt.ts';
import { ResultLine } from './result-line.tsx';
import { ShownText } from './shown-text.tsx';
import { StepDetail } from './step-detail.tsx';
import classes from './steps.module.css';

export interface ToolRowProps {
  call: ToolStep;
  comparison: Comparison;
  mark: Mark | undefined;
  isSelected: boolean;
  /** Undefined takes the selection away. */
  select: (seq: number | undefined) => void;
}

/** One call: what was asked, what came back; selected, all of it. */
export const ToolRow = memo(function ToolRow({
  call,
  comparison,
  mark,
  isSelected,
  select,
}: ToolRowProps) {
  const { before, relation } = comparison;
  const compared = compareArguments(
    call.args,
    before === null ? undefined : before.args,
    call.identity_fields,
  );
  const effect = TRAJECTORY.step.effects[call.effect];
  const toggle = (): void => {
    // Who marks text to copy it does not mean to select the row.
    if (window.getSelection()?.isCollapsed !== false) select(isSelected ? undefined : call.seq);
  };
  return (
    <div className={classes['call']} onClick={toggle}>
      <span className={classes['seq']}>{call.seq}</span>
      <MarkChip mark={mark} />
      <div className={classes['lines']}>
        <div className={classes['asked']}>
          <button
            type="button"
            className={classes['tool']}
            aria-expanded={isSelected}
            aria-label={TRAJECTORY.step.select(call.seq, call.tool)}
          >
            <ShownText text={call.tool} />
          </button>
          <span className={classes['arguments']}>
            <ArgumentsLine compared={compared} isRepeat={before !== null} />
          </span>
        </div>
        <div className={classes['answered']}>
          <ResultLine call={call} relation={relation} />
        </div>
      </div>
      <div className={classes['facts']}>
        {call.attempt > 1 ? <AttemptChip attempt={call.attempt} prefix="attempt" /> : null}
        {effect === '' ? null : <Tag>{effect}</Tag>}
        <span className={classes['time']}>{formatDuration(call.duration_ms)}</span>
      </div>
      {isSelected ? (
        <div className={classes['whole']} onClick={(event) => event.stopPropagation()}>
          <StepDetail {...{ call, before, relation, compared }} />
        </div>
      ) : null}
    </div>
  );
});
