import { HINT_MARK } from '@loopscope/sql';

import type { ResolvedTurn } from './resolve/resolve-turns.ts';

/** Of the spans that are resolved together the first so many are, in order of start. */
export const MAX_SPANS = 300_000;
/** Texts of so many calls are in memory at once; of a turn with more of them none is read. */
export const MAX_CALLS_WITH_TEXTS = 50_000;

const inWords = (count: number): string => count.toLocaleString('en');
const CUT =
  `Only the first ${inWords(MAX_SPANS)} spans of what belongs together are resolved: later ones are stored, and missing here. ` +
  'Begin a new session, or a new trace, before.';
const NARROW =
  `Of a turn with more than ${inWords(MAX_CALLS_WITH_TEXTS)} calls the stored texts are not compared: ` +
  'repeats are found by signature, identity and result fingerprint alone.';

/** What came after the cut would have been of the turn that began last. */
export function tellOfCut(turns: readonly ResolvedTurn[]): void {
  const last = turns.reduce<ResolvedTurn | null>(
    (latest, turn) => (latest === null || startNs(turn) > startNs(latest) ? turn : latest),
    null,
  );
  last?.marks.push(HINT_MARK + CUT);
}

export function tellOfTexts({ marks }: ResolvedTurn): void {
  marks.push(HINT_MARK + NARROW);
}

export function hasTooManyTexts({ calls }: ResolvedTurn): boolean {
  return calls.length > MAX_CALLS_WITH_TEXTS;
}

function startNs({ turn: { root, models, calls } }: ResolvedTurn): bigint {
  return (root ?? models[0]?.span ?? calls[0]?.span)?.startNs ?? 0n;
}
