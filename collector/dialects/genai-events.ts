import { objectOf, parseJson } from '../decode/parse-json.ts';
import type { WireAttributes, WireObject, WireSpan, WireValue } from '../decode/wire-span.ts';
import type { FieldValues, SpanKind } from './dialect.ts';

interface Gathered {
  values: FieldValues;
  asked: WireValue[];
  fedBack: WireValue[];
}

type EventReader = (attributes: WireAttributes, gathered: Gathered) => void;

/** Events of a tool span: its arguments and its result. */
const TOOL_EVENTS: ReadonlyMap<string, EventReader> = new Map([
  [
    'gen_ai.tool.message',
    (attributes, { values }) => {
      values.args ??= attributes.get('content') ?? null;
      values.callId ??= attributes.get('id') ?? null;
    },
  ],
  [
    'gen_ai.choice',
    (attributes, { values }) => {
      values.result ??= attributes.get('message') ?? null;
    },
  ],
] satisfies [string, EventReader][]);

/** Events of a model span, one message each. */
const MODEL_EVENTS: ReadonlyMap<string, EventReader> = new Map([
  ['gen_ai.user.message', (event, { fedBack }) => fedBack.push(message('user', event))],
  ['gen_ai.assistant.message', (event, { fedBack }) => fedBack.push(message('assistant', event))],
  ['gen_ai.tool.message', (event, { fedBack }) => fedBack.push(message('tool', event))],
  [
    'gen_ai.choice',
    (event, { values, asked }) => {
      values.finishReason ??= event.get('finish_reason') ?? null;
      asked.push(message('assistant', event));
    },
  ],
  [
    'gen_ai.content.prompt',
    (event, { fedBack }) => fedBack.push(event.get('gen_ai.prompt') ?? null),
  ],
  [
    'gen_ai.content.completion',
    (event, { asked }) => asked.push(event.get('gen_ai.completion') ?? null),
  ],
  [
    'gen_ai.client.inference.operation.details',
    (event, { asked, fedBack }) => {
      fedBack.push(event.get('gen_ai.input.messages') ?? null);
      asked.push(event.get('gen_ai.output.messages') ?? null);
    },
  ],
] satisfies [string, EventReader][]);

/** Content of the span events of 1.27 to 1.36, and of the details event that followed them. */
export function readEvents(span: WireSpan, kind: SpanKind): FieldValues {
  const gathered: Gathered = { values: {}, asked: [], fedBack: [] };
  const readers = kind === 'tool' ? TOOL_EVENTS : MODEL_EVENTS;
  for (const { name, attributes } of [...listedEvents(span), ...span.events]) {
    readers.get(name)?.(attributes, gathered);
  }
  const { values, asked, fedBack } = gathered;
  if (asked.length > 0) values.asked = asked;
  if (fedBack.length > 0) values.fedBack = fedBack;
  return values;
}

interface ListedEvent {
  name: string;
  attributes: WireAttributes;
}

/** pydantic-ai's first form: the events of a model span are a list in one of its attributes. */
function listedEvents({ attributes }: WireSpan): ListedEvent[] {
  const text = attributes.get('events');
  const list = typeof text === 'string' && text.startsWith('[{') ? parseJson(text) : text;
  if (!Array.isArray(list)) return [];
  return list.flatMap((each) => {
    const event = objectOf(each);
    const name = event['event.name'];
    return typeof name === 'string' ? { name, attributes: new Map(Object.entries(event)) } : [];
  });
}

function message(role: string, attributes: WireAttributes): WireObject {
  return { role, ...Object.fromEntries(attributes) };
}
