import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { loadConfig } from './config.ts';
import { startLoopscope } from './start.ts';
import { heldPort } from './testing/spawn-loopscope.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'loopscope-start-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const configOn = (httpPort: number) =>
  loadConfig({
    cwd,
    env: { LOOPSCOPE_HTTP_PORT: String(httpPort), LOOPSCOPE_OTLP_HTTP_PORT: '0' },
  });

test('where one role fails the others are closed, and the store is free again', async () => {
  const log = () => {};
  const { port, release } = await heldPort();
  await expect(startLoopscope(configOn(port), { log })).rejects.toThrow(
    `Port ${port} for UI and API is already in use`,
  );
  await release();
  const running = await startLoopscope(configOn(port), { log });
  expect(running.addresses.ui).toBe(`http://127.0.0.1:${port}`);
  expect(await running.drain()).toBe(0);
  await running.close();
  await running.close();
});

test('a role of its own without a server is refused', async () => {
  const starting = startLoopscope(configOn(0), { log: () => {}, roles: ['collector'] });
  await expect(starting).rejects.toThrow(/^A role of its own needs a ClickHouse server/);
});
