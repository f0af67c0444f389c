import type { Role } from '../roles.ts';
import { startLoopscope } from '../start.ts';
import { VERSION } from '../version.ts';
import { buildWeb } from './build-web.ts';
import { openSession, printReady, runUntilStopped, unlessStopped } from './serve.ts';

/** `start` and the single roles: runs until a signal comes. */
export async function runRoles(roles: readonly Role[], options: { json: boolean }): Promise<void> {
  const { config, log, signal } = openSession(roles);
  const webDir = roles.includes('api') ? await buildWeb(log, signal) : null;
  const starting = startLoopscope(config, { roles, log, signal, webDir, version: VERSION });
  const running = await unlessStopped(starting, signal);
  if (running === null) return;
  printReady(running.addresses, options.json);
  await runUntilStopped(running, signal);
}
