import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { migrate, openStore, type Store } from '@loopscope/sql';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { createAlerting } from './alerting.ts';
import { loadConfig } from './config.ts';
import { createNotice } from './config/follow-file.ts';

const DEADLINE_MS = 15_000;

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = Date.now() + DEADLINE_MS;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const temporary = () => mkdtempSync(join(tmpdir(), 'loopscope-alerting-'));

let store: Store;
beforeAll(async () => {
  const folder = temporary();
  store = await openStore({ dataDir: folder, retentionDays: 30 });
  await migrate(store);
  return async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

/** Alerts of a process whose working directory is as `prepare` leaves it. */
function startAlerting(prepare: (path: string, folder: string) => void) {
  const folder = temporary();
  const path = join(folder, 'loopscope.yaml');
  prepare(path, folder);
  const env: Record<string, string> = { LOOPSCOPE_DATA_DIR: folder, OLD_HOOK: 'https://a.example' };
  const config = loadConfig({ env, cwd: folder, roles: ['alerts'] });
  const alerting = createAlerting({
    store,
    config,
    env,
    now: Date.now,
    baseUrl: () => 'http://127.0.0.1:4319',
    spooledSpans: () => null,
    lookMs: 10,
    log: () => undefined,
  });
  alerting.start();
  const { port } = alerting;
  onTestFinished(async () => {
    await alerting.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const names = async () => (await port.receivers()).map(({ name }) => name);
  const metrics = async () =>
    new Map((await port.metrics()).map(({ name, samples }) => [name, samples[0]]));
  const isTaken = async (is: boolean) =>
    (await metrics()).get('loopscope_config_last_reload_successful')?.value === (is ? 1 : 0);
  const has = (receiver: string) => async () => (await names()).join() === receiver;
  return { port, path, folder, env, names, metrics, isTaken, has };
}

const file = (receivers: string, rest = '') =>
  `alerts:\n  shipped_rules: false\n  receivers:\n    - ${receivers}\n${rest}`;
const log = (name: string) => file(`{ name: ${name}, log: true }`);

describe('a changed file', () => {
  it('brings its rules and receivers; one that cannot be taken changes nothing and is shown', async () => {
    const { port, path, env, names, metrics, isTaken } = startAlerting((at) =>
      writeFileSync(at, file('{ name: old, slack: { url_env: OLD_HOOK } }')),
    );
    expect(await names()).toEqual(['old']);
    expect(await isTaken(true)).toBe(true);

    // The secret of the new receiver is not there yet.
    const changed = file(
      '{ name: new, slack: { url_env: NEW_HOOK } }',
      '  rules:\n    - { name: r, scope: turn, when: max_attempts >= 4, notify: [new] }\n',
    );
    writeFileSync(path, changed);
    await until(() => isTaken(false));
    expect(await names()).toEqual(['old']);
    expect(await port.problems()).toMatchObject([
      { source: 'loopscope.yaml', message: expect.stringContaining('NEW_HOOK is not set') },
    ]);
    expect((await metrics()).get('loopscope_alert_rule_problems')?.value).toBe(1);
    expect(await port.file()).toMatchObject({ path, is_current: false });

    env['NEW_HOOK'] = 'https://b.example';
    writeFileSync(path, `${changed}\n`);
    await until(() => isTaken(true));
    expect(await names()).toEqual(['new']);
    expect((await port.rules()).map(({ name, source }) => [name, source])).toEqual([['r', 'file']]);
    expect(await port.problems()).toEqual([]);

    writeFileSync(path, `${changed}\nwrong: 1\n`);
    await until(() => isTaken(false));
    expect(await names()).toEqual(['new']);
    expect(await port.problems()).toMatchObject([
      { line: 8, message: expect.stringContaining('unknown key "wrong"') },
    ]);
  });

  it('is told of in /metrics and to the UI: which one it is, and since when', async () => {
    const { port, path, metrics, has } = startAlerting((at) => writeFileSync(at, log('old')));
    const before = await port.file();
    expect(before).toMatchObject({ path, is_current: true });
    writeFileSync(path, log('new'));
    await until(has('new'));
    const after = await port.file();
    expect(after?.fingerprint).not.toBe(before?.fingerprint);
    expect(Date.parse(after!.since)).toBeGreaterThan(Date.parse(before!.since));
    const told = await metrics();
    expect(told.get('loopscope_config_info')?.labels).toEqual({
      path,
      fingerprint: after?.fingerprint,
    });
    expect(told.get('loopscope_config_last_reload_success_timestamp_seconds')?.value).toBe(
      Date.parse(after!.since) / 1_000,
    );
  });

  it('is noticed where there was none, and stays in force when it is deleted', async () => {
    const { port, path, isTaken, has } = startAlerting(() => undefined);
    expect(await port.file()).toMatchObject({ path, fingerprint: null, is_current: true });
    writeFileSync(path, log('made'));
    await until(has('made'));
    rmSync(path);
    await until(() => isTaken(false));
    expect(await has('made')()).toBe(true);
    expect(await port.problems()).toMatchObject([
      {
        source: 'loopscope.yaml',
        line: null,
        message: 'there is no such file any more; what it said stays in force until the next start',
      },
    ]);
    writeFileSync(path, log('again'));
    await until(has('again'));
    expect(await port.problems()).toEqual([]);
  });

  it('is noticed where an editor renames a new file over it, again and again', async () => {
    const { path, folder, has } = startAlerting((at) => writeFileSync(at, log('first')));
    for (const name of ['second', 'third']) {
      writeFileSync(join(folder, '.new'), log(name));
      renameSync(join(folder, '.new'), path);
      await until(has(name));
    }
  });

  it('is noticed where a link above it is swapped, as Kubernetes does it', async () => {
    const place = (folder: string, version: string) => {
      mkdirSync(join(folder, version));
      writeFileSync(join(folder, version, 'loopscope.yaml'), log(version));
      symlinkSync(version, join(folder, '..next'));
      renameSync(join(folder, '..next'), join(folder, '..data'));
    };
    const { folder, has } = startAlerting((at, inside) => {
      place(inside, 'v1');
      symlinkSync('..data/loopscope.yaml', at);
    });
    expect(await has('v1')()).toBe(true);
    place(folder, 'v2');
    await until(has('v2'));
    rmSync(join(folder, 'v1'), { recursive: true });
    place(folder, 'v3');
    await until(has('v3'));
  });

  it('is not taken half written: two looks in a row must agree', () => {
    const isNews = createNotice('old');
    const looks = ['old', '', 'new', 'new', 'new', 'gone', 'new', 'gone', 'gone', 'old', 'old'];
    expect(looks.filter((look) => isNews(look))).toEqual(['new', 'gone', 'old']);
    const ofNone = createNotice(null);
    expect(['made', 'made'].map((look) => ofNone(look))).toEqual([false, true]);
  });
});
