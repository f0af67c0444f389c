import type { z } from 'zod';

import {
  alertDeliveryRow,
  alertEventRow,
  alertLeaseRow,
  alertOrderRow,
  alertReportRow,
  alertRuleRow,
  alertStateRow,
  silenceRow,
} from './alert-rows.ts';
import { sessionDeletionRow } from './deletion-rows.ts';
import { guardDecisionRow, sessionStopRow } from './guard-rows.ts';
import {
  loopRow,
  rejectedSpanRow,
  resolvedTraceRow,
  spanRow,
  toolCallRow,
  touchedTraceRow,
  turnVerdictRow,
} from './rows.ts';
import { declarationRow, loopFeedbackRow } from './verdict-rows.ts';

/** The tables that take inserts, each with the shape of its rows. What else there is fills itself from these. */
export const TABLE_ROWS = {
  spans: spanRow,
  tool_calls: toolCallRow,
  turn_verdicts: turnVerdictRow,
  loops: loopRow,
  resolved_traces: resolvedTraceRow,
  rejected_spans: rejectedSpanRow,
  alert_states: alertStateRow,
  alert_events: alertEventRow,
  alert_deliveries: alertDeliveryRow,
  alert_rules: alertRuleRow,
  alert_leases: alertLeaseRow,
  alert_reports: alertReportRow,
  alert_orders: alertOrderRow,
  silences: silenceRow,
  touched_traces: touchedTraceRow,
  declarations: declarationRow,
  loop_feedback: loopFeedbackRow,
  guard_decisions: guardDecisionRow,
  session_stops: sessionStopRow,
  session_deletions: sessionDeletionRow,
} as const;

export type TableName = keyof typeof TABLE_ROWS;
export type RowOf<Name extends TableName> = z.infer<(typeof TABLE_ROWS)[Name]>;
