/**
 * What a guard adds to a tool call: beforeCall and afterCall with 1 KB of arguments and of result, by session length. Beside it a bare SHA-256 of
 * JSON.stringify of the same, as much time spent on nothing, and as many bytes filled with nothing: the tails of those are the machine's own.
 */
import { hash } from 'node:crypto';
import { cpus } from 'node:os';
import { createGuard, type Turn } from '@loopscope/sdk/guard';

const CALLS = 20_000;
const LENGTHS = [100, 1_000, 10_000, 100_000];
const NOTE = 'x'.repeat(60);
const ROW = 'y'.repeat(80);
const SPIN_ROUNDS = 2_900;
/** Objects of three numbers: about as many bytes as a guarded call takes. */
const FILLED = 200;
const WARM_UP = 3;

function argumentsOf(id: number) {
  return {
    customer_id: `cus_${id}`,
    status: 'refunded',
    lines: Array.from({ length: 10 }, (_, at) => ({ sku: `sku_${at}`, note: NOTE, qty: at })),
  };
}

function resultOf(id: number) {
  return Array.from({ length: 8 }, (_, at) => ({
    order_id: `o_${id}_${at}`,
    status: 'open',
    note: ROW,
  }));
}

const calls = Array.from({ length: 500 }, (_, id) => ({
  args: argumentsOf(id),
  result: resultOf(id),
}));

function guardedTurn(): Turn {
  const ceilings = { callsPerSession: Number.MAX_SAFE_INTEGER };
  return createGuard({ ceilings, tools: { search: { effect: 'read' } } }).startTurn();
}

/** Every call asks something else, as calls of honest work do. */
function guard(turn: Turn, nth: number): void {
  const { args, result } = calls[nth % calls.length] ?? { args: {}, result: [] };
  const admission = turn.beforeCall({ tool: 'search', args: { ...args, page: nth } });
  turn.afterCall(admission, { result });
}

function bareHash(_: Turn, nth: number): string {
  const { args, result } = calls[nth % calls.length] ?? { args: {}, result: [] };
  const asked = hash('sha256', JSON.stringify({ ...args, page: nth }), 'hex');
  return asked + hash('sha256', JSON.stringify(result), 'hex');
}

let mixed = 1;

/** Arithmetic without memory, about as long as a guarded call. */
function spin(): void {
  for (let round = 0; round < SPIN_ROUNDS; round += 1) mixed = (mixed * 1_664_525 + round) | 0;
}

let filled: object[] = [];

/** Memory without work. */
function fill(_: Turn, nth: number): void {
  filled = [];
  for (let at = 0; at < FILLED; at += 1) filled.push({ at, nth, mixed });
}

function percentiles(work: (turn: Turn, nth: number) => unknown, turn: Turn, from: number) {
  const times = new Float64Array(CALLS);
  const cpu = process.threadCpuUsage();
  for (let call = 0; call < CALLS; call += 1) {
    const start = process.hrtime.bigint();
    work(turn, from + call);
    times[call] = Number(process.hrtime.bigint() - start) / 1_000;
  }
  const { user, system } = process.threadCpuUsage(cpu);
  times.sort();
  const at = (share: number): number => times[Math.floor(CALLS * share)] ?? 0;
  // What a busy machine gives to others is no cost of the guard: the mean of the thread's own time leaves it out.
  return {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    p999: at(0.999),
    cpu: (user + system) / CALLS,
  };
}

type Work = (turn: Turn, nth: number) => unknown;

const warm = guardedTurn();
const measured = (work: Work) => percentiles(work, warm, 0);
for (let round = 0; round < WARM_UP; round += 1)
  for (const work of [guard, bareHash, spin, fill]) measured(work);

type Figures = ReturnType<typeof percentiles>;
const hashed = measured(bareHash);
const row = (what: string, figures: Figures) => ({
  what,
  'p50 us': figures.p50.toFixed(1),
  'p95 us': figures.p95.toFixed(1),
  'p99 us': figures.p99.toFixed(1),
  'p99.9 us': figures.p999.toFixed(1),
  'CPU us': figures.cpu.toFixed(1),
  'p50 / hash': (figures.p50 / hashed.p50).toFixed(1),
});
const guarded = LENGTHS.map((length) => {
  const turn = guardedTurn();
  for (let call = 0; call < length; call += 1) guard(turn, call);
  return row(`guarded, ${length} calls before`, percentiles(guard, turn, length));
});
console.log(`${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`);
console.table([
  row('SHA-256 of JSON.stringify', hashed),
  row('nothing, as long', measured(spin)),
  row('nothing, as many bytes', measured(fill)),
  ...guarded,
]);
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
const long = guardedTurn();
for (let call = 0; call < 50_000; call += 1) guard(long, call);
globalThis.gc?.();
const heldMb = (process.memoryUsage().heapUsed - before) / 2 ** 20;
console.log(
  `held after 50,000 calls of one turn: ${heldMb.toFixed(1)} MB${globalThis.gc === undefined ? ' (uncollected; run node --expose-gc)' : ''}`,
);
console.log(`calls of the last turn: ${long.state().calls}; last filled: ${filled.length}`);
