import { loopFeedback, type LoopFeedbackRow, type LoopRow, type Store } from '@loopscope/sql';

/** Feedback is written by people, one by one. */
const MAX_FEEDBACK = 10_000;

/** What people said of these incidents and their like, the latest first. */
export async function feedbackOn(
  store: Store,
  project: string,
  loops: readonly Pick<LoopRow, 'shape'>[],
): Promise<LoopFeedbackRow[]> {
  const shapes = [...new Set(loops.map(({ shape }) => shape))];
  if (shapes.length === 0) return [];
  return store.query(loopFeedback, { project, shapes, limit: MAX_FEEDBACK });
}

export function allFeedback(store: Store, project: string): Promise<LoopFeedbackRow[]> {
  return store.query(loopFeedback, { project, shapes: [], limit: MAX_FEEDBACK });
}
