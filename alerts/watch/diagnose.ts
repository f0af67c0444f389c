import { fromInstant, worstLoops, type LoopRow, type Store } from '@loopscope/sql';
import { z } from 'zod';

import type { Diagnosis } from '../message/row-texts.ts';
import type { Decision } from '../state/evaluate.ts';

const fixText = z.object({ advice: z.string() });

/** Alerts of sessions and turns get the loop that is behind them, and once more in the end; one question for all of them. */
export async function diagnose(
  store: Store,
  project: string,
  decisions: readonly Decision[],
): Promise<Decision[]> {
  const asking = decisions.filter(isToDiagnose).map(({ standing }) => standing.row);
  if (asking.length === 0) return [...decisions];
  const turns = asking.filter((row) => row.turn_id !== '').map((row) => row.turn_id);
  const sessions = asking.filter((row) => row.turn_id === '').map((row) => row.session_id);
  const rows = await store.query(worstLoops, { project, turns, sessions });
  const ofTurn = new Map(rows.map((row) => [row.turn_id, row]));
  const ofSession = new Map(rows.map((row) => [row.session_id, row]));
  return decisions.map((decision) => {
    if (!isToDiagnose(decision)) return decision;
    const { row } = decision.standing;
    const loop = row.turn_id === '' ? ofSession.get(row.session_id) : ofTurn.get(row.turn_id);
    if (loop === undefined) return decision;
    const diagnosis = JSON.stringify(toDiagnosis(loop));
    return { ...decision, standing: { ...decision.standing, row: { ...row, diagnosis } } };
  });
}

const isToDiagnose = ({ changed, event, standing: { row } }: Decision): boolean =>
  changed &&
  row.session_id !== '' &&
  (event?.result === 'resolved' || (row.state === 'firing' && row.diagnosis === ''));

function toDiagnosis(loop: LoopRow): Diagnosis {
  return {
    loop_id: loop.loop_id,
    turn_id: loop.turn_id,
    kind: loop.kind,
    summary: loop.summary,
    fix_place: loop.fix_place,
    fix: adviceOf(loop.fix_text),
    tool: loop.tool,
    identity: loop.identity,
    calls: loop.calls.length,
    since: new Date(fromInstant(loop.started_at)).toISOString(),
    duration_ms: Math.max(0, loop.duration_ms),
  };
}

/** `{ advice, proposed_text }` as JSON, or the advice alone as plain text. */
function adviceOf(text: string): string {
  try {
    const parsed = fixText.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.advice : text;
  } catch {
    return text;
  }
}
