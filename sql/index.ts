export { openStore } from './store/open-store.ts';
export { migrate } from './migrate.ts';
export { lockDataDir } from './store/data-dir-lock.ts';
export { makeDirectory } from './store/make-directory.ts';
export { type InsertedSpans, type Store, type StoreOptions } from './store/store.ts';
export { borrowStore, lendStore, type LentStore } from './store/lent-store.ts';
export { StoreError, type StoreErrorCode } from './store/errors.ts';
export { type Query, type ReadBounds } from './store/query.ts';
export { toInstant, fromInstant } from './instant.ts';
export { nextVersion } from './version.ts';
export { isFlapping, isSilencing } from './rows/alert-times.ts';

export { TABLE_ROWS, type TableName, type RowOf } from './rows/table-rows.ts';
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
} from './rows/rows.ts';
export { spanPlaces } from './store/touches-of.ts';
export { rowLine } from './store/row-line.ts';
export { turnTotals, type TurnTotals } from './rows/turn-totals.ts';
export { toTurnSteps } from './turn-steps.ts';
export {
  spanMessages,
  type SpanMessages,
  type AskedCall,
  type FedBackResult,
} from './rows/span-messages.ts';
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
} from './rows/alert-rows.ts';
export {
  guardReport,
  type GuardReport,
  type GuardDecisionRow,
  type SessionStopRow,
} from './rows/guard-rows.ts';

export { type SessionDeletionRow } from './rows/deletion-rows.ts';
export { eraseExtent, extentOf, type ErasedSubject, type SessionExtent } from './erase-session.ts';
export { tracesOfSession } from './queries/erase/traces-of-session.ts';
export { rowsOfTraces } from './queries/erase/rows-of-traces.ts';
export { lateOfDeleted } from './queries/erase/late-of-deleted.ts';
export { sessionDeletions } from './queries/api/session-deletions.ts';
export { erasedTraces } from './queries/analyzer/erased-traces.ts';

export { touchedBlocks } from './queries/analyzer/touched-blocks.ts';
export { tracesOfBlocks } from './queries/analyzer/traces-of-blocks.ts';
export { pendingTraces } from './queries/analyzer/pending-traces.ts';
export { sessionTraces } from './queries/analyzer/session-traces.ts';
export { mayHaveTwins } from './queries/analyzer/may-have-twins.ts';
export { twinTraces } from './queries/analyzer/twin-traces.ts';
export {
  spansOfTraces,
  narrowSpanRow,
  type NarrowSpanRow,
} from './queries/analyzer/spans-of-traces.ts';
export { narrowSpans } from './queries/analyzer/narrow-spans.ts';
export { storedSpans } from './queries/analyzer/stored-spans.ts';
export { spanStartAt } from './queries/analyzer/span-start-at.ts';
export { spanBlocks } from './queries/analyzer/span-blocks.ts';
export { callTexts, type CallTextRow } from './queries/analyzer/call-texts.ts';
export { resolvedOfTraces, type ResolvedKey } from './queries/analyzer/resolved-of-traces.ts';
export { turnsOfTraces } from './queries/analyzer/turns-of-traces.ts';

export { type Filter, type Page } from './queries/columns.ts';
export { type TurnStatsRow } from './queries/turn-stats-row.ts';
export { type SessionStatsRow } from './queries/session-stats-row.ts';
export { type ToolTotalsRow } from './queries/api/tool-totals-row.ts';
export { overview } from './queries/api/overview.ts';
export { maxAttemptsSeries } from './queries/api/max-attempts-series.ts';
export { maxAttemptsHistogram } from './queries/api/max-attempts-histogram.ts';
export { distinctRatioHistogram } from './queries/api/distinct-ratio-histogram.ts';
export { readTurns, ANY_TURN, type TurnListRow } from './queries/api/turns.ts';
export { turn } from './queries/api/turn.ts';
export { findInTurn } from './queries/api/find-in-turn.ts';
export { turnSteps, WHOLE_STEPS, type TurnStepRow } from './queries/api/turn-steps.ts';
export { turnLoops } from './queries/api/turn-loops.ts';
export { turnSavings } from './queries/api/turn-savings.ts';
export { readSessions, sessionTotals } from './queries/api/sessions.ts';
export { sessionTurns } from './queries/api/session-turns.ts';
export { tools } from './queries/api/tools.ts';
export { tool } from './queries/api/tool.ts';
export { toolErrors } from './queries/api/tool-errors.ts';
export { loops } from './queries/api/loops.ts';
export { status } from './queries/api/status.ts';
export { facets } from './queries/api/facets.ts';
export { signatures } from './queries/api/signatures.ts';
export { loopSeries } from './queries/api/loop-series.ts';
export { markers } from './queries/api/markers.ts';
export { rejectedReasons } from './queries/api/rejected-reasons.ts';
export { spanSources } from './queries/api/span-sources.ts';
export { hints } from './queries/api/hints.ts';
export { unresolvedTraces } from './queries/api/unresolved-traces.ts';
export { freshTurns } from './queries/api/fresh-turns.ts';
export { freshLoops } from './queries/api/fresh-loops.ts';
export { freshAlerts } from './queries/api/fresh-alerts.ts';
export { latestNews } from './queries/api/latest-news.ts';

export { subjectsSince } from './queries/alerts/subjects-since.ts';
export { sessionStatsOf } from './queries/alerts/session-stats-of.ts';
export { turnStatsOf } from './queries/alerts/turn-stats-of.ts';
export { alertEvents } from './queries/alerts/alert-events.ts';
export { silences } from './queries/alerts/silences.ts';
export { alertNews } from './queries/alerts/alert-news.ts';
export { openAlerts } from './queries/alerts/open-alerts.ts';
export { openDeliveries } from './queries/alerts/open-deliveries.ts';
export { alertPage } from './queries/alerts/alert-page.ts';
export { alertCounts } from './queries/alerts/alert-counts.ts';
export { alertHistory } from './queries/alerts/alert-history.ts';
export { alertDeliveriesOf } from './queries/alerts/alert-deliveries-of.ts';
export { deadLetters } from './queries/alerts/dead-letters.ts';
export { receiverHealth } from './queries/alerts/receiver-health.ts';
export { alertRules } from './queries/alerts/alert-rules.ts';
export { alertReports } from './queries/alerts/alert-reports.ts';
export { alertOrders } from './queries/alerts/alert-orders.ts';
export { NEWS_BOUNDS, RULE_BOUNDS } from './queries/alerts/rule-bounds.ts';
export { leaseHolder } from './queries/alerts/lease-holder.ts';
export { type WindowPage } from './queries/alerts/arrival-window.ts';
export { toolFacts } from './queries/alerts/tool-facts.ts';
export { fleetFacts } from './queries/alerts/fleet-facts.ts';
export { releaseFacts } from './queries/alerts/release-facts.ts';
export { ingestionFacts } from './queries/alerts/ingestion-facts.ts';
export { guardFacts } from './queries/alerts/guard-facts.ts';
export { loopsOf } from './queries/alerts/loops-of.ts';
export { replayCalls } from './queries/alerts/replay-calls.ts';
export { replayTurns } from './queries/alerts/replay-turns.ts';
export { replayLoops } from './queries/alerts/replay-loops.ts';
export { replayGuards } from './queries/alerts/replay-guards.ts';
export { replayArrivals } from './queries/alerts/replay-arrivals.ts';
export { worstLoops } from './queries/alerts/worst-loops.ts';

export {
  storedDeclaration,
  declarationRow,
  loopFeedbackRow,
  type StoredDeclaration,
  type DeclarationRow,
  type LoopFeedbackRow,
} from './rows/verdict-rows.ts';
export { fleetSavings } from './queries/api/fleet-savings.ts';
export { turnCounts } from './queries/turn-counts.ts';
export { declarations, type StandingDeclaration } from './queries/analyzer/declarations.ts';
export { declarationHistory } from './queries/api/declaration-history.ts';
export { tracesOfTool } from './queries/analyzer/traces-of-tool.ts';
export { signedTexts, type SignedTextRow } from './queries/analyzer/signed-texts.ts';
export { toolArguments } from './queries/analyzer/tool-arguments.ts';
export { loop } from './queries/api/loop.ts';
export { loopFeedback } from './queries/api/loop-feedback.ts';
export { loopGroups, type LoopGroupRow } from './queries/analyzer/loop-groups.ts';
export { loopsNewSince } from './queries/api/loops-new-since.ts';
export { turnTraces } from './queries/analyzer/turn-traces.ts';
export { sessionStops, standingStops } from './queries/api/session-stops.ts';
export { recoveries } from './queries/analyzer/recoveries.ts';
export {
  guardSavings,
  guardSummary,
  guardTallies,
  guardDecisions,
  ceilingsReached,
} from './queries/api/guard.ts';
