import { gatherChats } from './gather-chats.ts';
import type { RawRecord } from './raw-record.ts';
import { splitDocument } from './split-document.ts';
import { splitLines } from './split-lines.ts';

/** Longest text of one record in bytes: as much as the collector takes in one request. */
export const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** As much of the beginning as is looked at to tell lines from one document. */
const HEAD_BYTES = 1024 * 1024;

/**
 * Cuts a stream into records: one a line, or the elements of one document that spreads over many
 * lines; where these are the messages of a chat, the chat. Holds one record in memory at a time.
 * Whoever stops early ends the stream as well.
 */
export async function* splitRecords(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number = MAX_RECORD_BYTES,
): AsyncGenerator<RawRecord> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    yield* recordsOf(iterator, maxBytes);
  } finally {
    // It was asked by hand: nothing else tells it that nobody asks any more, and a file would stay open.
    await iterator.return?.();
  }
}

async function* recordsOf(
  iterator: AsyncIterator<Buffer>,
  maxBytes: number,
): AsyncGenerator<RawRecord> {
  let head: Buffer = Buffer.alloc(0);
  let ended = false;
  while (head.length < HEAD_BYTES && !ended) {
    const next = await iterator.next();
    ended = next.done === true;
    if (next.done !== true) head = Buffer.concat([head, next.value]);
  }
  const foreign = foreignForm(head);
  if (foreign !== null) {
    yield { line: 1, text: '', problem: foreign };
    return;
  }
  const content = withoutByteOrderMark(head);
  const all = continued(content, iterator);
  const records = isDocument(content, ended)
    ? splitDocument(all, maxBytes)
    : splitLines(all, maxBytes);
  yield* gatherChats(records, maxBytes);
}

/** Files of other kinds that people try, and how they become JSON. */
const FOREIGN = [
  ['PK', 'a zip archive: unpack it; Inspect writes JSON by `inspect log convert --to json`'],
  [
    'PAR1',
    'Parquet: write it as JSON lines, in pandas df.to_json(path, orient="records", lines=True)',
  ],
  ['SQLite format 3', 'a SQLite database: export its rows as JSON'],
] as const;

function foreignForm(head: Buffer): string | null {
  const beginning = head.toString('latin1', 0, 20);
  return FOREIGN.find(([magic]) => beginning.startsWith(magic))?.[1] ?? null;
}

/**
 * A document opens a bracket on its first line that the line does not close. A record that was cut
 * off does so too; there the next line is a record again.
 */
function isDocument(head: Buffer, ended: boolean): boolean {
  const [first = '', second = ''] = firstLines(head);
  if (first === '[' || first === '{') return true;
  if (!/^[[{]/.test(first) || isJson(first)) return false;
  return second === '' ? !ended : !isJson(second);
}

/** The first two lines that hold something, trimmed. */
function firstLines(head: Buffer): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < head.length && lines.length < 2) {
    const newline = head.indexOf(10, start);
    const end = newline === -1 ? head.length : newline;
    const line = head.toString('utf8', start, end).trim();
    if (line !== '') lines.push(line);
    start = end + 1;
  }
  return lines;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function withoutByteOrderMark(head: Buffer): Buffer {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;
}

async function* continued(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    yield next.value;
  }
}
