import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSpoolAt } from './open-spool.ts';

const CHILD = fileURLToPath(new URL('./kill-child.ts', import.meta.url));
/** Many more in a soak. */
const LIVES = Number(process.env['LOOPSCOPE_KILLS'] ?? 12);

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-kill-'));
  path = join(folder, 'spool.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Said {
  committed: Set<number>;
  failed: number[];
  /** All up to these ids may be gone, and are gone. */
  dropping: number;
  dropped: number;
}

function start(from: number, said: Said, preload?: string) {
  const child = spawn(process.execPath, [CHILD, path, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...(preload === undefined ? {} : { LD_PRELOAD: preload, FAILING: `${path}.failing` }),
    },
  });
  const over = once(child, 'close');
  let rest = '';
  child.stdout.on('data', (data: Buffer) => {
    const lines = (rest + data.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [word, id] = line.split(' ');
      if (word === 'committed') said.committed.add(Number(id));
      if (word === 'failed') said.failed.push(Number(id));
      if (word === 'dropping') said.dropping = Number(id);
      if (word === 'dropped') said.dropped = Number(id);
    }
  });
  return {
    opened: once(child.stdout, 'data'),
    async kill() {
      child.kill('SIGKILL');
      await over;
    },
  };
}

/** What a new life finds. */
function idsLeft(): number[] {
  const { spool, damage } = openSpoolAt({ path, maxBytes: 1e9, maxBatchRows: 40 }, Date.now());
  expect(damage).toBeNull();
  const ids: number[] = [];
  for (let batch = spool.take(); batch !== null; batch = spool.take()) {
    expect(batch.damaged).toEqual([]);
    const texts = batch.lines
      .toString()
      .split('\n')
      .filter((text) => text !== '');
    ids.push(...texts.map((text): number => JSON.parse(text).id));
    spool.drop(batch.lastId);
  }
  spool.close();
  return ids;
}

const nothing = (): Said => ({ committed: new Set(), failed: [], dropping: 0, dropped: 0 });

describe('a spool that is killed at any moment', () => {
  it('what was said to be committed is there, what was dropped is gone, and nothing is damaged', async () => {
    let from = 1;
    for (let life = 0; life < LIVES; life += 1) {
      const said = nothing();
      const child = start(from, said);
      await child.opened;
      await sleep((life * 37) % 300);
      await child.kill();
      const left = new Set(idsLeft());
      const owed = [...said.committed].filter((id) => id > said.dropping);
      expect(owed.filter((id) => !left.has(id))).toEqual([]);
      expect([...left].filter((id) => id <= said.dropped && id >= from)).toEqual([]);
      from += 1_000_000;
    }
  }, 600_000);
});

/** Makes fsync fail while a file is there. */
const FAILING_SYNC = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
static int fails(void) { const char *path = getenv("FAILING"); return path && access(path, F_OK) == 0; }
int fsync(int fd) { if (fails()) { errno = EIO; return -1; } return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(fd); }
int fdatasync(int fd) { if (fails()) { errno = EIO; return -1; } return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(fd); }
`;
const hasCompiler = spawnSync('cc', ['--version']).status === 0 && process.platform === 'linux';

describe.skipIf(!hasCompiler)('a disk that reports an error (needs a C compiler)', () => {
  it('is not said to be committed where the disk fails to sync it, and everything else stays', async () => {
    const library = join(folder, 'failing.so');
    writeFileSync(join(folder, 'failing.c'), FAILING_SYNC);
    const args = ['-shared', '-fPIC', '-o', library, join(folder, 'failing.c'), '-ldl'];
    expect(spawnSync('cc', args).status).toBe(0);
    const said = nothing();
    const child = start(1, said, library);
    await child.opened;
    await expect.poll(() => said.committed.size).toBeGreaterThan(3);
    for (let time = 0; time < 3; time += 1) {
      const failed = said.failed.length;
      writeFileSync(`${path}.failing`, '');
      await expect.poll(() => said.failed.length, { interval: 5 }).toBeGreaterThan(failed);
      const committed = said.committed.size;
      rmSync(`${path}.failing`);
      await expect.poll(() => said.committed.size, { interval: 5 }).toBeGreaterThan(committed + 3);
    }
    await child.kill();
    const left = new Set(idsLeft());
    const owed = [...said.committed].filter((id) => id > said.dropping);
    expect(owed.filter((id) => !left.has(id))).toEqual([]);
  }, 60_000);
});
