import { tooLong, type RawRecord } from './raw-record.ts';

const NEWLINE = 10;

/** One record a line; blank lines are none, a line that is too long is named and passed over. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<RawRecord> {
  let line = 1;
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer) => {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
    else parts = [];
  };
  const take = (): RawRecord | null => {
    const record = toRecord(line, size, { parts, maxBytes });
    parts = [];
    size = 0;
    line += 1;
    return record;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      const record = take();
      if (record !== null) yield record;
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  const last = take();
  if (last !== null) yield last;
}

function toRecord(
  line: number,
  size: number,
  { parts, maxBytes }: { parts: Buffer[]; maxBytes: number },
): RawRecord | null {
  if (size > maxBytes) return { line, text: '', problem: tooLong(maxBytes) };
  const text = Buffer.concat(parts).toString('utf8').trim();
  return text === '' ? null : { line, text, problem: '' };
}
