/** What a guard adds to a tool call: beforeCall and afterCall with 1 KB of arguments and of result, beside bare JSON of the same, by session length. */
import { createGuard, type Turn } from '@loopscope/sdk/guard';

const CALLS = 20_000;
const LENGTHS = [100, 1_000, 10_000, 100_000];
const NOTE = 'x'.repeat(60);
const ROW = 'y'.repeat(80);

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

function bare(_: Turn, nth: number): number {
  const { args, result } = calls[nth % calls.length] ?? { args: {}, result: [] };
  return JSON.stringify({ ...args, page: nth }).length + JSON.stringify(result).length;
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
  return { p50: at(0.5), p99: at(0.99), cpu: (user + system) / CALLS };
}

const warm = guardedTurn();
percentiles(guard, warm, 0);
percentiles(bare, warm, 0);
const { p50: bareUs } = percentiles(bare, warm, 0);
console.log(`JSON.stringify of the same: ${bareUs.toFixed(2)} us`);
const rows = LENGTHS.map((length) => {
  const turn = guardedTurn();
  for (let call = 0; call < length; call += 1) guard(turn, call);
  const { p50, p99, cpu } = percentiles(guard, turn, length);
  return {
    'calls before': length,
    'p50 us': p50.toFixed(1),
    'p99 us': p99.toFixed(1),
    'CPU us': cpu.toFixed(1),
    'p50 / JSON': (p50 / bareUs).toFixed(1),
  };
});
console.table(rows);
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
const long = guardedTurn();
for (let call = 0; call < 50_000; call += 1) guard(long, call);
globalThis.gc?.();
const heldMb = (process.memoryUsage().heapUsed - before) / 2 ** 20;
console.log(
  `held after 50,000 calls of one turn: ${heldMb.toFixed(1)} MB${globalThis.gc === undefined ? ' (uncollected; run node --expose-gc)' : ''}`,
);
console.log(`calls of the last turn: ${long.state().calls}`);
