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
  const [number, ...others] = numbersIn(asked);
  if (number === undefined || others.length > 0 || asked.members.size > 2) return false;
  return isTimeTaken(number, call.durationMs);
}

/** Numbers that are values, else those within them: `sleep 10`. */
function numbersIn({ members, numbers }: Fact['asked']): readonly number[] {
  const values = [...(members?.values() ?? [])].map(Number).filter(Number.isFinite);
  return values.length > 0 ? values : numbers;
}

/** What has ended is not waited for. */
const HAS_ENDED =
  /\b(?:process|command|job|task|session|build)\b[^.\n]{0,30}\b(?:exited|ended|terminated|is (?:over|gone|done))\b/i;

/** True where a call took as long as one of its numbers asks: it has waited for its answer by itself. */
export function hasWaited({ call, asked, said }: Pick<Fact, 'call' | 'asked' | 'said'>): boolean {
  if (call.durationMs < MIN_MS || asked.members === null || HAS_ENDED.test(said.text)) return false;
  return numbersIn(asked).some((number) => isTimeTaken(number, call.durationMs));
}

function isTimeTaken(number: number, durationMs: number): boolean {
  return [number, number * 1_000].some((ms) => durationMs >= ms * EARLY && durationMs <= ms * LATE);
}

/** How long a fault asks to wait. */
const RETRY_AFTER =
  /\b(?:retry|try again|try in|wait|available|resets?)\b\D{0,24}?(\d{1,6}(?:\.\d{1,6})?)\s?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)\b/i;
const MS_PER_UNIT: Readonly<Record<string, number>> = { s: 1_000, m: 60_000 };

/** True where a fault named how long to wait, and the same was asked again only then. */
export function waitedAsTold(before: Fact, now: Fact): boolean {
  const [, number, unit = ''] = RETRY_AFTER.exec(before.said.text) ?? [];
  if (number === undefined) return false;
  const askedMs =
    Number(number) *
    (/^m(?:s|il)/i.test(unit) ? 1 : (MS_PER_UNIT[unit.charAt(0).toLowerCase()] ?? 1));
  const waitedMs = now.call.startMs - before.call.startMs - before.call.durationMs;
  return askedMs >= MIN_MS && waitedMs >= askedMs * EARLY;
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
