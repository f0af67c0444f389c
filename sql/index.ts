export { openStore } from './open-store.ts';
export { migrate } from './migrate.ts';
export { type Store, type StoreOptions } from './store.ts';
export { StoreError, type StoreErrorCode } from './errors.ts';
export { type Query } from './query.ts';
export { toInstant, fromInstant } from './instant.ts';

export { TABLE_ROWS, type TableName, type RowOf } from './table-rows.ts';
export {
  spanKind,
  outcome,
  resultKind,
  effect,
  spanRow,
  toolCallRow,
  turnVerdictRow,
  loopRow,
  touchedTraceRow,
  resolvedTraceRow,
  rejectedSpanRow,
  type SpanRow,
  type ToolCallRow,
  type TurnVerdictRow,
  type LoopRow,
  type TouchedTraceRow,
  type ResolvedTraceRow,
  type RejectedSpanRow,
} from './rows.ts';
export {
  spanMessages,
  type SpanMessages,
  type AskedCall,
  type FedBackResult,
} from './span-messages.ts';
export {
  alertState,
  alertStateRow,
  alertEventRow,
  silenceRow,
  type AlertStateRow,
  type AlertEventRow,
  type SilenceRow,
} from './alert-rows.ts';

export { pendingTraces } from './queries/pending-traces.ts';
export { sessionTraces } from './queries/session-traces.ts';
export { spansOfTraces, narrowSpanRow, type NarrowSpanRow } from './queries/spans-of-traces.ts';
export { resolvedOfTraces, type ResolvedKey } from './queries/resolved-of-traces.ts';
