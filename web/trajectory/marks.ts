import type { Step, ToolStep } from '@loopscope/api/contract';

/** How a repeated call is marked: letter and hue stand for its identity, `wording` for its n-th signature. */
export interface Mark {
  letter: string;
  /** Degrees, from the identity's hash: the same intent has the same hue in every turn. */
  hue: number;
  /** From 1; null where the identity has only one signature. */
  wording: number | null;
}

export function toolSteps(steps: readonly Step[]): ToolStep[] {
  return steps.filter((step): step is ToolStep => step.kind === 'tool');
}

/** Marks by `call_seq`. Calls whose identity occurs once, or is unknown, have none. */
export function markCalls(calls: readonly ToolStep[]): ReadonlyMap<number, Mark> {
  const occurrences = Map.groupBy(calls, (call) => call.identity);
  const marks = new Map<number, Mark>();
  let letters = 0;
  for (const [identity, same] of occurrences) {
    if (identity === '' || same.length < 2) continue;
    const letter = letterAt(letters++);
    const hue = hueOf(identity);
    const signatures = [...new Set(same.map((call) => call.signature))];
    for (const call of same) {
      const wording = signatures.length > 1 ? signatures.indexOf(call.signature) + 1 : null;
      marks.set(call.call_seq, { letter, hue, wording });
    }
  }
  return marks;
}

const FIRST_HUE = 60;
const HUES = 280;

/** A to Z, then AA, AB, ... */
export function letterAt(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}

/** Degrees; the reds are left out, they mean alert. */
export function hueOf(hash: string): number {
  const value = Number.parseInt(hash.slice(0, 6), 16);
  return FIRST_HUE + (Number.isNaN(value) ? 0 : value % HUES);
}
