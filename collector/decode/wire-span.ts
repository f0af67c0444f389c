/** An OTLP AnyValue, decoded. Integers beyond 2^53 stay bigint, bytes are text, objects have no prototype. */
export type WireValue = null | boolean | number | bigint | string | WireValue[] | WireObject;
export interface WireObject {
  [key: string]: WireValue;
}
export type WireAttributes = Map<string, WireValue>;

export interface WireEvent {
  timeNs: bigint;
  name: string;
  attributes: WireAttributes;
}

/** Shared by all spans of one ResourceSpans. */
export interface WireResource {
  attributes: WireAttributes;
}

/** One span as sent, whatever the encoding was: ids checked, text well-formed, nothing interpreted. */
export interface WireSpan {
  resource: WireResource;
  scope: string;
  /** 32 and 16 lower-case hex characters. */
  traceId: string;
  spanId: string;
  /** Empty for a root. */
  parentSpanId: string;
  name: string;
  startNs: bigint;
  endNs: bigint;
  status: 'unset' | 'ok' | 'error';
  statusMessage: string;
  attributes: WireAttributes;
  events: WireEvent[];
  /** What the sender says it left out. */
  droppedAttributes: number;
  /** What had to be changed so that the span could be read. */
  marks: Set<string>;
  /** Among the spans of its request. */
  position: number;
}

export type RejectReason = 'malformed_span' | 'bad_trace_id' | 'bad_span_id';

export interface Rejection {
  reason: RejectReason;
  detail: string;
  traceId: string;
  spanId: string;
  resource: WireResource;
  /** The beginning of the span as JSON; empty where it could not be read. */
  sample: string;
}

export interface DecodedTraces {
  spans: WireSpan[];
  rejections: Rejection[];
}

/** The body as a whole cannot be read: nothing of it is taken. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
