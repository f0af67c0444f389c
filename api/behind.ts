import { worstLoops, type Store } from '@loopscope/sql';

import type { LoopBehind } from './contract/index.ts';

/** What an alert was about; an empty id says that it was about no turn, or no session. */
interface Subject {
  turn_id: string;
  session_id: string;
}

/** Of each subject the loop to speak of, as the store knows it now; null where there is none. One question for all. */
export async function loopsBehind(
  store: Store,
  project: string,
  subjects: readonly Subject[],
): Promise<(LoopBehind | null)[]> {
  const turns = [...new Set(subjects.flatMap(({ turn_id: id }) => id || []))];
  const alone = subjects.filter(({ turn_id: id }) => id === '');
  const sessions = [...new Set(alone.flatMap(({ session_id: id }) => id || []))];
  if (turns.length === 0 && sessions.length === 0) return subjects.map(() => null);
  const rows = await store.query(worstLoops, { project, turns, sessions });
  const ofTurn = new Map(rows.map((row) => [row.turn_id, row]));
  const ofSession = new Map(rows.map((row) => [row.session_id, row]));
  return subjects.map(({ turn_id: turnId, session_id: sessionId }) => {
    const row = turnId === '' ? ofSession.get(sessionId) : ofTurn.get(turnId);
    if (row === undefined) return null;
    return { loop_id: row.loop_id, turn_id: row.turn_id, summary: row.summary };
  });
}
