import type { Declarations } from '@loopscope/signature';
import type { SpanRow } from '@loopscope/sql';
import { decodeTraces } from './decode/decode-traces.ts';
import { DIALECTS } from './dialects/index.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createNormaliser } from './normalise/normalise-span.ts';
import type { RowContext } from './rows/row-context.ts';
import { toSpanRow } from './rows/span-row.ts';

export type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };

/** A span as tests write it: plain values instead of AnyValues, everything else with a default. */
export interface SpanFixture {
  name?: string;
  scope?: string;
  traceId?: string;
  spanId?: string;
  parentSpanId?: string;
  startMs?: number;
  endMs?: number;
  status?: 'unset' | 'ok' | 'error';
  statusMessage?: string;
  resource?: Record<string, Plain>;
  attributes?: Record<string, Plain>;
  events?: { name: string; attributes: Record<string, Plain> }[];
  droppedAttributesCount?: number;
}

export const FIXTURE_NOW_MS = Date.UTC(2026, 10, 30, 12);
const STATUS_CODES = { unset: 0, ok: 1, error: 2 };

/** An OTLP/JSON request of the given spans, each in a group of its own. */
export function requestOf(...spans: readonly SpanFixture[]): object {
  return { resourceSpans: spans.map(resourceSpansOf) };
}

function resourceSpansOf(span: SpanFixture, index: number): object {
  const { startMs = FIXTURE_NOW_MS - 5_000, endMs = startMs + 250 } = span;
  return {
    resource: { attributes: pairs({ 'service.name': 'shop', ...span.resource }) },
    scopeSpans: [
      {
        scope: { name: span.scope ?? '' },
        spans: [
          {
            traceId: span.traceId ?? '0af7651916cd43dd8448eb211c80319c',
            spanId: span.spanId ?? (index + 1).toString(16).padStart(16, '0'),
            parentSpanId: span.parentSpanId ?? '00f067aa0ba902b7',
            name: span.name ?? 'span',
            startTimeUnixNano: `${startMs}000000`,
            endTimeUnixNano: `${endMs}000000`,
            status: {
              code: STATUS_CODES[span.status ?? 'unset'],
              message: span.statusMessage ?? '',
            },
            attributes: pairs(span.attributes ?? {}),
            events: (span.events ?? []).map(({ name, attributes }) => ({
              name,
              timeUnixNano: `${endMs}000000`,
              attributes: pairs(attributes),
            })),
            droppedAttributesCount: span.droppedAttributesCount ?? 0,
          },
        ],
      },
    ],
  };
}

export function pairs(values: Record<string, Plain>): object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));
}

export function anyValue(value: Plain): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  if (value === null) return {};
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: pairs(value) } };
}

/** What the collector makes of one span. */
export function rowOf(
  span: SpanFixture,
  { declarations = new Map(), ...rest }: Partial<RowContext> & { declarations?: Declarations } = {},
): SpanRow {
  const body = Buffer.from(JSON.stringify(requestOf(span)));
  const [wire] = decodeTraces(body, 'json', DEFAULT_LIMITS).spans;
  if (wire === undefined) throw new Error('the fixture is no span');
  return toSpanRow(createNormaliser(DIALECTS)(wire), {
    project: 'fixtures',
    content: 'full',
    limits: DEFAULT_LIMITS,
    nowMs: FIXTURE_NOW_MS,
    declarations,
    ...rest,
  });
}
