import type { Fold, OpenFolds } from './folds.ts';

/** `12,40.3`: fold 12 whole, of fold 40 the first three units. Anything else in the text is ignored. */
export function parseOpenFolds(text: string | undefined): OpenFolds {
  const open = new Map<number, number>();
  for (const entry of (text ?? '').split(',')) {
    const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(entry);
    if (match?.[1] === undefined) continue;
    const units = match[2] === undefined ? Infinity : Number(match[2]);
    if (units > 0) open.set(Number(match[1]), units);
  }
  return open;
}

/** Undefined where nothing is open, so that the URL stays short. */
export function writeOpenFolds(open: OpenFolds): string | undefined {
  const entries = [...open]
    .filter(([, units]) => units > 0)
    .toSorted(([one], [other]) => one - other)
    .map(([id, units]) => (units === Infinity ? `${id}` : `${id}.${units}`));
  return entries.length === 0 ? undefined : entries.join(',');
}

/** Opens `units` of a fold in place of what was open; all of them are written as the whole. */
export function setOpen(open: OpenFolds, fold: Fold, units: number): OpenFolds {
  const next = new Map(open);
  if (units <= 0) next.delete(fold.id);
  else next.set(fold.id, units >= fold.units.length ? Infinity : units);
  return next;
}

/** The fold that hides a position at most; null where the step stands outside all folds. */
export function foldAt(folds: readonly Fold[], at: number): Fold | null {
  const holds = ({ units }: Fold): boolean => {
    const first = units[0];
    const last = units.at(-1);
    return first !== undefined && last !== undefined && at >= first.from && at < last.to;
  };
  return folds.find(holds) ?? null;
}
