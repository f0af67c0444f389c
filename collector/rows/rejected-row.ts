import { toInstant, type RejectedSpanRow, type SpanRow } from '@loopscope/sql';
import type { Rejection } from '../decode/wire-span.ts';
import { firstText } from '../normalise/normalise-span.ts';
import type { RowContext } from './row-context.ts';

const SAMPLE_CHARS = 2_000;

/** A span that could not be read. */
export function toRejectedRow(rejection: Rejection, context: RowContext): RejectedSpanRow {
  return {
    project: context.project,
    rejected_at: toInstant(context.nowMs),
    reason: rejection.reason,
    detail: rejection.detail,
    trace_id: rejection.traceId,
    span_id: rejection.spanId,
    service: firstText(rejection.resource.attributes, ['service.name']),
    sample: context.content === 'full' ? rejection.sample : '',
  };
}

/** A row that the store does not take. */
export function toRefusedRow(row: SpanRow, detail: string, context: RowContext): RejectedSpanRow {
  return {
    project: row.project,
    rejected_at: toInstant(context.nowMs),
    reason: 'refused_by_store',
    detail,
    trace_id: row.trace_id,
    span_id: row.span_id,
    service: row.service,
    sample: context.content === 'full' ? JSON.stringify(row).slice(0, SAMPLE_CHARS) : '',
  };
}
