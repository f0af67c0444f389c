import { jsonText } from './json-text.ts';
import type { Rejection, WireResource, WireSpan } from './wire-span.ts';

/** A span whose ids are not judged yet; null is an id that was absent or no id. */
export interface SpanDraft {
  span: WireSpan;
  traceId: string | null;
  spanId: string | null;
}

const SAMPLE_CHARS = 2_000;

export function emptySpan(resource: WireResource, marks: Set<string>): WireSpan {
  return {
    resource,
    scope: '',
    traceId: '',
    spanId: '',
    parentSpanId: '',
    name: '',
    startNs: 0n,
    endNs: 0n,
    status: 'unset',
    statusMessage: '',
    attributes: new Map(),
    events: [],
    droppedAttributes: 0,
    marks,
    position: 0,
  };
}

/** The span with its ids, or why it cannot be taken. */
export function checkIds(draft: SpanDraft): WireSpan | Rejection {
  const { span, traceId, spanId } = draft;
  if (traceId === null)
    return reject(draft, 'bad_trace_id', 'a trace id is 16 bytes, not all zero');
  if (spanId === null) return reject(draft, 'bad_span_id', 'a span id is 8 bytes, not all zero');
  span.traceId = traceId;
  span.spanId = spanId;
  return span;
}

function reject(draft: SpanDraft, reason: Rejection['reason'], detail: string): Rejection {
  const { span, traceId, spanId } = draft;
  const shown = { name: span.name, attributes: Object.fromEntries(span.attributes) };
  return {
    reason,
    detail,
    traceId: traceId ?? '',
    spanId: spanId ?? '',
    resource: span.resource,
    sample: jsonText(shown).slice(0, SAMPLE_CHARS),
  };
}
