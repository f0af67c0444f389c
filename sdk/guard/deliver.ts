import type { Guarded } from './call-guard.ts';
import { noted, notedError } from './note.ts';
import type { TerminalResult } from './terminal.ts';

/** How a framework wants what the guard has to say; whatever is left out is done in the plain way. */
export interface Delivery<Result, Delivered> {
  terminal?: (result: TerminalResult) => Delivered;
  noted?: (result: Result, note: string) => Delivered;
  plain?: (result: Result) => Delivered;
}

/** What goes to the model for a guarded call. Throws what the tool threw. */
export function deliver<Result>(
  guarded: Guarded<Result>,
  { terminal, noted: withNote, plain }: Delivery<Result, unknown> = {},
): unknown {
  if (guarded.terminal !== null) return terminal?.(guarded.terminal) ?? guarded.terminal;
  if (!guarded.made) throw new Error('a call that was not made has a terminal result');
  const { note } = guarded;
  if (guarded.threw) throw note === null ? guarded.error : notedError(guarded.error, note);
  if (note !== null) return withNote?.(guarded.result, note) ?? noted(guarded.result, note);
  return plain === undefined ? guarded.result : plain(guarded.result);
}
