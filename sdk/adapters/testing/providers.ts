import { LAST_WORDS, TOKENS } from './play.ts';

interface Sent {
  stream?: boolean;
  tools?: unknown[];
  tool_choice?: { type?: string };
  messages: { role: string; content: unknown }[];
}

/** A call as the model words it. */
export interface Wanted {
  id: string;
  tool: string;
  /** JSON text, mostly. */
  args: string;
}

interface Request {
  /** From 1. */
  nth: number;
  hasTools: boolean;
  lastResult: string | null;
  sent: Sent;
}

/** What the model calls next; null: it answers in words. */
export type Answering = (request: Request) => Wanted[] | null;

/** The OpenAI API, behind the client's own fetch. */
export function chatFetch(answering: Answering): typeof fetch {
  return fetchOf(answering, (calls, isStreamed) =>
    isStreamed ? streamedCompletion(calls) : JSON.stringify(completion(calls)),
  );
}

/** The Anthropic API, behind the client's own fetch. */
export function messagesFetch(answering: Answering): typeof fetch {
  return fetchOf(answering, (calls, isStreamed) =>
    isStreamed ? streamedMessage(calls) : JSON.stringify(message(calls)),
  );
}

type Calls = Wanted[] | null;

function fetchOf(
  answering: Answering,
  bodyOf: (calls: Calls, isStreamed: boolean) => string,
): typeof fetch {
  let nth = 0;
  return async (_, init) => {
    nth += 1;
    const sent: Sent = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
    const isStreamed = sent.stream === true;
    const hasTools = (sent.tools ?? []).length > 0 && sent.tool_choice?.type !== 'none';
    const last = sent.messages.length === 1 ? null : JSON.stringify(sent.messages.at(-1)?.content);
    const body = bodyOf(answering({ nth, hasTools, lastResult: last, sent }), isStreamed);
    const type = isStreamed ? 'text/event-stream' : 'application/json';
    return new Response(body, { headers: { 'content-type': type } });
  };
}

const wordsOf = (calls: Calls): string => (calls === null ? LAST_WORDS : 'Let me look.');
const eventOf = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

const CHAT = { id: 'c', model: 'some-model', created: 1 };
const CHAT_USAGE = {
  prompt_tokens: TOKENS.input,
  completion_tokens: TOKENS.output,
  total_tokens: TOKENS.input + TOKENS.output,
};

const reasonOf = (calls: Calls): string => (calls === null ? 'stop' : 'tool_calls');

function completion(calls: Calls): object {
  const tool_calls = calls?.map(({ id, tool, args }) => ({
    id,
    type: 'function',
    function: { name: tool, arguments: args },
  }));
  const message = { role: 'assistant', content: wordsOf(calls), tool_calls };
  const choices = [{ index: 0, finish_reason: reasonOf(calls), message }];
  return { ...CHAT, object: 'chat.completion', choices, usage: CHAT_USAGE };
}

/** As the API cuts it: words in pieces, of a call the name first and then the arguments bit by bit. */
function streamedCompletion(calls: Calls): string {
  const chunk = (delta: object, finish_reason: string | null = null): object => ({
    ...CHAT,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  });
  const words = wordsOf(calls);
  const chunks = [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: words.slice(0, 4) }),
    chunk({ content: words.slice(4) }),
    ...(calls ?? []).flatMap(({ id, tool, args }, index) => [
      chunk({
        tool_calls: [{ index, id, type: 'function', function: { name: tool, arguments: '' } }],
      }),
      chunk({ tool_calls: [{ index, function: { arguments: args.slice(0, 3) } }] }),
      chunk({ tool_calls: [{ index, function: { arguments: args.slice(3) } }] }),
    ]),
    chunk({}, reasonOf(calls)),
    { ...CHAT, object: 'chat.completion.chunk', choices: [], usage: CHAT_USAGE },
  ];
  return `${chunks.map(eventOf).join('')}data: [DONE]\n\n`;
}

const MESSAGE = { id: 'm', type: 'message', role: 'assistant', model: 'some-model' };
const MESSAGE_USAGE = { input_tokens: TOKENS.input, output_tokens: TOKENS.output };

const endOf = (calls: Calls): string => (calls === null ? 'end_turn' : 'tool_use');

function message(calls: Calls): object {
  const used = (calls ?? []).map(({ id, tool, args }) => ({
    type: 'tool_use',
    id,
    name: tool,
    input: jsonOf(args),
  }));
  const content = [{ type: 'text', text: wordsOf(calls) }, ...used];
  return { ...MESSAGE, stop_reason: endOf(calls), content, usage: MESSAGE_USAGE };
}

/** The API itself gives nothing but objects. */
function jsonOf(args: string): unknown {
  try {
    return JSON.parse(args) as unknown;
  } catch {
    return {};
  }
}

function streamedMessage(calls: Calls): string {
  const usage = { ...MESSAGE_USAGE, output_tokens: 1 };
  const start = (index: number, content_block: object): object => ({
    type: 'content_block_start',
    index,
    content_block,
  });
  const delta = (index: number, delta: object): object => ({
    type: 'content_block_delta',
    index,
    delta,
  });
  const stop = (index: number): object => ({ type: 'content_block_stop', index });
  const input = (index: number, partial_json: string): object =>
    delta(index, { type: 'input_json_delta', partial_json });
  const events = [
    { type: 'message_start', message: { ...MESSAGE, content: [], usage } },
    start(0, { type: 'text', text: '' }),
    delta(0, { type: 'text_delta', text: wordsOf(calls) }),
    stop(0),
    ...(calls ?? []).flatMap(({ id, tool, args }, at) => [
      start(at + 1, { type: 'tool_use', id, name: tool, input: {} }),
      input(at + 1, args.slice(0, 3)),
      input(at + 1, args.slice(3)),
      stop(at + 1),
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: endOf(calls) },
      usage: { output_tokens: TOKENS.output },
    },
    { type: 'message_stop' },
  ];
  return events
    .map((event) => `event: ${String(Reflect.get(event, 'type'))}\n${eventOf(event)}`)
    .join('');
}
