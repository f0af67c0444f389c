import { isStream } from '../guard/reading.ts';

export interface Block {
  type: string;
  id?: string;
  name?: string;
  input?: unknown;
  text?: string;
}

/** The part of a message that the loop reads. */
export interface Reply {
  content: Block[];
  usage?: Usage;
}

interface Usage {
  input_tokens?: number | null;
  output_tokens?: number | null;
  cache_read_input_tokens?: number | null;
}

interface Event {
  type: string;
  index?: number;
  message?: { usage?: Usage };
  content_block?: Block;
  delta?: { type?: string } & Readonly<Record<string, unknown>>;
  usage?: Usage;
}

/** Members that come bit by bit, by the kind of the bit. */
const GROWING: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
};

/**
 * A message as the client gives it; of a stream the whole that its events make, each of which `onChunk` hears as it comes. Input that is no JSON
 * stays a text.
 */
export async function wholeReply(
  answer: unknown,
  onChunk: (event: unknown) => void,
): Promise<Reply> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client's answer to a request without streaming
  if (!isStream(answer)) return answer as Reply;
  const blocks = new Map<number, Building>();
  const usage: Usage = {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client's answer to a request with streaming
  for await (const event of answer as AsyncIterable<Event>) {
    onChunk(event);
    Object.assign(usage, told(event.message?.usage), told(event.usage));
    const { index = 0, content_block: begun, delta } = event;
    if (begun !== undefined) blocks.set(index, { block: { ...begun }, input: '' });
    const building = blocks.get(index);
    if (building !== undefined && event.type === 'content_block_delta') grow(building, delta);
  }
  return { content: [...blocks.values()].map(built), usage };
}

interface Building {
  block: Block;
  /** JSON text of the input so far. */
  input: string;
}

function grow(building: Building, delta: Event['delta'] = {}): void {
  const { type = '' } = delta;
  if (type === 'input_json_delta') building.input += textOf(delta['partial_json']);
  const member = GROWING[type];
  if (member === undefined) return;
  const grown = textOf(Reflect.get(building.block, member)) + textOf(delta[member]);
  Reflect.set(building.block, member, grown);
}

function built({ block, input }: Building): Block {
  if (input === '') return block;
  try {
    return { ...block, input: JSON.parse(input) as unknown };
  } catch {
    return { ...block, input };
  }
}

/** What is null was told before. */
function told(usage: Usage = {}): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
