/** One server-sent event whose data is JSON. */
export interface ServerEvent {
  event: string;
  data: unknown;
}

/** A line longer than this is no event of ours. */
const MAX_LINE = 5_000_000;

/** The events of a stream, one by one; `heard` is called whenever anything arrives, a heartbeat included. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let event = 'message';
  let data = '';
  for await (const chunk of body) {
    heard();
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) {
      if (line.startsWith('event:')) event = line.slice(6).trim();
      else if (line.startsWith('data:')) data += line.slice(5).trim();
      else if (line === '') {
        const parsed = jsonOf(data);
        if (parsed !== undefined) yield { event, data: parsed };
        event = 'message';
        data = '';
      }
    }
  }
}

function jsonOf(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
