import type { Fold } from './folds.ts';
import { foldAt } from './open-folds.ts';

/** The fold that holds a position, and which of its units, from 0. */
export function unitOfPosition(
  folds: readonly Fold[],
  at: number,
): { fold: Fold; unit: number } | null {
  const fold = foldAt(folds, at);
  if (fold === null) return null;
  return { fold, unit: fold.units.findIndex((span) => at < span.to) };
}

/** The fold that `u` acts on: the one that holds the position, else the nearest after it, else the last. */
export function foldNear(folds: readonly Fold[], at: number): Fold | null {
  const after = folds.find(({ units }) => (units[0]?.from ?? -1) > at);
  return foldAt(folds, at) ?? after ?? folds.at(-1) ?? null;
}
