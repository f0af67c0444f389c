import type { Limits } from '../limits.ts';
import { spanIdFromJson, traceIdFromJson } from './ids.ts';
import { parseRequest, readJsonResource, readJsonScopeName } from './json-request.ts';
import { isObject, listOf, member, readJsonAttributes, textOf, uint64Of } from './json-values.ts';
import type { JsonContext, JsonObject } from './json-values.ts';
import { cutText } from './text.ts';
import { noteSampling } from './sampling.ts';
import { checkIds, emptySpan } from './span-draft.ts';
import type { DecodedTraces, WireEvent, WireResource, WireSpan } from './wire-span.ts';

const STATUS = new Map<unknown, WireSpan['status']>([
  [1, 'ok'],
  [2, 'error'],
  ['1', 'ok'],
  ['2', 'error'],
  ['STATUS_CODE_OK', 'ok'],
  ['STATUS_CODE_ERROR', 'error'],
]);

/**
 * Reads an OTLP/JSON ExportTraceServiceRequest, leniently where senders are known to stray from the encoding.
 * @throws {DecodeError} where the text is no JSON object.
 */
export function decodeJsonTraces(body: Buffer, limits: Limits): DecodedTraces {
  return readJsonTraces(parseRequest(body), limits);
}

/** The same of a request that is parsed already. */
export function readJsonTraces(request: JsonObject, limits: Limits): DecodedTraces {
  const decoded: DecodedTraces = { spans: [], rejections: [] };
  for (const resourceSpans of listOf(member(request, 'resourceSpans', 'resource_spans'))) {
    if (isObject(resourceSpans)) readResourceSpans(resourceSpans, limits, decoded);
  }
  return decoded;
}

function readResourceSpans(source: JsonObject, limits: Limits, decoded: DecodedTraces): void {
  const resource = readJsonResource(source, limits);
  const groups = member(
    source,
    'scopeSpans',
    'scope_spans',
    'instrumentationLibrarySpans',
    'instrumentation_library_spans',
  );
  for (const group of listOf(groups)) {
    if (!isObject(group)) continue;
    const name = readJsonScopeName(group);
    for (const span of listOf(group['spans'])) readSpan(span, { resource, name, limits }, decoded);
  }
}

interface Surroundings {
  resource: WireResource;
  /** Of the scope. */
  name: string;
  limits: Limits;
}

function readSpan(source: unknown, around: Surroundings, decoded: DecodedTraces): void {
  const { resource, limits } = around;
  const marks = new Set<string>();
  const span = emptySpan(resource, marks);
  if (!isObject(source)) {
    const ids = { traceId: '', spanId: '' };
    const detail = 'a span is a JSON object';
    decoded.rejections.push({ reason: 'malformed_span', detail, ...ids, resource, sample: '' });
    return;
  }
  const context: JsonContext = { limits, marks };
  span.scope = around.name;
  span.name = cutText(textOf(source['name'], marks), limits.maxNameChars);
  span.parentSpanId = readParentId(member(source, 'parentSpanId', 'parent_span_id'), marks);
  noteSampling(textOf(member(source, 'traceState', 'trace_state'), marks), marks);
  span.startNs = uint64Of(member(source, 'startTimeUnixNano', 'start_time_unix_nano'));
  span.endNs = uint64Of(member(source, 'endTimeUnixNano', 'end_time_unix_nano'));
  readJsonAttributes(context, source['attributes'], span.attributes);
  const dropped = member(source, 'droppedAttributesCount', 'dropped_attributes_count');
  span.droppedAttributes = Number(uint64Of(dropped));
  span.events = readEvents(context, source['events']);
  const status = source['status'];
  if (isObject(status)) {
    span.status = STATUS.get(status['code']) ?? 'unset';
    span.statusMessage = textOf(status['message'], marks);
  }
  const traceId = traceIdFromJson(member(source, 'traceId', 'trace_id'));
  const spanId = spanIdFromJson(member(source, 'spanId', 'span_id'));
  const checked = checkIds({ span, traceId, spanId });
  if ('reason' in checked) decoded.rejections.push(checked);
  else {
    checked.position = decoded.spans.length;
    decoded.spans.push(checked);
  }
}

function readParentId(value: unknown, marks: Set<string>): string {
  if (value === undefined || value === null || value === '') return '';
  const id = spanIdFromJson(value);
  const isZero = typeof value === 'string' && /^0+$/.test(value);
  if (id === null && !isZero) marks.add('bad_parent_id');
  return id ?? '';
}

function readEvents(context: JsonContext, list: unknown): WireEvent[] {
  const events: WireEvent[] = [];
  for (const source of listOf(list)) {
    if (!isObject(source)) continue;
    if (events.length >= context.limits.maxEvents) {
      context.marks.add('truncated');
      break;
    }
    const attributes = new Map();
    readJsonAttributes(context, source['attributes'], attributes);
    events.push({
      timeNs: uint64Of(member(source, 'timeUnixNano', 'time_unix_nano')),
      name: textOf(source['name'], context.marks),
      attributes,
    });
  }
  return events;
}
