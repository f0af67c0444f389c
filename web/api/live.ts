/** Server-sent events over fetch: an EventSource cannot carry the API key. */
import { liveEvent, type LiveEvent } from '@loopscope/api/contract';

import { ApiFailure } from './failure.ts';
import { readApiKey } from './key.ts';

const RETRY_MS = 2000;

/** Calls back for each event until the signal aborts; a broken stream is opened again from where it broke. */
export async function followLive(
  onEvent: (event: LiveEvent) => void,
  onState: (isOpen: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  let lastId = '';
  while (!signal.aborted) {
    try {
      for await (const message of readStream(lastId, onState, signal)) {
        lastId = message.id || lastId;
        const event = readEvent(message);
        if (event !== null) onEvent(event);
      }
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) return;
    }
    onState(false);
    await pause(RETRY_MS, signal);
  }
}

export interface Message {
  id: string;
  type: string;
  data: string;
}

async function* readStream(
  lastId: string,
  onState: (isOpen: boolean) => void,
  signal: AbortSignal,
): AsyncGenerator<Message> {
  const key = readApiKey();
  const response = await fetch('/api/v1/live', {
    signal,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(lastId === '' ? {} : { 'last-event-id': lastId }),
    },
  });
  if (!response.ok || response.body === null) {
    throw new ApiFailure(response.status, 'live', `HTTP ${response.status}`);
  }
  onState(true);
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const { messages, rest: left } = splitMessages(rest + text);
    rest = left;
    yield* messages;
  }
}

/** Whole messages of a stream's text, and what has no end yet. Comments and retry hints are no messages. */
export function splitMessages(text: string): { messages: Message[]; rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  return { messages: blocks.flatMap((block) => readMessage(block) ?? []), rest };
}

function readMessage(block: string): Message | null {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name, value] = /^(id|event|data): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined) fields.set(name, value ?? '');
  }
  const data = fields.get('data');
  if (data === undefined) return null;
  return { id: fields.get('id') ?? '', type: fields.get('event') ?? '', data };
}

/** Null for an event that this page does not know. */
function readEvent({ type, data }: Message): LiveEvent | null {
  try {
    const parsed: unknown = JSON.parse(data);
    const event = liveEvent.safeParse(Object.assign({ type }, parsed));
    return event.success ? event.data : null;
  } catch {
    return null;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
