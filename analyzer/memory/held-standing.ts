import type { LoopRow, ResolvedKey, ToolCallRow, TurnVerdictRow } from '@loopscope/sql';

import { callKey, loopKey, turnKey } from '../row-key.ts';
import type { Changes } from '../write.ts';

/** What stands resolved of long traces, as it was read and written here, so that it is not read again at every look. */
export interface HeldStanding {
  /** Keys of what stands for the trace and all that is tied to it; undefined where the store has to be asked. */
  of(traceId: string): Keys | undefined;
  /** What stood for these traces, and what has been written since. */
  keep(traceIds: readonly string[], before: Keys, changes: Changes): void;
  letGo(traceIds: readonly string[]): void;
}

type Keys = ReadonlyMap<string, ResolvedKey>;

interface Standing {
  rows: Map<string, ResolvedKey>;
  readAtMs: number;
}

/** Another analyzer may have written as well: what it wrote is seen after so long. */
const TRUSTED_MS = 30_000;
/** Of all traces together. */
const MAX_ROWS = 100_000;

export function createHeldStanding(now: () => number): HeldStanding {
  const held = new Map<string, Standing>();
  /** What was read along with others is as old as the oldest of them. */
  const oldest = (known: Iterable<Standing | undefined>): number =>
    [...known].reduce(
      (ms, each) => (each !== undefined && isTrusted(each) ? Math.min(ms, each.readAtMs) : ms),
      now(),
    );
  // The clock may have been put back.
  const isTrusted = ({ readAtMs }: Standing): boolean => Math.abs(now() - readAtMs) < TRUSTED_MS;
  return {
    of(traceId) {
      const standing = held.get(traceId);
      return standing !== undefined && isTrusted(standing) ? standing.rows : undefined;
    },
    keep(traceIds, before, changes) {
      const known = new Set(traceIds.map((traceId) => held.get(traceId)));
      const [only] = known;
      const standing =
        known.size === 1 && only !== undefined && isTrusted(only)
          ? only
          : { rows: new Map(before), readAtMs: oldest(known) };
      apply(standing.rows, changes);
      for (const traceId of traceIds) {
        held.delete(traceId);
        held.set(traceId, standing);
      }
      let rows = 0;
      for (const each of new Set(held.values())) rows += each.rows.size;
      for (const [traceId, { rows: own }] of held) {
        if (rows <= MAX_ROWS) break;
        held.delete(traceId);
        rows -= own.size;
      }
    },
    letGo(traceIds) {
      for (const traceId of traceIds) held.delete(traceId);
    },
  };
}

function apply(standing: Map<string, ResolvedKey>, changes: Changes): void {
  const set = (key: string, deleted: number, row: ResolvedKey): void => {
    if (deleted === 1) standing.delete(key);
    else standing.set(key, row);
  };
  for (const row of changes.toolCalls) set(callKey(row), row.deleted, ofCall(row));
  for (const row of changes.turnVerdicts) set(turnKey(row), row.deleted, ofTurn(row));
  for (const row of changes.loops) set(loopKey(row), row.deleted, ofLoop(row));
}

function ofCall(row: ToolCallRow): ResolvedKey {
  const { turn_id, session_id, trace_id, span_id, call_index, loop_id, started_at, version } = row;
  const own = { span_id, call_index, loop_id };
  return { table_name: 'tool_calls', turn_id, session_id, trace_id, ...own, started_at, version };
}

function ofTurn(row: TurnVerdictRow): ResolvedKey {
  const { turn_id, session_id, trace_id, started_at, version } = row;
  return {
    table_name: 'turn_verdicts',
    turn_id,
    session_id,
    trace_id,
    ...NO_CALL,
    started_at,
    version,
  };
}

function ofLoop(row: LoopRow): ResolvedKey {
  const { turn_id, session_id, trace_id, loop_id, started_at, version } = row;
  const own = { ...NO_CALL, loop_id };
  return { table_name: 'loops', turn_id, session_id, trace_id, ...own, started_at, version };
}

const NO_CALL = { span_id: '', call_index: 0, loop_id: '' };
