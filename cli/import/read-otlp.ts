import { isRecord, textOf, toJsonText } from './json-text.ts';
import { RecordError } from './run.ts';
import { readSpanExport } from './span-exports.ts';

/** One resource of a recorded export request, text and what it holds. */
export interface OtlpPart {
  text: string;
  spans: number;
  traceIds: string[];
  /** Milliseconds since 1970; null where no span has a usable time. */
  firstMs: number | null;
  lastMs: number | null;
}

/** Cuts an export request into its resources, unchanged, or what another product exported; throws a RecordError where it is neither. */
export function readOtlp(value: unknown): OtlpPart[] {
  const request = readSpanExport(value)?.() ?? value;
  const resources = isRecord(request)
    ? (request['resourceSpans'] ?? request['resource_spans'])
    : undefined;
  if (!Array.isArray(resources)) throw new RecordError('no resourceSpans list');
  return resources.filter(isRecord).map(readResource);
}

function readResource(resource: Record<string, unknown>): OtlpPart {
  const spans = listOf(resource, [
    'scopeSpans',
    'scope_spans',
    'instrumentationLibrarySpans',
  ]).flatMap((scope) => listOf(scope, ['spans']));
  const times = spans
    .map((span) => Number(span['startTimeUnixNano'] ?? span['start_time_unix_nano']) / 1e6)
    .filter((ms) => ms > 0);
  const ids = spans.map((span) => textOf(span['traceId'] ?? span['trace_id']) ?? '');
  return {
    text: toJsonText(resource),
    spans: spans.length,
    traceIds: [...new Set(ids)],
    firstMs: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
    lastMs: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
  };
}

function listOf(
  record: Record<string, unknown>,
  keys: readonly string[],
): Record<string, unknown>[] {
  const list = keys.map((key) => record[key]).find(Array.isArray);
  return list === undefined ? [] : list.filter(isRecord);
}
