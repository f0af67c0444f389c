import { fromInstant, type AlertStateRow, type SilenceRow } from '@loopscope/sql';
import { z } from 'zod';

import { severityRank } from '../rule/severity.ts';
import { incidentOf } from './flapping.ts';

/** Why nobody is told; as JSON in the row's `muted`. */
export interface Mute {
  kind: 'silence' | 'maintenance' | 'inhibition' | 'acknowledge';
  id: string;
  comment: string;
  by: string;
  /** ISO 8601; null where no time ends it. */
  until: string | null;
}

const matcherOf = z.record(z.string(), z.string()).catch({});

/** A silence, read once for many alerts. */
export interface Silence {
  row: SilenceRow;
  matcher: readonly (readonly [name: string, pattern: readonly string[]])[];
}

export function readSilence(row: SilenceRow): Silence {
  const matcher = Object.entries(matcherOf.parse(parse(row.matcher)));
  return { row, matcher: matcher.map(([name, value]) => [name, value.split('*')] as const) };
}

export interface Muting {
  /** Those in force now. */
  silences: readonly Silence[];
  /** Firing alerts of sessions by session, which mute what fires within it. */
  inhibitors: ReadonlyMap<string, AlertStateRow>;
}

/** The first thing that mutes this alert, or null. */
export function muteOf(row: AlertStateRow, { silences, inhibitors }: Muting): Mute | null {
  for (const silence of silences) {
    if (!matches(silence, row)) continue;
    const { kind, silence_id: id, comment, created_by: by, expires_at: expiresAt } = silence.row;
    const until = new Date(fromInstant(expiresAt)).toISOString();
    return { kind, id, comment, by, until };
  }
  const inhibitor = row.scope === 'turn' ? inhibitors.get(row.session_id) : undefined;
  if (inhibitor === undefined || severityRank(inhibitor.severity) > severityRank(row.severity))
    return null;
  const comment = `the session's own alert (${inhibitor.rule}) says it already`;
  return { kind: 'inhibition', id: inhibitor.alert_id, comment, by: '', until: null };
}

/** Of each session the firing alert that mutes those of its turns: the one of the highest severity that is told itself. */
export function inhibitorsOf(rows: Iterable<AlertStateRow>): Map<string, AlertStateRow> {
  const found = new Map<string, AlertStateRow>();
  for (const row of rows) {
    if (row.scope !== 'session' || row.state !== 'firing') continue;
    // One that is silenced speaks for nobody; one that somebody has in hand does.
    if (row.muted !== '' && !row.muted.includes('"kind":"acknowledge"')) continue;
    const known = found.get(row.session_id);
    if (known === undefined || severityRank(row.severity) < severityRank(known.severity)) {
      found.set(row.session_id, row);
    }
  }
  return found;
}

function matches({ row: silence, matcher }: Silence, row: AlertStateRow): boolean {
  if (!matcher.every(([name, parts]) => fits(VALUE_OF[name]?.(row) ?? '', parts))) return false;
  // An acknowledgement is of the incident that was seen.
  return (
    silence.kind !== 'acknowledge' || Number(incidentOf(row)) <= fromInstant(silence.starts_at)
  );
}

const VALUE_OF: Readonly<Record<string, (row: AlertStateRow) => string>> = {
  alert_id: (row) => row.alert_id,
  rule: (row) => row.rule,
  scope: (row) => row.scope,
  subject: (row) => row.subject,
  severity: (row) => row.severity,
  agent: (row) => row.agent_name,
  model: (row) => row.model,
  environment: (row) => row.environment,
  tool: (row) => row.tool,
  session: (row) => row.session_id,
  turn: (row) => row.turn_id,
};

/** Whether the parts between the `*` of a pattern stand in the text in this order; linear in the text. */
function fits(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || text.length < first.length + last.length) return false;
  if (!text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  return rest.every((part) => {
    const found = text.indexOf(part, at);
    at = found + part.length;
    return found !== -1 && at <= end;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
