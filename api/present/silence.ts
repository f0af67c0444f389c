import { fromInstant, type SilenceRow } from '@loopscope/sql';

import { silenceMatcher, type Silence } from '../contract/index.ts';
import { toIso } from '../instant.ts';
import { readJson } from './json.ts';

const PERIOD_MS = { daily: 86_400_000, weekly: 604_800_000 } as const;
const matcherOf = silenceMatcher.catch({});

export function presentSilence(
  row: Omit<SilenceRow, 'project' | 'version' | 'deleted'>,
  nowMs: number,
): Silence {
  return {
    silence_id: row.silence_id,
    kind: row.kind,
    matcher: matcherOf.parse(readJson(row.matcher)),
    comment: row.comment,
    by: row.created_by,
    created_at: toIso(row.created_at),
    starts_at: toIso(row.starts_at),
    expires_at: toIso(row.expires_at),
    repeat: row.repeat,
    window_seconds: row.window_seconds,
    active: isActive(row, nowMs),
  };
}

function isActive(
  row: Pick<SilenceRow, 'starts_at' | 'expires_at' | 'repeat' | 'window_seconds'>,
  nowMs: number,
): boolean {
  const startMs = fromInstant(row.starts_at);
  if (nowMs < startMs || nowMs >= fromInstant(row.expires_at)) return false;
  if (row.repeat === 'none') return true;
  return (nowMs - startMs) % PERIOD_MS[row.repeat] < row.window_seconds * 1_000;
}
