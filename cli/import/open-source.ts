import { createReadStream, statSync } from 'node:fs';
import { stdin } from 'node:process';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A file, or standard input for `-`. */
export interface Source {
  name: string;
  /** Bytes as stored; null for standard input. */
  size: number | null;
  /** Decompressed where the content is gzip; `onRead` hears of every stored byte. */
  open(onRead: (bytes: number) => void): AsyncIterable<Buffer>;
}

/** Throws an Error whose message says why the path cannot be read. */
export function openSource(path: string, standardInput: Readable = stdin): Source {
  if (path === '-') {
    return { name: 'stdin', size: null, open: (onRead) => decompressed(standardInput, onRead) };
  }
  const stat = statSync(path);
  if (stat.isDirectory()) throw new Error('is a directory: name its files');
  return {
    name: path,
    size: stat.size,
    open: (onRead) => decompressed(createReadStream(path, { highWaterMark: 256 * 1024 }), onRead),
  };
}

/** Gzip is recognised by its two magic bytes, not by the name. */
async function* decompressed(
  stored: AsyncIterable<Buffer>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const chunks = counted(stored, onRead);
  const head = await firstBytes(chunks);
  const all = startingWith(head, chunks);
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* all;
    return;
  }
  const gunzip = createGunzip();
  // A fault of either side destroys `gunzip` with that error, and the loop below throws it.
  pipeline(all, gunzip, () => {});
  for await (const chunk of gunzip) if (Buffer.isBuffer(chunk)) yield chunk;
}

async function firstBytes(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* counted(
  stored: AsyncIterable<Buffer>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of stored) {
    onRead(chunk.length);
    yield chunk;
  }
}

async function* startingWith(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}
