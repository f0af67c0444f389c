import { toRequest, type Convert, type ExportedSpan } from './exported-span.ts';
import { firstText, isRecord, numberOf, textOf } from './json-text.ts';

type Row = Record<string, unknown>;

/** A trace of Jaeger's API, alone or in its answer; null where it is none. */
export function readJaeger(value: Row): Convert | null {
  const traces: unknown[] = Array.isArray(value['data']) ? value['data'] : [value];
  if (traces.length === 0 || !traces.every(isJaegerTrace)) return null;
  return () => toRequest(traces.flatMap(spansOfJaeger));
}

function isJaegerTrace(value: unknown): value is Row {
  return isRecord(value) && Array.isArray(value['spans']) && isRecord(value['processes']);
}

function spansOfJaeger(trace: Row): ExportedSpan[] {
  const processes = isRecord(trace['processes']) ? trace['processes'] : {};
  return rowsOf(trace['spans']).map((span) => {
    const tags = tagsOf(span['tags']);
    const sender = processes[firstText(span, ['processID'])];
    const startNs = micros(span['startTime']);
    const parent = rowsOf(span['references']).find(({ refType }) => refType !== 'FOLLOWS_FROM');
    const hasFailed = tags['error'] === true || tags['otel.status_code'] === 'ERROR';
    return {
      traceId: firstText(span, ['traceID']),
      spanId: firstText(span, ['spanID']),
      parentId: firstText(parent ?? {}, ['spanID']) || firstText(span, ['parentSpanID']),
      name: firstText(span, ['operationName']),
      service: isRecord(sender) ? firstText(sender, ['serviceName']) : '',
      scope: textOf(tags['otel.scope.name'] ?? tags['otel.library.name']) ?? '',
      startNs,
      endNs: startNs + micros(span['duration']),
      attributes: tags,
      error: hasFailed ? (textOf(tags['otel.status_description']) ?? '') : null,
      events: rowsOf(span['logs']).map((log) => {
        const { event, ...attributes } = tagsOf(log['fields']);
        return { name: textOf(event) ?? '', attributes };
      }),
    };
  });
}

function tagsOf(tags: unknown): Row {
  return Object.fromEntries(rowsOf(tags).map((tag) => [firstText(tag, ['key']), tag['value']]));
}

function micros(value: unknown): bigint {
  return BigInt(Math.max(0, Math.round(numberOf(value) ?? 0))) * 1_000n;
}

/** A trace of Tempo's API, which is OTLP but for its frame and its ids in base64; null where it is none. */
export function readTempo(value: Row): Convert | null {
  const trace = isRecord(value['trace']) ? value['trace'] : value;
  const resources = trace['batches'] ?? trace['resourceSpans'];
  if (!Array.isArray(resources) || !resources.some(isResource)) return null;
  return trace === value && value['batches'] === undefined
    ? null
    : () => ({ resourceSpans: resources.map((resource) => withHexIds(resource)) });
}

function isResource(value: unknown): boolean {
  return (
    isRecord(value) &&
    ['scopeSpans', 'instrumentationLibrarySpans'].some((key) => Array.isArray(value[key]))
  );
}

const BASE64_ID = /^(?:[A-Za-z0-9+/]{11}=|[A-Za-z0-9+/]{22}==)$/;
const IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

function withHexIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withHexIds);
  if (!isRecord(value) || 'rawJSON' in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      IDS.has(key) && typeof inner === 'string' && BASE64_ID.test(inner)
        ? Buffer.from(inner, 'base64').toString('hex')
        : withHexIds(inner),
    ]),
  );
}

export function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
