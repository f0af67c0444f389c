import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mendLog } from './mend-log.ts';
import { openSpoolAt } from './open-spool.ts';
import type { Spool } from './spool.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const PAGE_BYTES = 16 * 1024;
const FRAME_BYTES = PAGE_BYTES + 24;
const CHUNKS = 12;

let folder: string;
let writing: Spool;
/** The files as a kill left them: nothing is copied from the log into the file yet. */
let left: { file: Buffer; log: Buffer };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-log-'));
  const path = join(folder, 'first.sqlite');
  writing = openSpoolAt({ path, maxBytes: 1e9 }, NOW_MS).spool;
  for (let id = 1; id <= CHUNKS; id += 1) {
    const line = JSON.stringify({ id, text: `chunk-${id} `.repeat(3_000) });
    const spanKeys = [id];
    writing.commit([
      { body: `${id}`, atMs: NOW_MS, lines: [line], spanKeys, rejectedLines: [], message: '' },
    ]);
  }
  left = { file: readFileSync(path), log: readFileSync(`${path}-wal`) };
});
afterEach(() => {
  writing.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What comes out of the spool after its log was changed. */
function after(change: (log: Buffer) => Buffer | void) {
  const path = join(folder, 'second.sqlite');
  const log = Buffer.from(left.log);
  writeFileSync(path, left.file);
  writeFileSync(`${path}-wal`, change(log) ?? log);
  const { spool, damage } = openSpoolAt({ path, maxBytes: 1e9 }, NOW_MS);
  const ids: number[] = [];
  let damaged = 0;
  for (let batch = spool.take(); batch !== null; batch = spool.take()) {
    damaged += batch.damaged.length;
    for (const line of batch.lines.toString().split('\n')) {
      if (line !== '') ids.push(JSON.parse(line).id);
    }
    spool.drop(batch.lastId);
  }
  spool.close();
  return { ids, damaged, isTold: damage !== null };
}

const all = Array.from({ length: CHUNKS }, (_, index) => index + 1);

describe('the log of a spool that was killed', () => {
  it('that is well is read as it is', () => {
    expect(mendLog(left.log, PAGE_BYTES)).toBeNull();
    expect(after(() => {})).toEqual({ ids: all, damaged: 0, isTold: false });
  });

  it('with a flipped bit in the rows of one chunk gives all others, and the bytes of that one', () => {
    const { ids, damaged, isTold } = after((log) => {
      const at = log.indexOf('chunk-5 chunk-5') + 3;
      log[at] = log[at]! ^ 4;
    });
    expect(ids).toEqual(all.filter((id) => id !== 5));
    expect([damaged, isTold]).toEqual([1, true]);
  });

  it.each([
    ['the head', 17],
    ['the sum of a frame', 32 + 5 * FRAME_BYTES + 17],
    ['the salt of a frame', 32 + 5 * FRAME_BYTES + 9],
  ])('with a flipped bit in %s gives everything', (_place, at) => {
    const flipped = after((log) => {
      log[at] = log[at]! ^ 1;
    });
    expect(flipped).toEqual({ ids: all, damaged: 0, isTold: true });
  });

  it('that was cut anywhere gives what was committed before, and takes no torn write for damage', () => {
    const seen = new Set<number>();
    for (let length = 0; length <= left.log.length; length += 23_431) {
      const { ids, damaged, isTold } = after((log) => log.subarray(0, length));
      expect(ids).toEqual(all.slice(0, ids.length));
      expect([damaged, isTold]).toEqual([0, false]);
      seen.add(ids.length);
    }
    expect(seen.size).toBeGreaterThan(CHUNKS / 2);
  });

  it('whose last write is zeros, as a loss of power leaves it, gives everything before', () => {
    const { ids, isTold } = after((log) => {
      log.fill(0, log.length - FRAME_BYTES);
    });
    expect(ids).toEqual(all.slice(0, -1));
    expect(isTold).toBe(false);
  });

  it('is left alone while another process has the spool', () => {
    const path = join(folder, 'first.sqlite');
    copyFileSync(`${path}-wal`, join(folder, 'kept'));
    const log = Buffer.from(left.log);
    log[17] = log[17]! ^ 1;
    writeFileSync(`${path}-wal`, log);
    expect(() => openSpoolAt({ path, maxBytes: 1e9 }, NOW_MS)).toThrow(/in use/);
    copyFileSync(join(folder, 'kept'), `${path}-wal`);
  });
});
