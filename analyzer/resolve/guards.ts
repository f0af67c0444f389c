import { compareSpans } from './span.ts';
import type { Span } from './span.ts';
import type { Turn } from './turn.ts';

/**
 * Spans around which a guard ran -> the turn each belongs to: that of its call, else the one it names, else that of its
 * agent, else the one that was going on when it began.
 */
export function placeGuards(spans: readonly Span[], turns: readonly Turn[]): Map<Turn, Span[]> {
  const placed = new Map<Turn, Span[]>();
  const guarded = spans.filter(({ row }) => row.guard !== '');
  if (guarded.length === 0) return placed;
  const turnOf = new Map<Span, Turn>();
  for (const turn of turns) {
    for (const { span, layers } of [...turn.models, ...turn.calls]) {
      for (const seen of [span, ...layers]) turnOf.set(seen, turn);
    }
    if (turn.root !== null) turnOf.set(turn.root, turn);
  }
  const inOrder = turns
    .map((turn) => ({ turn, start: startOf(turn) }))
    .toSorted((a, b) => a.start - b.start);
  for (const span of guarded.toSorted(compareSpans)) {
    const turn =
      turnOf.get(span) ??
      turns.find(({ id }) => id === span.givenTurn) ??
      (span.outermostAgent === null ? undefined : turnOf.get(span.outermostAgent)) ??
      (inOrder.findLast(({ start }) => start <= span.start) ?? inOrder[0])?.turn;
    if (turn === undefined) continue;
    const others = placed.get(turn);
    if (others === undefined) placed.set(turn, [span]);
    else others.push(span);
  }
  return placed;
}

function startOf({ root, models, calls }: Turn): number {
  const starts = [...models, ...calls].map(({ span }) => span.start);
  return Math.min(root?.start ?? Infinity, ...starts);
}
