import * as fc from 'fast-check';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSpoolFile } from './spool-file.ts';
import { openSpool, type Arrival, type Fate, type Spool, type SpoolOptions } from './spool.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
let folder: string;
let open: Spool[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-spool-'));
  open = [];
});
afterEach(() => {
  for (const spool of open) spool.close();
  rmSync(folder, { recursive: true, force: true });
});

function reopen(options: Partial<SpoolOptions> = {}, name = 'spool.sqlite'): Spool {
  open.pop()?.close();
  const { file } = openSpoolFile(join(folder, name), NOW_MS);
  const spool = openSpool({ file, maxBytes: 1e9, ...options });
  open.push(spool);
  return spool;
}

let bodies = 0;
function arrival(ids: readonly number[], more: Partial<Arrival> = {}): Arrival {
  bodies += 1;
  return {
    body: `body-${bodies}`,
    atMs: NOW_MS,
    lines: ids.map((id) => `{"id":${id}}`),
    spanKeys: ids,
    rejectedLines: [],
    message: '',
    ...more,
  };
}

const idsOf = (lines: Buffer): number[] =>
  lines.length === 0
    ? []
    : lines
        .toString()
        .split('\n')
        .map((line) => JSON.parse(line).id);

describe('what was committed', () => {
  it('is taken in order, in one batch, and gone when it is dropped', () => {
    const spool = reopen();
    expect(spool.take()).toBeNull();
    expect(spool.commit([arrival([1, 2]), arrival([3])])).toEqual([
      { fresh: 2, duplicate: 0, rejected: 0 },
      { fresh: 1, duplicate: 0, rejected: 0 },
    ]);
    expect(spool.occupancy()).toEqual({ bytes: 25, fresh: 3, oldestMs: NOW_MS, lastId: 2 });
    const batch = spool.take();
    expect(idsOf(batch?.lines ?? Buffer.alloc(0))).toEqual([1, 2, 3]);
    expect(batch).toMatchObject({ spans: 3, fresh: 3, damaged: [] });
    spool.drop(batch?.lastId ?? 0);
    expect([spool.take(), spool.occupancy()]).toEqual([
      null,
      { bytes: 0, fresh: 0, oldestMs: null, lastId: 2 },
    ]);
  });

  it('stays in its batch once taken: what comes later waits for the next', () => {
    const spool = reopen();
    spool.commit([arrival([1])]);
    const first = spool.take();
    spool.commit([arrival([2])]);
    expect(spool.take()).toEqual(first);
    expect(reopen().take()).toEqual(first);
  });

  it('by an earlier process joins no new batch, taken or not', () => {
    reopen().commit([arrival([1])]);
    const spool = reopen();
    spool.commit([arrival([2])]);
    const batch = spool.take();
    expect(idsOf(batch?.lines ?? Buffer.alloc(0))).toEqual([1]);
  });

  it('never shares a token with another batch, however often the spool is emptied and opened', () => {
    const tokens = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const spool = reopen();
      for (const id of [1, 2]) {
        spool.commit([arrival([round * 10 + id])]);
        const batch = spool.take();
        tokens.add(batch?.token ?? '');
        spool.drop(batch?.lastId ?? 0);
      }
    }
    tokens.add(
      (() => {
        const other = reopen({}, 'other.sqlite');
        other.commit([arrival([1])]);
        return other.take()?.token ?? '';
      })(),
    );
    expect(tokens.size).toBe(9);
  });

  it('comes out once and in order, whatever is committed, taken, dropped and cut off in between', () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('commit' as const),
        sizes: fc.array(fc.nat(5), { maxLength: 3 }),
      }),
      fc.record({ do: fc.constantFrom('take', 'drop', 'reopen') }),
    );
    let file = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        file += 1;
        const name = `model-${file}.sqlite`;
        let spool = reopen({ maxBatchRows: 4 }, name);
        const waiting: number[] = [];
        const out: number[] = [];
        let next = 1;
        for (const one of steps) {
          if (one.do === 'commit' && 'sizes' in one) {
            const arrivals = one.sizes.map((size) =>
              arrival(Array.from({ length: size }, () => next++)),
            );
            spool.commit(arrivals);
            waiting.push(...arrivals.flatMap(({ spanKeys }) => spanKeys));
          } else if (one.do === 'reopen') {
            spool = reopen({ maxBatchRows: 4 }, name);
          } else {
            const batch = spool.take();
            const ids = idsOf(batch?.lines ?? Buffer.alloc(0));
            expect(ids).toEqual(waiting.slice(0, ids.length));
            expect(ids.length).toBeLessThanOrEqual(4);
            expect(ids.length > 0).toBe(waiting.length > 0);
            if (batch !== null && one.do === 'drop') {
              spool.drop(batch.lastId);
              out.push(...waiting.splice(0, ids.length));
            }
          }
          expect(spool.occupancy().fresh).toBe(waiting.length);
        }
        expect([...out, ...waiting]).toEqual(Array.from({ length: next - 1 }, (_, at) => at + 1));
      }),
      { numRuns: 30 },
    );
  });
});

describe('a second delivery', () => {
  const fate = (fresh: number, duplicate: number, rejected = 0): Fate => ({
    fresh,
    duplicate,
    rejected,
  });

  it('of a request is known by its body, in the same commit, later, and after a restart', () => {
    const once = arrival([1, 2], { rejectedLines: ['{}'], message: '1 x bad' });
    let spool = reopen();
    expect(spool.commit([once, once])).toEqual([fate(2, 0, 1), fate(0, 3)]);
    for (let time = 0; time < 2; time += 1) {
      expect(spool.known(once.body)).toEqual({ spans: 3, rejected: 1, message: '1 x bad' });
      expect(spool.commit([once])).toEqual([fate(0, 3)]);
      spool = reopen();
    }
    expect(idsOf(spool.take()?.lines ?? Buffer.alloc(0))).toEqual([1, 2]);
  });

  it('of a span in another request is counted as a duplicate, and inserted: it may be the better one', () => {
    let spool = reopen();
    expect(spool.commit([arrival([1, 2]), arrival([2, 3])])).toEqual([fate(2, 0), fate(1, 1)]);
    spool = reopen();
    expect(spool.commit([arrival([3, 3, 4])])).toEqual([fate(1, 2)]);
    expect(spool.occupancy().fresh).toBe(4);
    expect(spool.take()).toMatchObject({ spans: 4, fresh: 3 });
  });
});

describe('where there is no room', () => {
  it('what fits is taken and what does not is left to its sender, until the spool is emptied', () => {
    const spool = reopen({ maxBytes: 40 });
    expect(spool.isFull()).toBe(false);
    const [big, small] = [arrival([1, 2, 3, 4, 5]), arrival([6, 7, 8])];
    expect(spool.commit([small, big])).toEqual([{ fresh: 3, duplicate: 0, rejected: 0 }, null]);
    expect(spool.known(big.body)).toBeUndefined();
    expect(spool.commit([arrival([9])])).toMatchObject([{ fresh: 1 }]);
    expect(spool.commit([arrival([10])])).toEqual([null]);
    spool.drop(spool.take()?.lastId ?? 0);
    expect(spool.commit([arrival([1, 2, 3])])).toMatchObject([{ fresh: 3 }]);
  });

  it('on the disk: nothing is kept, and it goes on when there is room again', () => {
    const { file } = openSpoolFile(join(folder, 'tight.sqlite'), NOW_MS);
    const spool = openSpool({ file, maxBytes: 1e9 });
    open.push(spool);
    spool.commit([arrival([1])]);
    file.database.exec('PRAGMA max_page_count = 8');
    const large = arrival([2], { lines: [JSON.stringify({ id: 2, text: 'x'.repeat(200_000) })] });
    for (let time = 0; time < 3; time += 1) {
      expect(() => spool.commit([arrival([3]), large])).toThrow(
        expect.objectContaining({ code: 'disk_full' }),
      );
    }
    expect(spool.occupancy().fresh).toBe(1);
    file.database.exec('PRAGMA max_page_count = 100000');
    spool.ping();
    expect(spool.commit([large])).toEqual([{ fresh: 1, duplicate: 0, rejected: 0 }]);
    expect(idsOf(spool.take()?.lines ?? Buffer.alloc(0))).toEqual([1, 2]);
  });
});

describe('the file', () => {
  it('that was moved away takes nothing until it is back', () => {
    const spool = reopen();
    const path = join(folder, 'spool.sqlite');
    renameSync(path, `${path}.away`);
    const isGone = expect.objectContaining({ code: 'spool_gone' });
    // It is known before anything comes, for who asks.
    expect(() => spool.ping()).toThrow(isGone);
    expect(() => spool.commit([arrival([1])])).toThrow(isGone);
    renameSync(`${path}.away`, path);
    spool.ping();
    expect(spool.commit([arrival([1])])).toMatchObject([{ fresh: 1 }]);
  });

  it('is made small again when it is empty, and goes on', () => {
    const spool = reopen({ shrinkAboveBytes: 1_000_000 });
    const line = JSON.stringify({ id: 1, text: 'x'.repeat(100_000) });
    for (let id = 1; id <= 40; id += 1) spool.commit([arrival([id], { lines: [line] })]);
    const path = join(folder, 'spool.sqlite');
    for (let batch = spool.take(); batch !== null; batch = spool.take()) spool.drop(batch.lastId);
    expect(spool.commit([arrival([50]), arrival([40])])).toMatchObject([
      { fresh: 1 },
      { fresh: 0 },
    ]);
    open.pop()?.close();
    expect(statSync(path).size).toBeLessThan(1_000_000);
    const batch = reopen().take();
    expect(idsOf(batch?.lines ?? Buffer.alloc(0))).toEqual([50, 40]);
  });

  it('belongs to one process at a time', () => {
    reopen();
    expect(() => openSpoolFile(join(folder, 'spool.sqlite'), NOW_MS)).toThrow(
      expect.objectContaining({
        code: 'spool_in_use',
        message: expect.stringContaining('in use by another collector'),
      }),
    );
  });

  it.each([
    ['text', Buffer.from('no database at all, but long enough to be looked at'.repeat(100))],
    ['a database of somebody else', foreign()],
  ])('with %s in it is moved aside by name and left as it was', (_name, bytes) => {
    writeFileSync(join(folder, 'spool.sqlite'), bytes);
    const { file, movedAside } = openSpoolFile(join(folder, 'spool.sqlite'), NOW_MS);
    open.push(openSpool({ file, maxBytes: 1e9 }));
    expect(movedAside).toBe(join(folder, 'spool.sqlite.damaged-20260101T000000Z'));
    expect(readFileSync(movedAside ?? '')).toEqual(bytes);
  });

  it('of a newer form is refused, not touched', () => {
    const path = join(folder, 'spool.sqlite');
    reopen();
    open.pop()?.close();
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(() => openSpoolFile(path, NOW_MS)).toThrow(/newer Loopscope/);
    expect(readdirSync(folder)).toEqual(['spool.sqlite']);
  });

  it('with a flipped bit gives all other chunks, and the bytes of the one at fault', () => {
    const spool = reopen();
    spool.commit([arrival([1]), arrival([12_345]), arrival([3])]);
    open.pop()?.close();
    const path = join(folder, 'spool.sqlite');
    const bytes = readFileSync(path);
    const at = bytes.indexOf('12345');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const batch = reopen().take();
    expect(idsOf(batch?.lines ?? Buffer.alloc(0))).toEqual([1, 3]);
    expect(batch?.damaged).toMatchObject([{ id: 2, spans: 1, fresh: 1 }]);
    expect(batch?.damaged[0]?.bytes.toString()).toBe('{"id":02345}');
  });
});

function foreign(): Buffer {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE theirs (a)');
  const path = join(mkdtempSync(join(tmpdir(), 'loopscope-foreign-')), 'theirs.sqlite');
  database.exec(`VACUUM INTO '${path}'`);
  database.close();
  const bytes = readFileSync(path);
  rmSync(join(path, '..'), { recursive: true });
  return bytes;
}
