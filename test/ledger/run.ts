import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { openStore } from '@loopscope/sql';

import type { Bug } from './faulty-store.ts';
import { openLedger, readLedger, type Account } from './ledger.ts';
import { auditRoutes, auditSpans, auditViews, turnsStored, unauditedRoutes } from './oracle.ts';
import { watchEquation, type EquationWatch } from './equation.ts';
import { createRandom } from './plan.ts';
import { toTurns } from './reference.ts';

export interface RunOptions {
  seed: number;
  turns: number;
  /** How often the product is killed while it is written to. */
  kills: number;
  bug: Bug;
  /** Only what was acknowledged is held against what is stored: enough to see a loss. */
  spansAlone?: boolean;
}

export interface Outcome {
  /** What the oracle has to say against it. */
  found: string[];
  account: Account;
  counters: Record<string, number>;
  /** Everything that was sent was acknowledged, so that views and routes could be recomputed. */
  isWhole: boolean;
  /** How often the equation of /metrics was read. */
  looks: number;
}

interface Product {
  child: ChildProcess;
  address: string;
  line(prefix: string): Promise<string>;
}

/** A life begins in two thirds of the time where the ones before have compiled the same files. */
const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'loopscope-ledger-compiled') };

const file = (name: string): string => new URL(name, import.meta.url).pathname;

/** One life story: writers and product in processes of their own, killed and started again, then audited. */
export async function runLedger(options: RunOptions): Promise<Outcome> {
  const { seed, turns, kills, bug, spansAlone = false } = options;
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-ledger-'));
  const ports = [await freePort(), await freePort()];
  const [http, grpc] = ports.map((port) => `http://127.0.0.1:${port}`);
  const ledgerPath = join(folder, 'ledger.jsonl');
  const dataDir = join(folder, 'data');
  const start = (life: number): Promise<Product> =>
    startProduct([dataDir, String(seed * 100 + life), ...ports.map(String), bug]);
  let product = await start(0);
  const equation = watchEquation(() => product.address);
  try {
    const args = [
      file('./writer.ts'),
      ledgerPath,
      String(seed),
      String(turns),
      String(http),
      String(grpc),
    ];
    const writer = spawn(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...COMPILED },
    });
    const written = once(writer, 'exit');
    const random = createRandom(seed);
    for (let life = 1; life <= kills; life += 1) {
      await moreAcked(ledgerPath, writer);
      await sleep(random() * 200);
      openLedger(ledgerPath).write({ kind: 'fault', what: `kill ${life}` });
      await end(product, 'SIGKILL');
      product = await start(life);
    }
    await Promise.all([written, moreLooks(equation)]);
    product.child.kill('SIGUSR2');
    const counters = JSON.parse(await product.line('settled'));
    const account = readLedger(ledgerPath);
    const broken = await equation.stop();
    const found = [...broken, ...(await auditAll({ account, product, dataDir, spansAlone }))];
    const isWhole = account.acked.size === account.sent.size;
    return { found, account, counters, isWhole, looks: equation.looks() };
  } finally {
    await equation.stop();
    await end(product, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

const ACKED_PER_LIFE = 15;
const LAST_LOOKS = 10;

/** Some requests later: a kill in the midst of the writing, however slow the machine is. */
async function moreAcked(ledgerPath: string, writer: ChildProcess): Promise<void> {
  const acked = (): number => (existsSync(ledgerPath) ? countAcked(ledgerPath) : 0);
  const before = acked();
  while (writer.exitCode === null && acked() < before + ACKED_PER_LIFE) await sleep(20);
}

/** However slow the machine is, the equation is read often enough over what a kill left. */
async function moreLooks({ looks }: EquationWatch): Promise<void> {
  const before = looks();
  while (looks() < before + LAST_LOOKS) await sleep(20);
}

function countAcked(ledgerPath: string): number {
  return readFileSync(ledgerPath, 'utf8').split('"kind":"acked"').length - 1;
}

interface Audited {
  account: Account;
  product: Product;
  dataDir: string;
  spansAlone: boolean;
}

/** First what the running product shows, then, with the store to itself, what lies in it. */
async function auditAll({ account, product, dataDir, spansAlone }: Audited): Promise<string[]> {
  // Spans that were sent and never acknowledged may be there or not: then nothing can be said of what is shown.
  const isWhole = account.acked.size === account.sent.size;
  const shown = isWhole && !spansAlone ? await auditShown(account, product.address) : [];
  await end(product, 'SIGTERM');
  const store = await openStore({ dataDir, retentionDays: 3650, readers: 2 });
  try {
    const { found, stored } = await auditSpans(store, account);
    const turns = spansAlone ? null : turnsStored(account, stored);
    return [...found, ...shown, ...(turns === null ? [] : await auditViews(store, turns))];
  } finally {
    await store.close();
  }
}

async function auditShown(account: Account, address: string): Promise<string[]> {
  const turns = toTurns([...account.sent.values()]);
  const rejected = account.badAcked === account.badSent ? account.badSent : null;
  const nobodys = await unauditedRoutes(address, turns);
  return [
    ...(await auditRoutes(address, turns, rejected)),
    ...nobodys.map((path) => `/${path} is audited by nobody`),
  ];
}

async function startProduct(args: readonly string[]): Promise<Product> {
  const child = spawn(process.execPath, [file('./product.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...COMPILED, UV_THREADPOOL_SIZE: '16' },
  });
  const lines = createInterface({ input: child.stdout });
  const line = async (prefix: string): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    lines.on('line', (text) => {
      if (text.startsWith(`${prefix} `)) resolve(text.slice(prefix.length + 1));
    });
    child.once('exit', () => reject(new Error(`the product ended before it was ${prefix}`)));
    return promise;
  };
  return { child, address: await line('ready'), line };
}

async function end({ child }: Product, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, 'exit');
  child.kill(signal);
  await over;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
