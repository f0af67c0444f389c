import { BoundedMap } from './bounded-map.ts';
import type { ReadArguments, ReadEnd } from './reading.ts';
import { remember, type Trail } from './trail.ts';

const MAX_QUESTIONS = 2_000;
/** Different answers to one question that are told apart; what a question has answered longest ago is forgotten first. */
const MAX_ANSWERS = 50;

/** What of a call its attempts are counted by. */
interface Counted {
  args: ReadArguments;
  turn: { writes: number };
  /** Of its identity, where that is known already. */
  question: Question | null;
}

/** One attempt key (tool, identity, error class), or one question with one answer. */
export interface Attempts {
  count: number;
  /** Writes of the turn when it was last seen: a later one makes the question a new one. */
  writesAt: number;
  /** Null as long as the words of a second attempt would say the same. */
  trail: Trail | null;
}

interface Entry extends Attempts {
  /** The error class, or else the answer. */
  outcome: string;
  /** Of the same question, an older one. */
  next: Entry | null;
}

/** What was asked, by signature or by identity: most calls have one that is both. */
export interface Question {
  /** Calls made with this signature. */
  made: number;
  last: Entry | null;
}

/** What was asked and answered in a turn. Most questions are asked once, and cost an entry of a few words. */
export class Questions {
  readonly #byHash = new BoundedMap<Question>(MAX_QUESTIONS);

  /** Entries held: questions, and different answers to them. */
  get size(): number {
    return this.#byHash.size;
  }

  of(hash: string): Question {
    return this.#byHash.take(hash, newQuestion);
  }

  madeOf(signature: string): number {
    return this.#byHash.get(signature)?.made ?? 0;
  }

  /** Counts an attempt. `answer`: such that equal ones say nothing new; failures count by their class, as the attempt key does. */
  count(call: Counted, end: ReadEnd, answer: string): { entry: Attempts; isNew: boolean } | null {
    const { identity } = call.args;
    if (identity === null || answer === '') return null;
    const outcome = end.outcome.errorClass ?? answer;
    const question = call.question ?? this.of(identity);
    const { last } = question;
    const known = find(last, outcome);
    const entry = known ?? {
      count: 0,
      writesAt: call.turn.writes,
      trail: null,
      outcome,
      next: last,
    };
    if (known === null) question.last = cutAfter(entry, MAX_ANSWERS);
    addAttempt(entry, call, end);
    return { entry, isNew: known === null };
  }
}

function newQuestion(): Question {
  return { made: 0, last: null };
}

/** One more of the same, or the first since something was written. */
export function addAttempt(entry: Attempts, { turn, args }: Counted, end: ReadEnd): void {
  if (turn.writes > entry.writesAt) {
    entry.count = 0;
    entry.trail = null;
  }
  entry.count += 1;
  entry.writesAt = turn.writes;
  const hasFailed = end.outcome.state === 'error';
  const saysTheSame = args.identity === args.signature && !hasFailed;
  if (entry.count === 1 && saysTheSame) return;
  entry.trail ??= { tried: [], errors: [] };
  remember(entry.trail.tried, args.text);
  if (hasFailed) remember(entry.trail.errors, end.outcome.message);
}

function find(first: Entry | null, outcome: string): Entry | null {
  let entry = first;
  while (entry !== null && entry.outcome !== outcome) entry = entry.next;
  return entry;
}

function cutAfter(first: Entry, length: number): Entry {
  let last = first;
  for (let at = 1; at < length && last.next !== null; at += 1) last = last.next;
  last.next = null;
  return first;
}
