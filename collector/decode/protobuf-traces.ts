import type { Limits } from '../limits.ts';
import { spanIdFromBytes, traceIdFromBytes } from './ids.ts';
import { ProtobufReader } from './protobuf-reader.ts';
import { readResource, readScopeName } from './protobuf-resource.ts';
import { readAttribute, readText, type ProtobufContext } from './protobuf-values.ts';
import { cutText } from './text.ts';
import { noteSampling } from './sampling.ts';
import { checkIds, emptySpan, type SpanDraft } from './span-draft.ts';
import { DecodeError } from './wire-span.ts';
import type { DecodedTraces, WireEvent, WireResource, WireSpan } from './wire-span.ts';

// `field << 3 | wire type` of opentelemetry.proto.trace.v1 and its neighbours.
const REQUEST = { resourceSpans: 10 };
// 8002 is the old InstrumentationLibrarySpans, whose shape is that of ScopeSpans.
const RESOURCE_SPANS = { resource: 10, scopeSpans: 18, instrumentationLibrarySpans: 8002 };
const SCOPE_SPANS = { scope: 10, span: 18 };
const SPAN = {
  traceId: 10,
  spanId: 18,
  traceState: 26,
  parentSpanId: 34,
  name: 42,
  startNs: 57,
  endNs: 65,
  attribute: 74,
  droppedAttributes: 80,
  event: 90,
  status: 122,
};
const EVENT = { timeNs: 9, name: 18, attribute: 26 };
const STATUS = { message: 18, code: 24 };
const STATUS_CODES = ['unset', 'ok', 'error'] as const;

/**
 * Reads an ExportTraceServiceRequest. A span that cannot be read is rejected alone.
 * @throws {DecodeError} where the bytes outside of the spans are no such message.
 */
export function decodeProtobufTraces(body: Buffer, limits: Limits): DecodedTraces {
  const context: ProtobufContext = { reader: new ProtobufReader(body), limits, marks: new Set() };
  const decoded: DecodedTraces = { spans: [], rejections: [] };
  const { reader } = context;
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag === REQUEST.resourceSpans) readResourceSpans(context, decoded);
    else reader.skip(tag);
  }
  return decoded;
}

function readResourceSpans(context: ProtobufContext, decoded: DecodedTraces): void {
  const { reader } = context;
  const outer = reader.enter();
  const resource: WireResource = { attributes: new Map() };
  while (!reader.atEnd) {
    const tag = reader.tag();
    switch (tag) {
      case RESOURCE_SPANS.resource:
        readResource(context, resource);
        break;
      case RESOURCE_SPANS.scopeSpans:
      case RESOURCE_SPANS.instrumentationLibrarySpans:
        readScopeSpans(context, resource, decoded);
        break;
      default:
        reader.skip(tag);
    }
  }
  reader.leave(outer);
}

function readScopeSpans(
  context: ProtobufContext,
  resource: WireResource,
  decoded: DecodedTraces,
): void {
  const { reader } = context;
  const outer = reader.enter();
  const first = decoded.spans.length;
  let scope = '';
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag === SCOPE_SPANS.scope) scope = readScopeName(context);
    else if (tag === SCOPE_SPANS.span) readSpanApart(context, resource, decoded);
    else reader.skip(tag);
  }
  reader.leave(outer);
  for (const span of decoded.spans.slice(first)) span.scope = scope;
}

/** Whatever is wrong inside of the span stays inside: its length was already known to be right. */
function readSpanApart(
  context: ProtobufContext,
  resource: WireResource,
  decoded: DecodedTraces,
): void {
  const { reader } = context;
  const outer = reader.enter();
  const end = reader.limit;
  try {
    const draft = readSpan({ ...context, marks: new Set() }, resource);
    const checked = checkIds(draft);
    if ('reason' in checked) decoded.rejections.push(checked);
    else {
      checked.position = decoded.spans.length;
      decoded.spans.push(checked);
    }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const detail = error.message;
    const ids = { traceId: '', spanId: '' };
    decoded.rejections.push({ reason: 'malformed_span', detail, ...ids, resource, sample: '' });
  }
  reader.limit = end;
  reader.leave(outer);
}

function readSpan(context: ProtobufContext, resource: WireResource): SpanDraft {
  const { reader, limits, marks } = context;
  const span = emptySpan(resource, marks);
  const draft: SpanDraft = { span, traceId: null, spanId: null };
  while (!reader.atEnd) {
    const tag = reader.tag();
    switch (tag) {
      case SPAN.traceId:
        draft.traceId = traceIdFromBytes(reader.delimited());
        break;
      case SPAN.spanId:
        draft.spanId = spanIdFromBytes(reader.delimited());
        break;
      case SPAN.traceState:
        noteSampling(readText(context), marks);
        break;
      case SPAN.parentSpanId:
        span.parentSpanId = readParentId(context);
        break;
      case SPAN.name:
        span.name = cutText(readText(context), limits.maxNameChars);
        break;
      case SPAN.startNs:
        span.startNs = reader.fixed64();
        break;
      case SPAN.endNs:
        span.endNs = reader.fixed64();
        break;
      case SPAN.attribute:
        if (!readAttribute(context, span.attributes)) marks.add('truncated');
        break;
      case SPAN.droppedAttributes:
        span.droppedAttributes = reader.uint32();
        break;
      case SPAN.event:
        if (span.events.length < limits.maxEvents) span.events.push(readEvent(context));
        else {
          reader.delimited();
          marks.add('truncated');
        }
        break;
      case SPAN.status:
        readStatus(context, span);
        break;
      default:
        reader.skip(tag);
    }
  }
  return draft;
}

function readParentId({ reader, marks }: ProtobufContext): string {
  const bytes = reader.delimited();
  const id = spanIdFromBytes(bytes);
  // All zeros is how some senders say root.
  if (id === null && bytes.some((byte) => byte !== 0)) marks.add('bad_parent_id');
  return id ?? '';
}

function readEvent(context: ProtobufContext): WireEvent {
  const { reader, marks } = context;
  const outer = reader.enter();
  const event: WireEvent = { timeNs: 0n, name: '', attributes: new Map() };
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag === EVENT.timeNs) event.timeNs = reader.fixed64();
    else if (tag === EVENT.name) event.name = readText(context);
    else if (tag === EVENT.attribute) {
      if (!readAttribute(context, event.attributes)) marks.add('truncated');
    } else reader.skip(tag);
  }
  reader.leave(outer);
  return event;
}

function readStatus(context: ProtobufContext, span: WireSpan): void {
  const { reader } = context;
  const outer = reader.enter();
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag === STATUS.message) span.statusMessage = readText(context);
    else if (tag === STATUS.code) span.status = STATUS_CODES[Number(reader.int64())] ?? 'unset';
    else reader.skip(tag);
  }
  reader.leave(outer);
}
