import type { ToolStep } from '@loopscope/api/contract';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';

import { formatDuration } from '../../format/duration.ts';
import { usePageOffset } from '../../frame/use-page-offset.ts';
import { MOST_PRINTED, usePrinting } from '../../frame/use-printing.ts';
import { COMPARE } from '../../text/trajectory.ts';
import classes from './compare-view.module.css';
import { oneLine } from '../../shown/cut-text.ts';
import { Tag } from '../kind-tags.tsx';
import type { Compared, Pair, Run } from './prepare-compare.ts';
import { ShownText } from '../../shown/shown-text.tsx';
import { isAwaited, useCallTexts, type Complete } from '../list/use-step-texts.ts';

export interface ComparedCallsProps {
  compared: Compared;
  /** Ids of the left turn and the right one. */
  turns: readonly [left: string, right: string];
}

/** Pixels of a pair whose texts take a line each. */
const PAIR_HEIGHT = 76;

/** The calls of two turns side by side, of any number: only those in view are drawn. */
export function ComparedCalls({ compared: { pairs, hidden }, turns }: ComparedCallsProps) {
  const list = useRef<HTMLOListElement>(null);
  const isPrinting = usePrinting();
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state, and no compiler memoises here
  const virtualizer = useWindowVirtualizer({
    count: pairs.length,
    estimateSize: () => PAIR_HEIGHT,
    getItemKey: (index) => pairs[index]?.key ?? index,
    scrollMargin: usePageOffset(list),
    overscan: isPrinting ? MOST_PRINTED : 8,
  });
  const items = virtualizer.getVirtualItems();
  const margin = virtualizer.options.scrollMargin;
  const shown = { from: items[0]?.index ?? 0, to: (items.at(-1)?.index ?? -1) + 1 };
  const left = useSide(turns[0], pairs, { side: 'left', ...shown });
  const right = useSide(turns[1], pairs, { side: 'right', ...shown });
  return (
    <section>
      <h2 className={classes['title']}>{COMPARE.callsTitle}</h2>
      <ol ref={list} className={classes['pairs']} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const pair = pairs[index];
          return pair === undefined ? null : (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes['pair']}
              data-alone={pair.left === null || pair.right === null}
              aria-setsize={pairs.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start - margin}px)` }}
            >
              <RunCell run={pair.left} complete={left} />
              <span
                className={classes['between']}
                title={pair.isSameIntent ? COMPARE.sameIntent : ''}
              >
                {pair.isSameIntent ? '=' : ''}
              </span>
              <RunCell run={pair.right} complete={right} />
            </li>
          );
        })}
      </ol>
      {hidden === 0 ? null : <p className={classes['dim']}>{COMPARE.hidden(hidden)}</p>}
    </section>
  );
}

interface Side {
  side: 'left' | 'right';
  /** Positions of the pairs in view. */
  from: number;
  to: number;
}

/** The texts of one side's calls in view. */
function useSide(turnId: string, pairs: readonly Pair[], { side, from, to }: Side): Complete {
  const calls = useMemo(
    () => pairs.flatMap((pair): ToolStep[] => (pair[side] === null ? [] : [pair[side].first])),
    [pairs, side],
  );
  const before = countOf(pairs, side, from);
  return useCallTexts(turnId, calls, { from: before, to: before + countOf(pairs, side, to, from) });
}

/** How many pairs have a call on this side. */
function countOf(pairs: readonly Pair[], side: Side['side'], to: number, from = 0): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (pairs[at]?.[side] != null) count += 1;
  return count;
}

const LONGEST = 160;

function RunCell({ run, complete }: { run: Run | null; complete: Complete }) {
  if (run === null) return <div className={classes['nothing']}>{COMPARE.nothing}</div>;
  const { times, errors, empties, durationMs } = run;
  const first = complete(run.first);
  return (
    <div className={classes['run']}>
      <div className={classes['what']}>
        <code>
          <ShownText text={first.tool} />
        </code>
        {times === 1 ? null : <strong>{COMPARE.times(times)}</strong>}
        {empties === 0 ? null : <Tag>{COMPARE.empties(empties)}</Tag>}
        {errors === 0 ? null : <Tag tone="watch">{COMPARE.errors(errors)}</Tag>}
        <span className={classes['time']}>{formatDuration(durationMs)}</span>
      </div>
      <div className={classes['text']}>
        {isAwaited(first) ? '…' : <ShownText text={oneLine(first.args ?? '', LONGEST)} />}
      </div>
      <div className={classes['text']}>
        → <ShownText text={oneLine(first.error_message || (first.result ?? ''), LONGEST)} />
      </div>
    </div>
  );
}
