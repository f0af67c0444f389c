import type { RejectedSpanRow, SpanRow } from '@loopscope/sql';
import { toInstant } from './instant.ts';
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

/** Spans that were accepted, and whose bytes in the spool are no longer those that were written. */
export function toDamagedRow(
  { spans, file }: { spans: number; file: string },
  context: RowContext,
): RejectedSpanRow {
  return {
    project: context.project,
    rejected_at: toInstant(context.nowMs),
    reason: 'spool_damaged',
    detail: `${spans} spans; what is left of them is in ${file}`,
    trace_id: '',
    span_id: '',
    service: '',
    sample: '',
  };
}

/** A row that the store does not take, from its line in the spool. */
export function toRefusedRow(line: string, detail: string, nowMs: number): RejectedSpanRow {
  const row = parseLine(line);
  return {
    project: row.project ?? '',
    rejected_at: toInstant(nowMs),
    reason: 'refused_by_store',
    detail: detail.toWellFormed(),
    trace_id: row.trace_id ?? '',
    span_id: row.span_id ?? '',
    service: row.service ?? '',
    // With `hashes` the texts are not in the line.
    sample: line.slice(0, SAMPLE_CHARS).toWellFormed(),
  };
}

function parseLine(line: string): Partial<SpanRow> {
  try {
    return JSON.parse(line);
  } catch {
    // Whatever it is, it must not hold up the others.
    return {};
  }
}
