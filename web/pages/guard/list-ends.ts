/** Why turns ended, and how many did. */
interface TurnEnd {
  reason: string;
  turns: number;
}

/** The most frequent first. */
export function listEnds(reasons: Readonly<Record<string, number>>): TurnEnd[] {
  return Object.entries(reasons)
    .map(([reason, turns]) => ({ reason, turns }))
    .toSorted((one, other) => other.turns - one.turns || (one.reason < other.reason ? -1 : 1));
}

/** Length of a bar on a log axis, 0 to 1: one stopped turn is seen beside thousands that were not. */
export const barShare = (turns: number, most: number): number =>
  Math.log1p(turns) / Math.log1p(Math.max(turns, most, 1));
