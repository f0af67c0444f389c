import { once } from 'node:events';

import { loadConfig, type Config, type ConfigSource } from '../config.ts';
import { createLog, type Log } from '../log.ts';
import type { Role } from '../roles.ts';
import type { Addresses, Running } from '../start.ts';

/** What a command that keeps running works with. */
export interface Session {
  config: Config;
  log: Log;
  /** Aborted by the first SIGTERM or SIGINT; the second one ends the process at once. */
  signal: AbortSignal;
}

/** Reads the configuration, listens for signals, and logs to stderr. Throws a ConfigError. */
export function openSession(roles: readonly Role[], source: ConfigSource = {}): Session {
  const log = createStderrLog();
  const today = new Date().toISOString().slice(0, 10);
  const config = loadConfig({ ...source, roles, today });
  for (const warning of config.warnings) log('warn', warning);
  return { config, log, signal: stopSignal(log) };
}

export function createStderrLog(): Log {
  return createLog({
    isTerminal: process.stderr.isTTY,
    write: (line) => process.stderr.write(line),
  });
}

/** Aborted by the first SIGTERM or SIGINT, or when its terminal is closed; the second one ends the process at once. */
export function stopSignal(log: Log): AbortSignal {
  const stop = new AbortController();
  // A terminal that is closed; without one it asks to read the configuration again, which needs no asking.
  const isTerminal = process.stderr.isTTY;
  for (const [name, number] of [
    ['SIGTERM', 15],
    ['SIGINT', 2],
    ['SIGHUP', 1],
  ] as const) {
    process.on(name, () => {
      if (name === 'SIGHUP' && !isTerminal) {
        return log('info', `${name}: a changed configuration file is read by itself; going on`);
      }
      if (stop.signal.aborted) process.exit(128 + number);
      log('info', `${name}: finishing what is open; once more to stop at once`);
      stop.abort();
    });
  }
  return stop.signal;
}

/** What was started; null where the signal came first and starting ended because of it. */
export async function unlessStopped(
  starting: Promise<Running>,
  signal: AbortSignal,
): Promise<Running | null> {
  try {
    return await starting;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** Resolves when a signal came; the running parts are closed by then. */
export async function runUntilStopped(running: Running, signal: AbortSignal): Promise<void> {
  // A listener that is bound keeps the process alive; roles without one need this.
  const alive = setInterval(() => {}, 2 ** 30);
  try {
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    clearInterval(alive);
    await running.close();
  }
}

/** The line that others wait for. */
export function printReady({ ui, otlpHttp, otlpGrpc }: Addresses, asJson: boolean): void {
  const line = asJson
    ? JSON.stringify({ ready: true, ui, otlp_http: otlpHttp, otlp_grpc: otlpGrpc })
    : `loopscope ready ui=${ui ?? '-'} otlp_http=${otlpHttp ?? '-'} otlp_grpc=${otlpGrpc ?? '-'}`;
  process.stdout.write(`${line}\n`);
}
