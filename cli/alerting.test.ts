import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { migrate, openStore } from '@loopscope/sql';
import { expect, it, onTestFinished } from 'vitest';

import { createAlerting } from './alerting.ts';
import { loadConfig } from './config.ts';

const DEADLINE_MS = 15_000;

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = Date.now() + DEADLINE_MS;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function startAlerting(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-alerting-'));
  const write = (changed: string) => writeFileSync(join(folder, 'loopscope.yaml'), changed);
  write(text);
  const env: Record<string, string> = { LOOPSCOPE_DATA_DIR: folder, OLD_HOOK: 'https://a.example' };
  const config = loadConfig({ env, cwd: folder, roles: ['alerts'] });
  const store = await openStore({ dataDir: folder, retentionDays: 30 });
  await migrate(store);
  const alerting = createAlerting({
    store,
    config,
    env,
    now: Date.now,
    baseUrl: () => 'http://127.0.0.1:4319',
    spooledSpans: () => null,
    log: () => undefined,
  });
  alerting.start();
  const { port } = alerting;
  onTestFinished(async () => {
    await alerting.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const names = async () => (await port.receivers()).map(({ name, target }) => [name, target]);
  const metric = async (name: string) =>
    (await port.metrics()).find((one) => one.name === name)?.samples[0]?.value;
  return { port, write, env, names, metric };
}

const file = (receivers: string, rest = '') =>
  `alerts:\n  shipped_rules: false\n  receivers:\n    - ${receivers}\n${rest}`;

it('a changed file brings its rules and receivers; one that cannot be taken changes nothing and is shown', async () => {
  const { port, write, env, names, metric } = await startAlerting(
    file('{ name: old, slack: { url_env: OLD_HOOK } }'),
  );
  expect(await names()).toEqual([['old', 'https://a.example']]);
  const isTaken = async (value: number) =>
    (await metric('loopscope_config_last_reload_successful')) === value;
  expect(await isTaken(1)).toBe(true);

  // The secret of the new receiver is not there yet.
  const changed = file(
    '{ name: new, slack: { url_env: NEW_HOOK } }',
    '  rules:\n    - { name: r, scope: turn, when: max_attempts >= 4, notify: [new] }\n',
  );
  write(changed);
  await until(() => isTaken(0));
  expect(await names()).toEqual([['old', 'https://a.example']]);
  expect(await port.problems()).toMatchObject([
    { source: 'loopscope.yaml', message: expect.stringContaining('NEW_HOOK is not set') },
  ]);
  expect(await metric('loopscope_alert_rule_problems')).toBe(1);

  env['NEW_HOOK'] = 'https://b.example';
  write(`${changed}\n`);
  await until(() => isTaken(1));
  expect(await names()).toEqual([['new', 'https://b.example']]);
  expect((await port.rules()).map(({ name, source }) => [name, source])).toEqual([['r', 'file']]);
  expect(await port.problems()).toEqual([]);

  write(`${changed}\nwrong: 1\n`);
  await until(() => isTaken(0));
  expect(await names()).toEqual([['new', 'https://b.example']]);
  expect(await port.problems()).toMatchObject([
    { line: 8, message: expect.stringContaining('unknown key "wrong"') },
  ]);
}, 60_000);
