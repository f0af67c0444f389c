import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MODEL } from './recorder.ts';
import { ANSWER, type Step, type Turn } from './scenarios.ts';

/** OpenAI's, Anthropic's and Google's interfaces on 127.0.0.1; each request is answered with the turn's next step. */
export class FakeModels {
  turn: Turn | null = null;
  baseUrl = '';

  async listen(): Promise<this> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { stream = false } = JSON.parse(Buffer.concat(parts).toString());
        const answer = this.answer(request.url ?? '');
        if (request.url?.includes(':streamGenerateContent')) {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(`data: ${JSON.stringify(answer)}\r\n\r\n`);
          return;
        }
        const type = stream ? 'text/event-stream' : 'application/json';
        response.writeHead(200, { 'content-type': type });
        response.end(stream ? streamed(answer) : JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  private answer(url: string): Record<string, unknown> {
    const step = this.turn!.next();
    if (url.includes('/chat/completions')) return chatCompletion(step);
    if (url.includes('/responses')) return response(step);
    if (url.includes('/messages')) return message(step);
    if (/generatecontent/i.test(url)) return content(step);
    throw new Error(`no such route: ${url}`);
  }
}

/** A chat completion as server-sent events: one chunk with all of it, one with the end, one with the usage. */
function streamed(completion: Record<string, unknown>): string {
  const { choices, usage, ...about } = completion;
  const [{ message, finish_reason }] = choices as {
    message: { tool_calls?: object[] };
    finish_reason: string;
  }[];
  const tool_calls = message.tool_calls?.map((call, index) => ({ index, ...call }));
  const delta = { ...message, ...(tool_calls === undefined ? {} : { tool_calls }) };
  const chunk = (rest: object) =>
    `data: ${JSON.stringify({ ...about, object: 'chat.completion.chunk', ...rest })}\n\n`;
  return [
    // As OpenAI does it: one call after the other, its arguments in pieces.
    ...(tool_calls === undefined
      ? [chunk({ choices: [{ index: 0, delta, finish_reason: null }] })]
      : [
          chunk({
            choices: [
              { index: 0, delta: { role: 'assistant', content: null }, finish_reason: null },
            ],
          }),
          ...tool_calls.flatMap((call) => {
            const { function: f, ...head } = call as any;
            const half = Math.ceil(f.arguments.length / 2);
            return [
              chunk({
                choices: [
                  {
                    index: 0,
                    delta: { tool_calls: [{ ...head, function: { name: f.name, arguments: '' } }] },
                    finish_reason: null,
                  },
                ],
              }),
              chunk({
                choices: [
                  {
                    index: 0,
                    delta: {
                      tool_calls: [
                        { index: head.index, function: { arguments: f.arguments.slice(0, half) } },
                      ],
                    },
                    finish_reason: null,
                  },
                ],
              }),
              chunk({
                choices: [
                  {
                    index: 0,
                    delta: {
                      tool_calls: [
                        { index: head.index, function: { arguments: f.arguments.slice(half) } },
                      ],
                    },
                    finish_reason: null,
                  },
                ],
              }),
            ];
          }),
        ]),
    chunk({ choices: [{ index: 0, delta: {}, finish_reason }] }),
    chunk({ choices: [], usage }),
    'data: [DONE]\n\n',
  ].join('');
}

function chatCompletion({ n, calls, usage }: Step): Record<string, unknown> {
  const toolCalls = calls.map(({ id, tool, args }) => ({
    id,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
  const asks = calls.length > 0;
  return {
    id: `chatcmpl-${n}`,
    object: 'chat.completion',
    created: 1_764_460_800,
    model: MODEL,
    system_fingerprint: 'fp',
    choices: [
      {
        index: 0,
        logprobs: null,
        finish_reason: asks ? 'tool_calls' : 'stop',
        message: {
          role: 'assistant',
          content: asks ? null : ANSWER,
          refusal: null,
          ...(asks ? { tool_calls: toolCalls } : {}),
        },
      },
    ],
    usage: {
      prompt_tokens: usage.input_tokens,
      completion_tokens: usage.output_tokens,
      total_tokens: usage.input_tokens + usage.output_tokens,
      prompt_tokens_details: { cached_tokens: usage.cache_read_input_tokens },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

function response({ n, calls, usage }: Step): Record<string, unknown> {
  const said = {
    type: 'message',
    id: `msg_${n}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: ANSWER, annotations: [] }],
  };
  const asked = calls.map(({ id, tool, args }) => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name: tool,
    arguments: JSON.stringify(args),
    status: 'completed',
  }));
  return {
    id: `resp_${n}`,
    object: 'response',
    created_at: 1_764_460_800,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: null,
    model: MODEL,
    output: calls.length > 0 ? asked : [said],
    parallel_tool_calls: true,
    temperature: 1,
    top_p: 1,
    tool_choice: 'auto',
    tools: [],
    usage: {
      input_tokens: usage.input_tokens,
      input_tokens_details: { cached_tokens: usage.cache_read_input_tokens },
      output_tokens: usage.output_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input_tokens + usage.output_tokens,
    },
  };
}

/** Anthropic counts cached tokens beside the input tokens. */
function message({ n, calls, usage }: Step): Record<string, unknown> {
  return {
    id: `msg_${n}`,
    type: 'message',
    role: 'assistant',
    model: MODEL,
    content:
      calls.length > 0
        ? calls.map(({ id, tool, args }) => ({ type: 'tool_use', id, name: tool, input: args }))
        : [{ type: 'text', text: ANSWER }],
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: usage.input_tokens - usage.cache_read_input_tokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: usage.cache_read_input_tokens,
      output_tokens: usage.output_tokens,
    },
  };
}

function content({ n, calls, usage }: Step): Record<string, unknown> {
  const asked = calls.map(({ id, tool, args }) => ({ functionCall: { id, name: tool, args } }));
  return {
    candidates: [
      {
        content: { role: 'model', parts: calls.length > 0 ? asked : [{ text: ANSWER }] },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: usage.input_tokens,
      candidatesTokenCount: usage.output_tokens,
      totalTokenCount: usage.input_tokens + usage.output_tokens,
      cachedContentTokenCount: usage.cache_read_input_tokens,
    },
    modelVersion: MODEL,
    responseId: `resp-${n}`,
  };
}
