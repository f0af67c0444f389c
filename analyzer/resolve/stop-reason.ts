import type { TurnVerdictRow } from '@loopscope/sql';

import type { Turn } from './turn.ts';

/** Why the turn ended, as its agent says, else as its last model call says; empty where neither does. */
export function stopReason({ root, models }: Turn): string {
  return root?.row.finish_reason || (models.at(-1)?.finishReason ?? '');
}

/** Whether the run itself came to an end, whatever its calls did; unknown until something says so. */
export function turnOutcome(turn: Turn): TurnVerdictRow['outcome'] {
  const status = (turn.root ?? turn.models.at(-1)?.span)?.row.status;
  if (status === 'error') return 'error';
  return status === 'ok' || stopReason(turn) === 'stop' ? 'ok' : 'unknown';
}
