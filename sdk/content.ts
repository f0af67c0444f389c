import { ATTRIBUTES } from '@loopscope/signature';
import { ARGUMENTS, RESULTS } from './dialects.ts';
import type { SpanView } from './span.ts';

/** Attributes that hold what users, models and tools said. */
const CONTENT: ReadonlySet<string> = new Set([
  ...ARGUMENTS.map(([name]) => name),
  ...RESULTS,
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.system_instructions',
  'gen_ai.prompt',
  'gen_ai.completion',
  'ai.prompt',
  'ai.prompt.messages',
  'ai.response.text',
  'ai.response.toolCalls',
  'ai.response.object',
  'tool.parameters',
  'error.message',
  'exception.message',
  'exception.stacktrace',
  'langfuse.observation.status_message',
  ATTRIBUTES.guardTried,
  ATTRIBUTES.guardErrors,
]);
/** Messages written one attribute per leaf. */
const CONTENT_PREFIXES = [
  'llm.input_messages.',
  'llm.output_messages.',
  'gen_ai.prompt.',
  'gen_ai.completion.',
];
/** Events whose attributes are nothing but content. */
const CONTENT_EVENT = /^gen_ai\./;

type Parts = Pick<SpanView, 'attributes' | 'events' | 'status'>;

/** The span's parts without any text of arguments, results and messages. */
export function withoutContent({ attributes, events, status }: Parts): Parts {
  return {
    attributes: withoutTexts(attributes),
    events: events
      .filter(({ name }) => !CONTENT_EVENT.test(name))
      .map((event) =>
        Object.assign({}, event, { attributes: withoutTexts(event.attributes ?? {}) }),
      ),
    status: { code: status.code },
  };
}

function withoutTexts(attributes: SpanView['attributes']): SpanView['attributes'] {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !isContent(name)));
}

function isContent(name: string): boolean {
  return CONTENT.has(name) || CONTENT_PREFIXES.some((prefix) => name.startsWith(prefix));
}
