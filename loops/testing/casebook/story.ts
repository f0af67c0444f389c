import type { LoopKind } from '../../loop.ts';
import { Conversation } from '../conversation.ts';

/** A sequence of calls with the verdict that it deserves: a repeat counts only when nothing new was learned. */
export interface Story {
  name: string;
  /** Kinds that the one alert may have; `quiet`: nothing at all; `calm`: it may be listed, but no alert. */
  want: readonly LoopKind[] | 'quiet' | 'calm';
  run: Conversation;
  /** Numbers of the call before which there must be no alert, and with which it has to be there. */
  at?: readonly [from: number, by: number];
}

export const READ = { effect: 'read' } as const;
export const WRITE = { effect: 'write' } as const;
export const FAILED = { error: true } as const;
export const BESIDE = { effect: 'read', together: true } as const;

export function loop(
  want: LoopKind | readonly LoopKind[],
  at: number | readonly [from: number, by: number],
  name: string,
  run: Conversation,
): Story {
  return {
    name,
    want: typeof want === 'string' ? [want] : want,
    run,
    at: typeof at === 'number' ? [at, at] : at,
  };
}

export function quiet(name: string, run: Conversation): Story {
  return { name, want: 'quiet', run };
}

export function calm(name: string, run: Conversation): Story {
  return { name, want: 'calm', run };
}

export function made(
  say: (run: Conversation) => void,
  declared?: ConstructorParameters<typeof Conversation>[0],
): Conversation {
  const run = new Conversation(declared);
  say(run);
  return run;
}

/** A text that differs from call to call and tells nothing. */
export function requestId(nth: number): string {
  const digits = (((nth + 11) * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0');
  return `${digits}-5a1c-4e2b-9f3d-${digits}77aa`;
}

export function timeOfDay(nth: number): string {
  const minute = String(nth % 60).padStart(2, '0');
  return `2026-03-04T09:${minute}:${String((nth * 17) % 60).padStart(2, '0')}Z`;
}
