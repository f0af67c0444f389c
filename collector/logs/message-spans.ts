import { jsonText } from '../decode/json-text.ts';
import { parseJson } from '../decode/parse-json.ts';
import { emptySpan } from '../decode/span-draft.ts';
import type { WireLog } from '../decode/wire-log.ts';
import type { WireAttributes, WireEvent, WireSpan } from '../decode/wire-span.ts';
import { MESSAGES_OF_SPAN } from '../dialects/genai.ts';
import { digest } from './event-spans.ts';

const WHOLE = 'gen_ai.client.inference.operation.details';

/** What one model call or tool said, record by record, beside its span. The conventions' names for it have changed often. */
export const MESSAGE_EVENTS: ReadonlySet<string> = new Set([
  'gen_ai.system.message',
  'gen_ai.user.message',
  'gen_ai.assistant.message',
  'gen_ai.tool.message',
  'gen_ai.choice',
  WHOLE,
]);

/** Where Semantic Kernel and others of its time put the body. */
const CONTENT = 'gen_ai.event.content';
const SESSIONS = ['gen_ai.conversation.id', 'session.id'];

/** Named records of one request, in the order they were sent. */
export type NamedLog = readonly [name: string, record: WireLog];

/** The messages of each span of a request as one span below it, so that one reader does for events and records. */
export function toMessageSpans(records: readonly NamedLog[]): WireSpan[] {
  const groups = Map.groupBy(records, ([name, { traceId, spanId, scope }], at) =>
    // A record that tells of a whole call and names no span stands alone.
    [traceId, spanId, scope, spanId === '' && name === WHOLE ? at : ''].join(' '),
  );
  return [...groups.values()].flatMap((group) => toMessageSpan(group) ?? []);
}

function toMessageSpan(group: readonly NamedLog[]): WireSpan | null {
  const [first] = group;
  if (first === undefined) return null;
  const [, { resource, marks, scope, traceId, spanId }] = first;
  const events = group.map(([name, record]): WireEvent => ({
    timeNs: record.timeNs,
    name,
    attributes: contentOf(record),
  }));
  const times = events.map(({ timeNs }) => timeNs).toSorted((a, b) => (a < b ? -1 : 1));
  const content = jsonText(
    events.map(({ timeNs, name, attributes }) => [timeNs, name, Object.fromEntries(attributes)]),
  );
  marks.add('from_log');
  return {
    ...emptySpan(resource, marks),
    scope,
    traceId: traceId || digest(`log ${scope} ${content}`, 32),
    spanId: digest(`${spanId} ${content}`, 16),
    parentSpanId: spanId,
    name: MESSAGES_OF_SPAN,
    startNs: times.at(0) ?? 0n,
    endNs: times.at(-1) ?? 0n,
    attributes: sessionOf(group),
    events,
  };
}

/** Members of the body beside the record's attributes. */
function contentOf({ attributes, body }: WireLog): WireAttributes {
  const content = new Map(attributes);
  const packed = attributes.get(CONTENT);
  const inside = typeof packed === 'string' ? (parseJson(packed) ?? packed) : body;
  if (typeof inside === 'object' && inside !== null && !Array.isArray(inside)) {
    for (const [key, value] of Object.entries(inside)) content.set(key, value);
  } else if (typeof inside === 'string') content.set('content', inside);
  content.delete(CONTENT);
  return content;
}

function sessionOf(group: readonly NamedLog[]): WireAttributes {
  const found: WireAttributes = new Map();
  for (const [, { attributes }] of group) {
    for (const name of SESSIONS) {
      const value = attributes.get(name);
      if (value !== undefined) found.set(name, value);
    }
  }
  return found;
}
