/** Where the keys lead: rows in, row or step out. Undefined: nowhere to go. */
import type { Loop, Step, ToolStep } from '@loopscope/api/contract';

import type { Row } from './folds.ts';

/** `seq` that selects a row: a step's own, of a fold its first hidden call. */
export function seqOfRow(row: Row, steps: readonly Step[]): number | undefined {
  if (row.kind === 'step') return row.step.seq;
  if (row.kind === 'unfolded') return undefined;
  return steps.slice(row.steps.from, row.steps.to).find(({ kind }) => kind === 'tool')?.seq;
}

/** Index of the row that shows a position, or hides it; -1 where there is none. */
export function rowOfPosition(rows: readonly Row[], at: number): number {
  return rows.findIndex((row) => {
    if (row.kind === 'step') return row.at === at;
    return row.kind === 'fold' && at >= row.steps.from && at < row.steps.to;
  });
}

/** The next call or fold in a direction; what stands between them is passed over. */
export function neighbourRow(rows: readonly Row[], index: number, direction: 1 | -1): number {
  for (let next = index + direction; next >= 0 && next < rows.length; next += direction) {
    const row = rows[next];
    if (row?.kind === 'fold' || (row?.kind === 'step' && row.step.kind === 'tool')) return next;
  }
  return index;
}

/** The first loop that begins after a call, else the first of all: the key goes round. */
export function nextLoop(loops: readonly Loop[], callSeq: number): Loop | undefined {
  const begins = (loop: Loop): number => loop.calls[0] ?? 0;
  const ordered = loops.toSorted((one, other) => begins(one) - begins(other));
  return ordered.find((loop) => begins(loop) > callSeq) ?? ordered[0];
}

/** The nearest call of the same identity, before or after; of the same loop where the identity stands alone. */
export function neighbourAttempt(
  calls: readonly ToolStep[],
  from: ToolStep,
  direction: 1 | -1,
): ToolStep | undefined {
  const ordered = direction === 1 ? calls : calls.toReversed();
  const isBeyond = (call: ToolStep): boolean => (call.call_seq - from.call_seq) * direction > 0;
  const sameIdentity = (call: ToolStep): boolean =>
    from.identity !== '' && call.identity === from.identity;
  const sameLoop = (call: ToolStep): boolean =>
    from.loop_id !== null && call.loop_id === from.loop_id && call.tool === from.tool;
  const beyond = ordered.filter(isBeyond);
  return beyond.find(sameIdentity) ?? beyond.find(sameLoop);
}
