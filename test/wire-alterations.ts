import { createNormaliser, DIALECTS } from '@loopscope/collector';
import type { RecordedSpan, Truth } from './wire-recordings.ts';

type Batches = readonly (readonly RecordedSpan[])[];

/** What may happen to the spans of a recording on their way, or be another way with another version of their sender. */
export interface Alteration {
  /** `all`: the same calls are found; `some`: perhaps fewer, and none that was not made; `twice`: the same in each of two turns. */
  finds: 'all' | 'some' | 'twice';
  /** It says nothing about these. */
  isMeaningless?: (truth: Truth) => boolean;
  apply: (batches: Batches, context: { truth: Truth; random: () => number }) => Batches;
}

const normalise = createNormaliser(DIALECTS);

export const ALTERATIONS: Readonly<Record<string, Alteration>> = {
  'every span comes in a request of its own': {
    finds: 'all',
    apply: (batches) => apart(batches),
  },
  'the last span comes first': {
    finds: 'all',
    apply: (batches) => apart(batches).toReversed(),
  },
  'everything comes twice': {
    finds: 'all',
    apply: (batches) => [...copied(batches), ...copied(batches)],
  },
  'objects stand as JSON texts': {
    finds: 'all',
    apply: (batches) => withValues(batches, (value) => (isObject(value) ? jsonOf(value) : value)),
  },
  'messages stand in an event': {
    finds: 'all',
    apply: (batches) => copied(batches).map((spans) => spans.map(withMessagesInEvent)),
  },
  'spans are in no order': {
    finds: 'some',
    // Its clock counts milliseconds, and its spans bear no ids.
    isMeaningless: ({ emitter }) => emitter === 'langsmith-otel',
    apply: (batches, { random }) => [
      copied(batches)
        .flat()
        .map((span) => Object.assign(span, { position: Math.floor(random() * 1e9) }))
        .toSorted((a, b) => a.position - b.position),
    ],
  },
  'roots never come': {
    finds: 'some',
    apply: (batches) => without(batches, (span) => span.parentSpanId === '' && !isRecord(span)),
  },
  'agents never come': {
    finds: 'some',
    apply: (batches) => without(batches, (span) => kindOf(span) === 'agent'),
  },
  'nothing comes but models and tools': {
    finds: 'some',
    apply: (batches) => without(batches, (span) => ['step', 'other'].includes(kindOf(span))),
  },
  'tools never come': {
    finds: 'some',
    apply: (batches) => without(batches, (span) => kindOf(span) === 'tool'),
  },
  'ids of calls are given out again at every step': {
    finds: 'some',
    apply: (batches, { truth }) => {
      const ids = new Map(truth.tool_calls.map((call) => [call.call_id, placeInStep(call, truth)]));
      return renamed(batches, ids);
    },
  },
  'all calls have one id': {
    finds: 'some',
    // Equal calls of one answer, under one id, look like one call that was written twice.
    isMeaningless: ({ scenario }) => scenario === 'parallel',
    apply: (batches, { truth }) =>
      renamed(batches, new Map(truth.tool_calls.map(({ call_id }) => [call_id, 'call_x']))),
  },
  'the same happens again an hour later': {
    finds: 'twice',
    apply: (batches) => [...copied(batches), ...later(batches, 3_600_000_000_000n)],
  },
  'the same happens again at once': {
    finds: 'twice',
    apply: (batches) => [...copied(batches), ...later(batches, 20_000_000_000n)],
  },
};

function copied(batches: Batches): RecordedSpan[][] {
  return batches.map((spans) =>
    spans.map((span) => ({
      ...span,
      attributes: new Map(span.attributes),
      events: span.events.map((event) => ({ ...event, attributes: new Map(event.attributes) })),
      marks: new Set(span.marks),
    })),
  );
}

function apart(batches: Batches): RecordedSpan[][] {
  return copied(batches)
    .flat()
    .map((span) => [{ ...span, position: 0 }]);
}

function without(batches: Batches, isLost: (span: RecordedSpan) => boolean): RecordedSpan[][] {
  return copied(batches).map((spans) => spans.filter((span) => !isLost(span)));
}

/** In traces of its own, of the same session. */
function later(batches: Batches, byNs: bigint): RecordedSpan[][] {
  return copied(batches).map((spans) =>
    spans.map((span) => ({
      ...span,
      traceId: span.traceId.slice(16) + span.traceId.slice(0, 16),
      startNs: span.startNs + byNs,
      endNs: span.endNs + byNs,
    })),
  );
}

function isRecord({ marks }: RecordedSpan): boolean {
  return marks.has('from_log');
}

function kindOf(span: RecordedSpan): string {
  return normalise({ ...span, marks: new Set(span.marks) }).kind;
}

type Value = RecordedSpan['attributes'] extends Map<string, infer V> ? V : never;

const isObject = (value: Value): boolean => typeof value === 'object' && value !== null;
const jsonOf = (value: Value): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner));

function withValues(batches: Batches, change: (value: Value) => Value): RecordedSpan[][] {
  const changed = (attributes: ReadonlyMap<string, Value>): Map<string, Value> =>
    new Map([...attributes].map(([name, value]) => [name, change(value)]));
  return copied(batches).map((spans) =>
    spans.map((span) => ({
      ...span,
      attributes: changed(span.attributes),
      events: span.events.map((event) => ({ ...event, attributes: changed(event.attributes) })),
    })),
  );
}

const MESSAGES: ReadonlySet<string> = new Set(['gen_ai.input.messages', 'gen_ai.output.messages']);

/** As the conventions had it before messages were attributes, and still have it beside them. */
function withMessagesInEvent(span: RecordedSpan): RecordedSpan {
  const attributes = new Map([...span.attributes].filter(([name]) => MESSAGES.has(name)));
  if (attributes.size === 0) return span;
  const left = [...span.attributes].filter(([name]) => !MESSAGES.has(name));
  const details = {
    name: 'gen_ai.client.inference.operation.details',
    timeNs: span.endNs,
    attributes,
  };
  return { ...span, attributes: new Map(left), events: [...span.events, details] };
}

function placeInStep({ seq, batch }: Truth['tool_calls'][number], { tool_calls }: Truth): string {
  const first = tool_calls.find((call) => call.batch === batch)?.seq ?? seq;
  return `call_p${seq - first}`;
}

function renamed(batches: Batches, ids: ReadonlyMap<string | null, string>): RecordedSpan[][] {
  const rename = (value: Value): Value => {
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value === 'string') {
      return [...ids].reduce((text, [id, to]) => (id ? text.replaceAll(id, to) : text), value);
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rename(inner)]));
  };
  return withValues(batches, rename);
}
