import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../../cli/loopscope.ts', import.meta.url));
const READY = /^loopscope ready ui=(\S+) otlp_http=(\S+) otlp_grpc=(\S+)$/m;
const READY_WITHIN_MS = 60_000;

/** `loopscope start`, or a role, as a process of its own. */
export interface Loopscope {
  child: ChildProcess;
  ui: string;
  otlpHttp: string;
  otlpGrpc: string;
  log(): string;
  /** Its exit code, when it has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

export interface LoopscopeOptions {
  role?: 'start' | 'collector';
  folder: string;
  env?: Record<string, string>;
  /** Loaded into the process before anything else. */
  preload?: string;
}

/** On free ports, in a folder that is there; throws what it said where it does not start. */
export async function startLoopscope(options: LoopscopeOptions): Promise<Loopscope> {
  const child = spawn(process.execPath, [ENTRY, options.role ?? 'start'], {
    cwd: options.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      LOOPSCOPE_HTTP_PORT: '0',
      LOOPSCOPE_OTLP_HTTP_PORT: '0',
      LOOPSCOPE_OTLP_GRPC_PORT: '0',
      ...(options.preload === undefined ? {} : { LD_PRELOAD: options.preload }),
      ...options.env,
    },
  });
  const said = { out: '', log: '' };
  child.stdout.on('data', (data: Buffer) => (said.out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said.log += data.toString()));
  const over = once(child, 'close');
  const untilMs = Date.now() + READY_WITHIN_MS;
  while (!READY.test(said.out)) {
    if (child.exitCode !== null || Date.now() > untilMs) {
      child.kill('SIGKILL');
      throw new Error(`loopscope did not start: ${said.log}`);
    }
    await sleep(10);
  }
  const [, ui = '', otlpHttp = '', otlpGrpc = ''] = READY.exec(said.out) ?? [];
  return {
    child,
    ui,
    otlpHttp,
    otlpGrpc,
    log: () => said.log,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await over;
      return child.exitCode;
    },
  };
}
