import type { Guard, Turn } from '../guard/call-guard.ts';

/** A turn that was started, or a guard that starts one here. */
export type GuardOrTurn = Guard | Turn;

export function turnOf(guard: GuardOrTurn): Turn {
  return 'startTurn' in guard ? guard.startTurn() : guard;
}
