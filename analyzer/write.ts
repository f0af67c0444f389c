import type {
  GuardDecisionRow,
  LoopRow,
  ResolvedKey,
  Store,
  ToolCallRow,
  TurnVerdictRow,
} from '@loopscope/sql';

import type { ResolvedRows } from './resolve-session.ts';
import { callKey, decisionKey, loopKey, turnKey } from './row-key.ts';
import { deadLoop, deadToolCall, deadTurn } from './tombstone.ts';
import { isLater } from './version.ts';
import type { Written } from './written.ts';

/** What is to be inserted, table by table. */
export interface Changes {
  toolCalls: ToolCallRow[];
  turnVerdicts: TurnVerdictRow[];
  loops: LoopRow[];
  guardDecisions: GuardDecisionRow[];
}

/** Rows that are new or different from what stands, and tombstones for what stands and was not resolved again. */
export function changesOf(
  resolved: ResolvedRows,
  current: ReadonlyMap<string, ResolvedKey>,
  { project, written }: { project: string; written: Written },
): Changes {
  const { version } = resolved;
  const seen = new Set<string>();
  const isChanged = (key: string, row: Parameters<Written['stands']>[2]): boolean => {
    const stored = seen.has(key) ? undefined : current.get(key)?.version;
    seen.add(key);
    // Somebody has resolved this from more spans than were read here.
    if (stored !== undefined && isLater(stored, version)) return false;
    return !written.stands(key, stored, row);
  };
  const changes: Changes = {
    toolCalls: resolved.toolCalls
      .filter((row) => isChanged(callKey(row), row))
      .map((row) => atVersion(row, version)),
    turnVerdicts: resolved.turnVerdicts.filter((row) => isChanged(turnKey(row), row)),
    loops: resolved.loops.filter((row) => isChanged(loopKey(row), row)),
    // A decision is never taken back, so that what stands need not be read to write it again.
    guardDecisions: resolved.guardDecisions.filter(
      (row) => !written.stands(decisionKey(row), row.version, row),
    ),
  };
  for (const [key, row] of current) {
    if (!seen.has(key) && !isLater(row.version, version)) bury(changes, row, { project, version });
  }
  return changes;
}

/** A row that was made by an earlier look, and does not stand after all. */
function atVersion(row: ToolCallRow, version: string): ToolCallRow {
  return row.version === version ? row : { ...row, version };
}

function bury(
  changes: Changes,
  key: ResolvedKey,
  { project, version }: { project: string; version: string },
): void {
  switch (key.table_name) {
    case 'tool_calls':
      changes.toolCalls.push(deadToolCall(project, key, version));
      break;
    case 'turn_verdicts':
      changes.turnVerdicts.push(deadTurn(project, key, version));
      break;
    case 'loops':
      changes.loops.push(deadLoop(project, key, version));
      break;
  }
}

/** One insert takes some thousands of rows. */
const MAX_ROWS = 5_000;

/** Inserts the changes; verdicts last, because whoever sees one asks for the rest of its turn. */
export async function writeChanges(
  { store }: { store: Store },
  { toolCalls, turnVerdicts, loops, guardDecisions }: Changes,
): Promise<void> {
  for (const rows of chunks(toolCalls)) await store.insert('tool_calls', rows);
  for (const rows of chunks(loops)) await store.insert('loops', rows);
  for (const rows of chunks(guardDecisions)) await store.insert('guard_decisions', rows);
  for (const rows of chunks(turnVerdicts)) await store.insert('turn_verdicts', rows);
}

/** The changes stand now. */
export function noteWritten(
  { toolCalls, turnVerdicts, loops, guardDecisions }: Changes,
  { written, isLong }: { written: Written; isLong: boolean },
): void {
  for (const row of toolCalls) written.note(callKey(row), row, isLong);
  for (const row of guardDecisions) written.note(decisionKey(row), row, isLong);
  for (const row of loops) written.note(loopKey(row), row, isLong);
  for (const row of turnVerdicts) written.note(turnKey(row), row, isLong);
}

function chunks<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let i = 0; i < rows.length; i += MAX_ROWS) parts.push(rows.slice(i, i + MAX_ROWS));
  return parts;
}
