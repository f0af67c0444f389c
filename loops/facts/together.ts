import type { Call } from '../call.ts';

/** True where the second of two calls cannot know what the first has answered: one model answer asked for both, or it began before. */
export function areTogether(before: Call, now: Call): boolean {
  return before.step === now.step || now.startMs < before.startMs + before.durationMs;
}
