import { isStream } from '../guard/reading.ts';

export interface ToolCall {
  id: string;
  type: string;
  function?: { name: string; arguments: string };
}

/** The part of a chat completion that the loop reads. */
export interface Completion {
  choices: { message: { content?: string | null; tool_calls?: ToolCall[] } }[];
  usage?: {
    prompt_tokens: number;
    completion_tokens: number;
    prompt_tokens_details?: { cached_tokens?: number } | null;
  } | null;
}

interface Chunk {
  choices?: readonly { delta?: Delta }[];
  usage?: Completion['usage'];
}

interface Delta {
  content?: string | null;
  refusal?: string | null;
  tool_calls?: readonly CallPiece[];
}

interface CallPiece {
  index: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}

/** A completion as the client gives it; of a stream the whole that its chunks make, each of which `onChunk` hears as it comes. */
export async function wholeCompletion(
  answer: unknown,
  onChunk: (chunk: unknown) => void,
): Promise<Completion> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client's answer to a request without streaming
  if (!isStream(answer)) return answer as Completion;
  let content = '';
  let refusal = '';
  let usage: Completion['usage'] = null;
  const calls: ToolCall[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client's answer to a request with streaming
  for await (const chunk of answer as AsyncIterable<Chunk>) {
    onChunk(chunk);
    usage = chunk.usage ?? usage;
    const delta = chunk.choices?.[0]?.delta;
    content += delta?.content ?? '';
    refusal += delta?.refusal ?? '';
    for (const piece of delta?.tool_calls ?? []) addPiece(calls, piece);
  }
  const message = {
    role: 'assistant' as const,
    content: content === '' ? null : content,
    ...(refusal === '' ? {} : { refusal }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.filter((call) => call !== undefined) }),
  };
  return { choices: [{ message }], usage };
}

/** The first piece of a call names it, the others bring its arguments. */
function addPiece(calls: ToolCall[], { index, id = '', function: piece = {} }: CallPiece): void {
  const call = (calls[index] ??= {
    id: '',
    type: 'function',
    function: { name: '', arguments: '' },
  });
  const { name = '', arguments: args = '' } = call.function ?? {};
  call.id ||= id;
  call.function = { name: name + (piece.name ?? ''), arguments: args + (piece.arguments ?? '') };
}
