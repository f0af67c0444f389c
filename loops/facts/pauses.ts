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

/** Who speaks of himself or of the user. */
const SPEAKER = /\b(?:i|i['\u2019](?:m|ll|ve)|we|let me|let['\u2019]s|my|the user)\b/i;
/** No sign that programs are written with. */
const SPOKEN = /^[\p{L}\p{N}\s,.:;!?()"'\u2019#%&@$\u20ac-]+$/u;
const MIN_WORDS = 5;
const MAX_SPOKEN = 4_000;
/** No acknowledgement of words takes more. */
const MAX_HEARD = 60;

/** True where all that a call does is to say something, and nothing but an acknowledgement comes back: words change no answer. */
export function isTalk({ asked, said }: Pick<Fact, 'asked' | 'said'>): boolean {
  const { raw } = asked;
  if (raw === null || raw.length > MAX_SPOKEN || (said.raw?.length ?? 0) > MAX_HEARD) return false;
  if (!SPEAKER.test(raw) || asked.members?.size !== 1 || said.tells(1)) return false;
  const [words] = asked.members.values();
  if (typeof words !== 'string' || !SPOKEN.test(words)) return false;
  return words.split(/\s+/, MIN_WORDS).length === MIN_WORDS;
}
