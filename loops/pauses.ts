import type { Fact } from './fact.ts';

/** Shorter calls are no pauses. */
const MIN_MS = 1_000;
/** A pause takes as long as it was asked to, and a little more. */
const EARLY = 0.9;
const LATE = 1.5;

/** True where a call only lets time pass: it says so, or takes as long as its only number asks, and tells nothing. */
export function isPause({ call, asked, said }: Pick<Fact, 'call' | 'asked' | 'said'>): boolean {
  if (said.isPause) return true;
  if (call.durationMs < MIN_MS || asked.members === null || said.tells(2)) return false;
  const [number, ...others] = [...asked.members.values()].map(Number).filter(Number.isFinite);
  if (number === undefined || others.length > 0 || asked.members.size > 2) return false;
  return [number, number * 1_000].some(
    (ms) => call.durationMs >= ms * EARLY && call.durationMs <= ms * LATE,
  );
}
