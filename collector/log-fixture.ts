import type { SpanRow } from '@loopscope/sql';
import { decodeLogs } from './decode/decode-logs.ts';
import { DIALECTS } from './dialects/index.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createNormaliser } from './normalise/normalise-span.ts';
import { toSpanRow } from './rows/span-row.ts';
import { anyValue, FIXTURE_NOW_MS, pairs, type Plain } from './span-fixture.ts';

export const LOGGED_AT_MS = FIXTURE_NOW_MS - 5_000;

/** A log record as tests write it. */
export interface RecordFixture {
  scope?: string;
  atMs?: number;
  observedMs?: number;
  eventName?: string;
  body?: Plain;
  attributes?: Record<string, Plain>;
  traceId?: string;
  spanId?: string;
}

/** An OTLP/JSON request of the given records, each in a group of its own. */
export function logsRequestOf(...records: readonly RecordFixture[]): Buffer {
  const resourceLogs = records.map((record) => ({
    resource: { attributes: pairs({ 'service.name': 'shop' }) },
    scopeLogs: [{ scope: { name: record.scope ?? 'scope-a' }, logRecords: [recordOf(record)] }],
  }));
  return Buffer.from(JSON.stringify({ resourceLogs }));
}

function recordOf(record: RecordFixture): object {
  const { atMs = LOGGED_AT_MS, observedMs, traceId, spanId, eventName, body = null } = record;
  return {
    timeUnixNano: atMs === 0 ? '0' : `${atMs}000000`,
    ...(observedMs === undefined ? {} : { observedTimeUnixNano: `${observedMs}000000` }),
    ...(traceId === undefined ? {} : { traceId, spanId }),
    ...(eventName === undefined ? {} : { eventName }),
    body: anyValue(body),
    attributes: pairs(record.attributes ?? {}),
  };
}

/** What the collector makes of the records. */
export function rowsOfLogs(...records: readonly RecordFixture[]): SpanRow[] {
  const normalise = createNormaliser(DIALECTS);
  return decodeLogs(logsRequestOf(...records), 'json', DEFAULT_LIMITS).spans.map((span) =>
    toSpanRow(normalise(span), {
      project: 'fixtures',
      content: 'full',
      limits: DEFAULT_LIMITS,
      nowMs: FIXTURE_NOW_MS,
      declarations: new Map(),
    }),
  );
}
