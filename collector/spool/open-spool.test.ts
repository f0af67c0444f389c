import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSpoolAt, replaceDamaged } from './open-spool.ts';
import { isCorrupt } from './spool-error.ts';
import { openSpoolFile } from './spool-file.ts';
import type { Arrival, Spool } from './spool.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const PAGE_BYTES = 16 * 1024;
/** Some pages each, so that one lost page costs one chunk. */
const CHARS = 60_000;

let folder: string;
let path: string;
let open: Spool[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-rescue-'));
  path = join(folder, 'spool.sqlite');
  open = [];
});
afterEach(() => {
  for (const spool of open) spool.close();
  rmSync(folder, { recursive: true, force: true });
});

function reopen() {
  const opened = openSpoolAt({ path, maxBytes: 1e9 }, NOW_MS);
  open.push(opened.spool);
  return opened;
}

function arrival(id: number): Arrival {
  return {
    body: `body-${id}`,
    atMs: NOW_MS,
    lines: [
      JSON.stringify({
        id,
        text: String(id)
          .padStart(6, '0')
          .repeat(CHARS / 6),
      }),
    ],
    spanKeys: [id],
    rejectedLines: [],
    message: '',
  };
}

/** Ten chunks, closed. */
function filled(): void {
  const { spool } = openSpoolAt({ path, maxBytes: 1e9 }, NOW_MS);
  for (let id = 1; id <= 10; id += 1) spool.commit([arrival(id)]);
  spool.close();
}

function idsIn(spool: Spool): number[] {
  const ids: number[] = [];
  for (let batch = spool.take(); batch !== null; batch = spool.take()) {
    for (const line of batch.lines.toString().split('\n')) {
      if (line !== '') ids.push(JSON.parse(line).id);
    }
    spool.drop(batch.lastId);
  }
  return ids;
}

/** All that can be had, however the damage shows itself. */
function drained(): { ids: number[]; damaged: boolean } {
  const { spool, damage } = reopen();
  try {
    return { ids: idsIn(spool), damaged: damage !== null };
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    open.pop()?.close();
    const replaced = replaceDamaged({ path, maxBytes: 1e9 }, NOW_MS);
    open.push(replaced.spool);
    return { ids: idsIn(replaced.spool), damaged: true };
  }
}

const asides = (): string[] => readdirSync(folder).filter((name) => name.includes('.damaged-'));

describe('a spool file', () => {
  it('that is well is opened as it was left', () => {
    filled();
    const { spool, damage } = reopen();
    expect(damage).toBeNull();
    expect(idsIn(spool)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(asides()).toEqual([]);
  });

  it('with a page of zeros somewhere gives what can be read, and stays beside the new one', () => {
    filled();
    const bytes = readFileSync(path);
    let mostlySaved = 0;
    for (let page = 1; page * PAGE_BYTES < bytes.length; page += 3) {
      const hurt = Buffer.from(bytes);
      hurt.fill(0, page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
      writeFileSync(path, hurt);
      const { ids, damaged } = drained();
      expect(new Set(ids).size).toBe(ids.length);
      if (damaged) expect(readFileSync(join(folder, asides()[0] ?? ''))).toHaveLength(bytes.length);
      if (ids.length >= 8) mostlySaved += 1;
      for (const spool of open.splice(0)) spool.close();
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
    }
    expect(mostlySaved).toBeGreaterThan(5);
  });

  it('that was cut off is told from a whole one', () => {
    filled();
    truncateSync(path, Math.floor(readFileSync(path).length / 2));
    const { ids, damaged } = drained();
    expect(damaged).toBe(true);
    expect(ids.length).toBeLessThan(10);
    expect(asides().length).toBeGreaterThan(0);
  });

  it('whose beginning is gone is put aside, and a new one begun', () => {
    filled();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 0, 100);
    writeFileSync(path, bytes);
    const { spool, damage } = reopen();
    expect(damage).toMatchObject({
      rescued: 0,
      aside: expect.stringContaining('.damaged-20260101'),
    });
    expect(spool.commit([arrival(1)])).toMatchObject([{ fresh: 1 }]);
  });
});

/** Bytes that this process has read from files so far. */
const bytesRead = (): number =>
  Number(/^rchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
const isSoak = process.env['LOOPSCOPE_SOAK'] === '1';

describe.skipIf(!existsSync('/proc/self/io'))('a large spool (needs /proc)', () => {
  it.each([
    ['large requests', 150_000],
    ['requests of one span', 1_500],
  ])(
    'of %s is opened without reading its rows',
    (_name, bytes) => {
      const total = bytes * (isSoak ? Math.ceil(1e9 / bytes) : 30_000_000 / bytes);
      const { database } = openSpoolFile(path, NOW_MS).file;
      const insert = database.prepare(
        `INSERT INTO chunks (batch, received_ms, spans, fresh, bytes, crc, lines, rejected_lines)
       VALUES (?, 1, 1, 1, ?, 0, ?, x'')`,
      );
      database.exec('BEGIN');
      const lines = Buffer.alloc(bytes, 'x');
      for (let sum = 0; sum < total; sum += bytes) {
        insert.run(1 + Math.floor(sum / 16_000_000), bytes, lines);
      }
      database.exec('COMMIT');
      database.close();
      const readBefore = bytesRead();
      const startedMs = performance.now();
      const { spool } = reopen();
      expect(spool.occupancy()).toMatchObject({ bytes: total, fresh: total / bytes });
      expect(bytesRead() - readBefore).toBeLessThan(total / 10);
      if (isSoak) expect(performance.now() - startedMs).toBeLessThan(2_000);
    },
    300_000,
  );
});
