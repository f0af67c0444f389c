import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openStore } from './open-store.ts';
import { openTemporaryStore, type TemporaryStore } from './temporary-store.ts';

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary[Symbol.asyncDispose]());

/** Runs TypeScript in a process of its own, with the store's door in scope. */
const child = (text: string, dataDir: string, env?: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-child-'));
  const file = join(folder, 'child.ts');
  const door = new URL('./open-store.ts', import.meta.url).href;
  const migrate = new URL('../migrate.ts', import.meta.url).href;
  const rows = new URL('../testing/sample-rows.ts', import.meta.url).href;
  writeFileSync(
    file,
    `import { openStore } from '${door}';
     import { migrate } from '${migrate}';
     import { sampleSpan } from '${rows}';
     const dataDir = ${JSON.stringify(dataDir)};
     ${text}`,
  );
  const ended = spawnSync(process.execPath, [file], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  rmSync(folder, { recursive: true });
  return ended;
};

describe('the data directory', () => {
  it('is refused to a second process in one sentence', () => {
    const { stdout, stderr } = child(
      `await openStore({ dataDir, retentionDays: 1 }).catch((error) => {
         console.log(JSON.stringify([error.code, error.retryable, error.message]));
         process.exit(0);
       });`,
      temporary.dataDir,
    );
    expect(JSON.parse(stdout)).toEqual([
      'data_dir_in_use',
      false,
      `The data directory ${temporary.dataDir} is in use by another Loopscope process; stop that one or choose another directory.`,
    ]);
    expect(stderr).toBe('');
  });

  it('is one per process', async () => {
    const other = mkdtempSync(join(tmpdir(), 'loopscope-other-'));
    await expect(openStore({ dataDir: other, retentionDays: 1 })).rejects.toMatchObject({
      code: 'data_dir_in_use',
    });
    rmSync(other, { recursive: true });
    expect(await temporary.store.ping()).toBe(true);
  });

  it('that cannot be made is named', async () => {
    const file = join(temporary.dataDir, 'status');
    await expect(openStore({ dataDir: join(file, 'x'), retentionDays: 1 })).rejects.toMatchObject({
      code: 'data_dir_unusable',
    });
  });

  it('needs the engine, and says what else there is where its library is missing', () => {
    const { stdout } = child(
      `const { registerHooks } = await import('node:module');
       registerHooks({
         resolve(name, context, next) {
           if (name.startsWith('@chdb/')) throw new Error('not for this machine');
           return next(name, context);
         },
       });
       await openStore({ dataDir, retentionDays: 1 }).catch((error) => {
         console.log(JSON.stringify([error.code, error.retryable, error.message]));
       });`,
      '/nowhere',
    );
    expect(JSON.parse(stdout)).toEqual([
      'engine_missing',
      false,
      expect.stringContaining('set LOOPSCOPE_CLICKHOUSE_URL to a ClickHouse server'),
    ]);
  });

  it('holds every acknowledged row after a kill, and so does a copy of it in a host of any time zone', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-kill-'));
    const killed = child(
      `const store = await openStore({ dataDir, retentionDays: 1 });
       await migrate(store);
       for (let n = 0; ; n += 1) {
         await store.insert('spans', [sampleSpan({ span_id: String(n) })], 'kill/' + n);
         process.stdout.write(n + '\\n');
         if (n === 50) process.kill(process.pid, 'SIGKILL');
       }`,
      dataDir,
    );
    expect(killed.signal).toBe('SIGKILL');
    const acknowledged = killed.stdout.trim().split('\n').length;
    const copy = `${dataDir}-copy`;
    cpSync(dataDir, copy, { recursive: true });
    rmSync(dataDir, { recursive: true });
    const { stdout } = child(
      `const store = await openStore({ dataDir, retentionDays: 1 });
       await migrate(store);
       // The last batch may be sent again: its token is remembered over the restart.
       await store.insert('spans', [sampleSpan({ span_id: '50' })], 'kill/50');
       const any = { safeParse: (data) => ({ success: true, data }), parse: (row) => row };
       const sql = 'SELECT count() AS n, uniqExact(span_id) AS u FROM spans';
       console.log(JSON.stringify(await store.query({ name: 'count', sql, params: any, row: any }, {})));
       await store.close();`,
      copy,
      { TZ: 'CET-1CEST' },
    );
    rmSync(copy, { recursive: true });
    expect(acknowledged).toBeGreaterThanOrEqual(50);
    expect(JSON.parse(stdout)).toEqual([{ n: '51', u: '51' }]);
  });
});
