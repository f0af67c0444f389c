/** The demo as a user starts it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Demo {
  address: string;
  close(): Promise<void>;
}

/** Starts the demo on free ports in a directory of its own; resolves when it says what to look at. */
export async function startDemo(): Promise<Demo> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const demo = spawn(process.execPath, ['cli/loopscope.ts', 'demo'], {
    cwd: root,
    env: {
      ...process.env,
      LOOPSCOPE_DATA_DIR: dataDir,
      LOOPSCOPE_HTTP_PORT: '0',
      LOOPSCOPE_OTLP_HTTP_PORT: '0',
      LOOPSCOPE_OTLP_GRPC_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const close = async (): Promise<void> => {
    const isOver = new Promise((resolve) => demo.once('exit', resolve));
    if (demo.kill('SIGTERM')) await isOver;
    rmSync(dataDir, { recursive: true, force: true });
  };
  let address = '';
  for await (const line of createInterface({ input: demo.stdout })) {
    address ||= /ui=(\S+)/.exec(line)?.[1] ?? '';
    if (line.startsWith('Send your own spans')) break;
  }
  if (address === '') {
    await close();
    throw new Error('the demo ended without an address');
  }
  demo.stdout.resume();
  return { address, close };
}
