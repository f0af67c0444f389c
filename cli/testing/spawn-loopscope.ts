import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach } from 'vitest';

export const ENTRY = fileURLToPath(new URL('../loopscope.ts', import.meta.url));
export const DEADLINE_MS = 30_000;

export interface Command {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  /** Exit code, when it is over. */
  over: Promise<number | null>;
}

export interface Workplace {
  /** A folder of the test's own, where commands run. */
  folder: () => string;
  /** A real process on free ports; killed with the test if need be. */
  loopscope: (args: string[], env?: Record<string, string>) => Command;
}

/** A folder for each test, and processes that do not outlive it. */
export function useWorkplace(): Workplace {
  let folder = '';
  const children: ChildProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loopscope-cli-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder: () => folder,
    loopscope(args, env = {}) {
      const command = start(args, { folder, env });
      children.push(command.child);
      return command;
    },
  };
}

function start(args: string[], { folder, env }: { folder: string; env: Record<string, string> }) {
  const child = spawn(process.execPath, [ENTRY, ...args], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      LOOPSCOPE_HTTP_PORT: '0',
      LOOPSCOPE_OTLP_HTTP_PORT: '0',
      LOOPSCOPE_OTLP_GRPC_PORT: '0',
      ...env,
    },
  });
  const text = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    text.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    text.stderr += chunk.toString();
  });
  const over = once(child, 'close').then(() => child.exitCode);
  return { child, stdout: () => text.stdout, stderr: () => text.stderr, over };
}

export async function until(condition: () => boolean, what: () => string): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`never: ${what()}`);
    await sleep(25);
  }
}

const READY = /^loopscope ready ui=(\S+) otlp_http=(\S+) otlp_grpc=(\S+)$/m;

/** Waits for the line that says so; throws what stands on stderr where the process ends before it. */
export async function ready(command: Command): Promise<{ ui: string; otlpHttp: string }> {
  await until(
    () => READY.test(command.stdout()) || command.child.exitCode !== null,
    () => `${command.stdout()}${command.stderr()}`,
  );
  const [, ui, otlpHttp] = READY.exec(command.stdout()) ?? [];
  if (ui === undefined || otlpHttp === undefined) throw new Error(command.stderr());
  return { ui, otlpHttp };
}

/** Where nothing listens. */
export async function closedAddress(): Promise<string> {
  const { port, release } = await heldPort();
  await release();
  return `http://127.0.0.1:${port}`;
}

/** A port that somebody else listens on. */
export async function heldPort(): Promise<{ port: number; release: () => Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const release = async () => {
    server.close();
    await once(server, 'close');
  };
  return { port: address.port, release };
}
