import { isSilencing, type SilenceRow } from '@loopscope/sql';

import { silenceMatcher, type Silence } from '../contract/index.ts';
import { toIso } from '../instant.ts';
import { readJson } from './json.ts';

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
    active: isSilencing(row, nowMs),
  };
}
