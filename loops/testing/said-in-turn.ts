import { Conversation } from './conversation.ts';
import type { Said } from './conversation.ts';

/** What the n-th call asks or answers; a value that is no function is the same each time. */
type Nth = string | readonly unknown[] | Record<string, unknown> | ((nth: number) => unknown);

/** One tool called so many times. */
export function saidInTurn(times: number, call: [string, Nth, Nth, Said?]): Conversation {
  return inTurn(times, [call]);
}

/** Several calls in turn, so many rounds. */
export function inTurn(rounds: number, calls: readonly [string, Nth, Nth, Said?][]): Conversation {
  const run = new Conversation();
  for (let round = 0; round < rounds; round += 1) {
    for (const [tool, args, result, said] of calls)
      run.call(tool, nth(args, round), nth(result, round), said);
  }
  return run;
}

/** The words one after the other, from the beginning again at the end. */
export function oneOf(...words: string[]): (nth: number) => string {
  return (round) => words[round % words.length] ?? '';
}

function nth(what: Nth, round: number): unknown {
  return typeof what === 'function' ? what(round) : what;
}
