import { hash } from 'node:crypto';

import { isRecord, numberOf, textOf, toJsonText } from './json-text.ts';

/** A span as another product exports it, with that product's own ids. */
export interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  service: string;
  scope: string;
  startNs: bigint;
  endNs: bigint;
  /** Text and numbers as they are, everything else as JSON; null and undefined are left out. */
  attributes: Record<string, unknown>;
  /** Null where nothing failed. */
  error: string | null;
  events?: { name: string; attributes: Record<string, unknown> }[];
}

/** Makes an export request of what was recognised: most who ask want to know only whether it was. */
export type Convert = () => Record<string, unknown>;

const FAILED = 2;

/** One export request as OTLP/JSON. */
export function toRequest(spans: readonly ExportedSpan[]): Record<string, unknown> {
  const byService = Map.groupBy(spans, ({ service }) => service);
  return {
    resourceSpans: [...byService].map(([service, ofService]) => ({
      resource: { attributes: toAttributes({ 'service.name': service }) },
      scopeSpans: [...Map.groupBy(ofService, ({ scope }) => scope)].map(([name, ofScope]) => ({
        scope: { name },
        spans: ofScope.map(toSpan),
      })),
    })),
  };
}

function toSpan(span: ExportedSpan): Record<string, unknown> {
  const time = span.endNs.toString();
  const events = (span.events ?? []).map(({ name, attributes }) => ({
    name,
    timeUnixNano: time,
    attributes: toAttributes(attributes),
  }));
  return {
    traceId: hexId(span.traceId, 32),
    spanId: hexId(span.spanId, 16),
    parentSpanId: span.parentId === '' ? '' : hexId(span.parentId, 16),
    name: span.name,
    kind: 1,
    startTimeUnixNano: span.startNs.toString(),
    endTimeUnixNano: time,
    attributes: toAttributes({ ...span.attributes, 'loopscope.import.form': 'otlp' }),
    events,
    status: span.error === null ? { code: 0 } : { code: FAILED, message: span.error },
  };
}

/** Ids of OpenTelemetry stay what they are, others are hashed into its form. */
function hexId(id: string, length: 16 | 32): string {
  const plain = id.toLowerCase().replaceAll('-', '');
  if (plain.length <= length && /^[0-9a-f]{16,}$/.test(plain)) return plain.padStart(length, '0');
  return hash('sha256', id).slice(0, length);
}

function toAttributes(values: Record<string, unknown>): Record<string, unknown>[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: toAnyValue(value) }],
  );
}

function toAnyValue(value: unknown): Record<string, unknown> {
  if (typeof value === 'boolean') return { boolValue: value };
  const number = numberOf(value);
  if (number === null) return { stringValue: textOf(value) ?? '' };
  return Number.isSafeInteger(number) ? { intValue: String(number) } : { doubleValue: number };
}

/** An ISO 8601 time (UTC where it names no zone), or seconds or milliseconds since 1970, in nanoseconds; null where it is no time. */
export function nsOf(value: unknown): bigint | null {
  const number = numberOf(value);
  if (number !== null) {
    if (number <= 0) return null;
    return BigInt(Math.round(number < 1e11 ? number * 1e6 : number * 1e3)) * 1_000n;
  }
  if (typeof value !== 'string' || value === '') return null;
  const text = value.replace(' ', 'T');
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(ms) ? null : BigInt(ms) * 1_000_000n;
}

/** Nested objects and lists as one attribute a leaf, `a.0.b`. */
export function flatten(value: unknown, path: string, into: Record<string, unknown>): void {
  const isList = Array.isArray(value);
  if (!isList && !isRecord(value)) into[path] = value;
  else if (path === 'metadata' || Object.keys(value).length === 0) into[path] = toJsonText(value);
  else {
    for (const [key, inner] of Object.entries(value)) {
      flatten(inner, path === '' ? key : `${path}.${key}`, into);
    }
  }
}
