export { openStore } from './open-store.ts';
export { migrate } from './migrate.ts';
export { lockDataDir } from './data-dir-lock.ts';
export { type Store, type StoreOptions } from './store.ts';
export { borrowStore, lendStore, type LentStore } from './lent-store.ts';
export { StoreError, type StoreErrorCode } from './errors.ts';
export { type Query, type ReadBounds } from './query.ts';
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
  HINT_MARK,
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
export { rowLine } from './row-line.ts';
export { turnTotals, type TurnTotals } from './turn-totals.ts';
export { toTurnSteps } from './turn-steps.ts';
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
  alertDeliveryRow,
  silenceRow,
  alertRuleRow,
  alertLeaseRow,
  type AlertStateRow,
  type AlertEventRow,
  type AlertDeliveryRow,
  type SilenceRow,
  type AlertRuleRow,
  type AlertLeaseRow,
  type AlertReportRow,
  type AlertOrderRow,
} from './alert-rows.ts';
export {
  guardReport,
  type GuardReport,
  type GuardDecisionRow,
  type SessionStopRow,
} from './guard-rows.ts';

export { touchedBlocks } from './queries/touched-blocks.ts';
export { tracesOfBlocks } from './queries/traces-of-blocks.ts';
export { pendingTraces } from './queries/pending-traces.ts';
export { sessionTraces } from './queries/session-traces.ts';
export { mayHaveTwins } from './queries/may-have-twins.ts';
export { twinTraces } from './queries/twin-traces.ts';
export { spansOfTraces, narrowSpanRow, type NarrowSpanRow } from './queries/spans-of-traces.ts';
export { callTexts, type CallTextRow } from './queries/call-texts.ts';
export { resolvedOfTraces, type ResolvedKey } from './queries/resolved-of-traces.ts';

export { type Filter, type Page } from './queries/columns.ts';
export { type TurnStatsRow } from './queries/turn-stats-row.ts';
export { type SessionStatsRow } from './queries/session-stats-row.ts';
export { type ToolTotalsRow } from './queries/tool-totals-row.ts';
export { overview } from './queries/overview.ts';
export { maxAttemptsSeries } from './queries/max-attempts-series.ts';
export { maxAttemptsHistogram } from './queries/max-attempts-histogram.ts';
export { distinctRatioHistogram } from './queries/distinct-ratio-histogram.ts';
export { readTurns, ANY_TURN, type TurnListRow } from './queries/turns.ts';
export { turn } from './queries/turn.ts';
export { findInTurn } from './queries/find-in-turn.ts';
export { turnSteps, WHOLE_STEPS, type TurnStepRow } from './queries/turn-steps.ts';
export { turnLoops } from './queries/turn-loops.ts';
export { turnSavings } from './queries/turn-savings.ts';
export { readSessions, sessionTotals } from './queries/sessions.ts';
export { sessionTurns } from './queries/session-turns.ts';
export { tools } from './queries/tools.ts';
export { tool } from './queries/tool.ts';
export { toolErrors } from './queries/tool-errors.ts';
export { loops } from './queries/loops.ts';
export { status } from './queries/status.ts';
export { facets } from './queries/facets.ts';
export { signatures } from './queries/signatures.ts';
export { loopSeries } from './queries/loop-series.ts';
export { markers } from './queries/markers.ts';
export { rejectedReasons } from './queries/rejected-reasons.ts';
export { spanSources } from './queries/span-sources.ts';
export { hints } from './queries/hints.ts';
export { unresolvedTraces } from './queries/unresolved-traces.ts';
export { freshTurns } from './queries/fresh-turns.ts';
export { freshLoops } from './queries/fresh-loops.ts';
export { freshAlerts } from './queries/fresh-alerts.ts';
export { latestNews } from './queries/latest-news.ts';

export { subjectsSince } from './queries/subjects-since.ts';
export { sessionStatsOf } from './queries/session-stats-of.ts';
export { turnStatsOf } from './queries/turn-stats-of.ts';
export { alertEvents } from './queries/alert-events.ts';
export { silences } from './queries/silences.ts';
export { alertNews } from './queries/alert-news.ts';
export { openAlerts } from './queries/open-alerts.ts';
export { openDeliveries } from './queries/open-deliveries.ts';
export { alertPage } from './queries/alert-page.ts';
export { alertCounts } from './queries/alert-counts.ts';
export { alertHistory } from './queries/alert-history.ts';
export { alertDeliveriesOf } from './queries/alert-deliveries-of.ts';
export { deadLetters } from './queries/dead-letters.ts';
export { receiverHealth } from './queries/receiver-health.ts';
export { alertRules } from './queries/alert-rules.ts';
export { alertReports } from './queries/alert-reports.ts';
export { alertOrders } from './queries/alert-orders.ts';
export { NEWS_BOUNDS, RULE_BOUNDS } from './queries/rule-bounds.ts';
export { leaseHolder } from './queries/lease-holder.ts';
export { type WindowPage } from './queries/arrival-window.ts';
export { toolFacts } from './queries/tool-facts.ts';
export { fleetFacts } from './queries/fleet-facts.ts';
export { releaseFacts } from './queries/release-facts.ts';
export { ingestionFacts } from './queries/ingestion-facts.ts';
export { guardFacts } from './queries/guard-facts.ts';
export { loopsOf } from './queries/loops-of.ts';
export { replayCalls } from './queries/replay-calls.ts';
export { replayTurns } from './queries/replay-turns.ts';
export { replayLoops } from './queries/replay-loops.ts';
export { replayGuards } from './queries/replay-guards.ts';
export { replayArrivals } from './queries/replay-arrivals.ts';
export { worstLoops } from './queries/worst-loops.ts';

export {
  storedDeclaration,
  declarationRow,
  loopFeedbackRow,
  type StoredDeclaration,
  type DeclarationRow,
  type LoopFeedbackRow,
} from './verdict-rows.ts';
export { fleetSavings } from './queries/fleet-savings.ts';
export { turnCounts } from './queries/turn-counts.ts';
export { declarations, type StandingDeclaration } from './queries/declarations.ts';
export { declarationHistory } from './queries/declaration-history.ts';
export { tracesOfTool } from './queries/traces-of-tool.ts';
export { signedTexts, type SignedTextRow } from './queries/signed-texts.ts';
export { toolArguments } from './queries/tool-arguments.ts';
export { loop } from './queries/loop.ts';
export { loopFeedback } from './queries/loop-feedback.ts';
export { loopGroups, type LoopGroupRow } from './queries/loop-groups.ts';
export { loopsNewSince } from './queries/loops-new-since.ts';
export { turnTraces } from './queries/turn-traces.ts';
export { sessionStops, standingStops } from './queries/session-stops.ts';
export { recoveries } from './queries/recoveries.ts';
export { guardSummary, guardTallies, guardDecisions, ceilingsReached } from './queries/guard.ts';
