import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';

/** A part of a request that is small enough for any batch. */
export interface Chunk {
  spans: number;
  spanKeys: readonly number[];
  lines: Buffer;
  rejectedLines: Buffer;
}

export interface StoredChunk {
  id: number;
  batch: number;
  spans: number;
  fresh: number;
  crc: number;
  lines: Buffer;
  rejectedLines: Buffer;
}

interface Rows {
  lines: readonly string[];
  spanKeys: readonly number[];
  rejectedLines: readonly string[];
}

/**
 * In order; the rows that are rejected go with the first one. None for a request that leaves nothing. What the chunks hold is
 * good until `scratch` is used again.
 */
export function cutIntoChunks(
  { lines, spanKeys, rejectedLines }: Rows,
  { rows: maxRows, bytes: maxBytes }: { rows: number; bytes: number },
  scratch: Scratch,
): Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  let bytes = 0;
  scratch.begin(charsOf(lines) + charsOf(rejectedLines));
  const close = (to: number): void => {
    chunks.push({
      spans: to - from,
      spanKeys: spanKeys.slice(from, to),
      lines: scratch.write(lines, from, to),
      rejectedLines: scratch.write(
        rejectedLines,
        0,
        chunks.length === 0 ? rejectedLines.length : 0,
      ),
    });
    from = to;
    bytes = 0;
  };
  for (const [at, line] of lines.entries()) {
    if (at > from && (at - from >= maxRows || bytes + line.length > maxBytes)) close(at);
    bytes += line.length;
  }
  if (from < lines.length || (chunks.length === 0 && rejectedLines.length > 0)) close(lines.length);
  return chunks;
}

function charsOf(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length + 1, 0);
}

/** Lines as bytes, one below the other, in memory that is used again: made anew each time it would keep the garbage collector busy. */
export interface Scratch {
  /** What was written before is written over; so many characters will come. */
  begin(chars: number): void;
  write(lines: readonly string[], from: number, to: number): Buffer;
}

/** A character takes no more of UTF-8. */
const MAX_CHAR_BYTES = 3;
const NEW_LINE_BYTE = 10;

/** Keeps `keptBytes`; a request that needs more gets its own. */
export function createScratch(keptBytes = 4 * 1024 * 1024): Scratch {
  const kept = Buffer.allocUnsafeSlow(keptBytes);
  let bytes = kept;
  let end = 0;
  return {
    begin(chars) {
      const most = chars * MAX_CHAR_BYTES;
      bytes = most <= kept.length ? kept : Buffer.allocUnsafeSlow(most);
      end = 0;
    },
    write(lines, from, to) {
      const start = end;
      for (let at = from; at < to; at += 1) {
        if (at > from) end = bytes.writeUInt8(NEW_LINE_BYTE, end);
        end += bytes.write(lines[at] ?? '', end, 'utf8');
      }
      return bytes.subarray(start, end);
    },
  };
}

export function crcOf({ lines, rejectedLines }: Pick<Chunk, 'lines' | 'rejectedLines'>): number {
  return crc32(rejectedLines, crc32(lines));
}

/** False where the bytes are not those that were written. */
export function isWhole(chunk: StoredChunk): boolean {
  return crcOf(chunk) === chunk.crc;
}

export function toStoredChunk(row: Record<string, unknown>): StoredChunk {
  return {
    id: Number(row['id']),
    batch: Number(row['batch']),
    spans: Number(row['spans']),
    fresh: Number(row['fresh']),
    crc: Number(row['crc']),
    lines: bytesOf(row['lines']),
    rejectedLines: bytesOf(row['rejected_lines']),
  };
}

function bytesOf(value: unknown): Buffer {
  if (!(value instanceof Uint8Array)) return Buffer.alloc(0);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** Texts of one line each, one below the other. */
export function joinLines(parts: readonly Buffer[]): Buffer {
  const filled = parts.filter(({ length }) => length > 0);
  return Buffer.concat(filled.flatMap((part, at) => (at === 0 ? [part] : [NEW_LINE, part])));
}

const NEW_LINE = Buffer.from('\n');

export interface ChunkStatements {
  insert: StatementSync;
  read: StatementSync;
  remove: StatementSync;
  /** Of the chunks up to an id. */
  sums: StatementSync;
  oldest: StatementSync;
  lastBatch: StatementSync;
}

export function prepareChunkStatements(database: DatabaseSync): ChunkStatements {
  return {
    insert: database.prepare(
      `INSERT INTO chunks (batch, received_ms, spans, fresh, bytes, crc, lines, rejected_lines)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    read: database.prepare('SELECT * FROM chunks ORDER BY id'),
    remove: database.prepare('DELETE FROM chunks WHERE id <= ?'),
    sums: database.prepare(
      `SELECT sum(bytes) AS bytes, sum(fresh) AS fresh FROM chunks INDEXED BY chunk_sizes
       WHERE id <= ?`,
    ),
    oldest: database.prepare('SELECT received_ms FROM chunks ORDER BY id LIMIT 1'),
    lastBatch: database.prepare(
      `SELECT (SELECT batch FROM chunks ORDER BY id DESC LIMIT 1) AS batch,
         (SELECT seq FROM sqlite_sequence WHERE name = 'chunks') AS ever`,
    ),
  };
}
