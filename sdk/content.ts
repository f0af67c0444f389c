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

/** How large the texts of a tool call are and of which form, in place of the texts; nothing of a span that is no tool call. */
export function measuresOf({ attributes }: Pick<SpanView, 'attributes'>): Record<string, unknown> {
  if (attributes[ATTRIBUTES.resultKind] === undefined) return {};
  const args = firstOf(attributes, ARGUMENT_NAMES);
  const result = firstOf(attributes, RESULTS);
  return {
    ...(args === undefined ? {} : { [ATTRIBUTES.argumentsSize]: sizeOf(args) }),
    ...(args === undefined ? {} : { [ATTRIBUTES.argumentsShape]: shapeOf(args) }),
    ...(result === undefined ? {} : { [ATTRIBUTES.resultSize]: sizeOf(result) }),
    ...(result === undefined ? {} : { [ATTRIBUTES.resultShape]: shapeOf(result) }),
  };
}

const ARGUMENT_NAMES = ARGUMENTS.map(([name]) => name);
/** Longer texts are not parsed for their shape: the agent waits. */
const MAX_SHAPED = 100_000;

function firstOf(attributes: SpanView['attributes'], names: readonly string[]): unknown {
  const name = names.find((name) => attributes[name] !== undefined);
  return name === undefined ? undefined : attributes[name];
}

/** UTF-16 units of the text. */
function sizeOf(value: unknown): number {
  return typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);
}

/** `object(3)`, `array(8)`, `text`, `number`, ...: what it is, and how many members it has. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `array(${value.length})`;
  if (typeof value === 'object' && value !== null) return `object(${Object.keys(value).length})`;
  if (typeof value !== 'string') return value === null ? 'null' : typeof value;
  if (value.length > MAX_SHAPED || !/^\s*(?:[[{\d-]|true|false|null)/.test(value)) return 'text';
  try {
    const parsed: unknown = JSON.parse(value);
    return shapeOf(parsed);
  } catch {
    return 'text';
  }
}

function withoutTexts(attributes: SpanView['attributes']): SpanView['attributes'] {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !isContent(name)));
}

function isContent(name: string): boolean {
  return CONTENT.has(name) || CONTENT_PREFIXES.some((prefix) => name.startsWith(prefix));
}
