import type { Facts } from './condition/condition.ts';
import { FACT_NAMES } from './facts.ts';
import type { Scope } from './rule.ts';

/** A session or turn of which something arrived, and what is known about it now. */
export interface Subject {
  scope: Scope;
  /** Session or turn id. */
  id: string;
  agent: string;
  sessionId: string;
  /** Empty for a session. */
  turnId: string;
  /** What was attempted most, and how it went wrong if it is known. */
  mostAttempted: { tool: string; attempts: number };
  loopKinds: readonly string[];
  facts: Facts;
  /** Arrival of the latest news, milliseconds since the epoch. */
  lastSeenMs: number;
}

/** The columns that sessions and turns have in common; counts of calls are under `calls`. */
interface StatsRow {
  session_id: string;
  agent_name: string;
  calls: number;
  max_attempts: number;
  max_attempts_tool: string;
  loop_kinds: readonly string[];
  stored_us: string;
}

export function sessionSubject(row: StatsRow): Subject {
  return {
    ...common(row),
    scope: 'session',
    id: row.session_id,
    turnId: '',
    facts: read(row, 'session'),
  };
}

export function turnSubject(row: StatsRow & { turn_id: string }): Subject {
  return {
    ...common(row),
    scope: 'turn',
    id: row.turn_id,
    turnId: row.turn_id,
    facts: read(row, 'turn'),
  };
}

const common = (row: StatsRow) => ({
  agent: row.agent_name,
  sessionId: row.session_id,
  mostAttempted: { tool: row.max_attempts_tool, attempts: row.max_attempts },
  loopKinds: row.loop_kinds,
  lastSeenMs: Number(row.stored_us) / 1_000,
});

/** Facts are the row's columns of the same names, but for two that count what a column lists or names otherwise. */
function read(row: StatsRow, scope: Scope): Facts {
  const columns = new Map<string, unknown>(Object.entries(row));
  columns.set('tool_calls', row.calls);
  columns.set('loops', row.loop_kinds.length);
  return Object.fromEntries(
    FACT_NAMES[scope].map((name) => {
      const value = columns.get(name);
      return [name, typeof value === 'number' ? value : null];
    }),
  );
}
