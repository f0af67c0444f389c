import type { ToolStep } from '@loopscope/api/contract';
import { memo } from 'react';

import { formatDuration } from '../../format/duration.ts';
import { TRAJECTORY } from '../../text/trajectory.ts';
import { ArgumentsLine } from './arguments-line.tsx';
import { AttemptChip } from './attempt-chip.tsx';
import { compareArguments } from '../detail/compare-arguments.ts';
import { shortName } from '../../shown/cut-text.ts';
import { Tag } from '../kind-tags.tsx';
import { MarkChip } from '../mark-chip.tsx';
import type { Mark } from '../marks.ts';
import type { ResultRelation } from '../detail/previous-attempt.ts';
import { ResultLine } from './result-line.tsx';
import { tellText } from '../../shown/reveal-text.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import { StepDetail } from '../detail/step-detail.tsx';
import classes from './steps.module.css';
import { isAwaited, useWhole } from './use-step-texts.ts';

export interface ToolRowProps {
  turnId: string;
  call: ToolStep;
  /** The attempt that it is compared with; null for a first. */
  before: ToolStep | null;
  relation: ResultRelation;
  mark: Mark | undefined;
  isSelected: boolean;
  /** Undefined takes the selection away. */
  select: (seq: number | undefined) => void;
}

/** More than a row has room for. */
const NAME_CHARS = 120;

/** One call: what was asked, what came back; selected, all of it. */
export const ToolRow = memo(function ToolRow({
  turnId,
  call,
  before,
  relation,
  mark,
  isSelected,
  select,
}: ToolRowProps) {
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
            aria-label={TRAJECTORY.step.select(call.seq, tellText(shortName(call.tool)))}
          >
            <ShownText text={call.tool} most={NAME_CHARS} />
          </button>
          <span className={classes['arguments']}>
            {isAwaited(call) ? (
              <span className={classes['awaited']} aria-hidden />
            ) : (
              <ArgumentsLine compared={compared} isRepeat={before !== null} />
            )}
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
          <WholeDetail {...{ turnId, call, before, relation }} />
        </div>
      ) : null}
    </div>
  );
});

type WholeDetailProps = Pick<ToolRowProps, 'turnId' | 'call' | 'before' | 'relation'>;

/** The call and the one before it with all of their texts, however long. */
function WholeDetail({ turnId, relation, ...shown }: WholeDetailProps) {
  const calls = shown.before === null ? [shown.call] : [shown.call, shown.before];
  const [call = shown.call, before = null] = useWhole(turnId, calls);
  const compared = compareArguments(
    call.args,
    before === null ? undefined : before.args,
    call.identity_fields,
  );
  return <StepDetail {...{ call, before, relation, compared }} received={shown.call.cut} />;
}
