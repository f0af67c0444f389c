import type { Step } from '@loopscope/api/contract';

/** What was said at a step; null where nothing was, or where the step before has said it already. */
export interface Words {
  user: string | null;
  model: string | null;
}

/** By `seq`. A message that an agent and its model both carry is shown once. */
export function findWords(steps: readonly Step[]): ReadonlyMap<number, Words> {
  const words = new Map<number, Words>();
  let heard: string | null = null;
  for (const step of steps) {
    if (step.kind === 'tool') continue;
    const user: string | null = step.user_text === heard ? null : step.user_text;
    // A text that comes later has its place already.
    const model =
      step.kind === 'model' ? (step.text ?? (step.cut?.text === undefined ? null : '')) : null;
    if (user !== null) heard = user;
    if (user !== null || model !== null) words.set(step.seq, { user, model });
  }
  return words;
}
