/**
 * What a guard adds to a tool call: beforeCall and afterCall with 1 KB of arguments and of result, by session length. Call by call in turns with it
 * nothing, as long and as large, whose tail is the machine's own, and a bare SHA-256 of JSON.stringify of the same.
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
/** Until the young generation has its size and the code its last form: a process that serves has both. */
const WARM_UP = 300_000;
const WINDOW = 500;
const LIMIT_US = 25;

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

function bareHash(nth: number): string {
  const { args, result } = calls[nth % calls.length] ?? { args: {}, result: [] };
  const asked = hash('sha256', JSON.stringify({ ...args, page: nth }), 'hex');
  return asked + hash('sha256', JSON.stringify(result), 'hex');
}

let mixed = 1;
let filled: object[] = [];

/** Arithmetic without a purpose, and memory without a content: what the machine makes of as long and as large a piece of work. */
function nothing(rounds: number): void {
  filled = [];
  for (let at = 0; at < FILLED; at += 1) filled.push({ at, rounds, mixed });
  for (let round = 0; round < rounds; round += 1) mixed = (mixed * 1_664_525 + round) | 0;
}

type Work = (nth: number) => unknown;

/** Several works in turns, call by call: what disturbs the machine disturbs them alike. In microseconds. */
function timesOf(works: readonly Work[], from: number): Float64Array[] {
  const times = works.map(() => new Float64Array(CALLS));
  for (let call = 0; call < CALLS; call += 1) {
    for (const [at, work] of works.entries()) {
      const start = performance.now();
      work(from + call);
      const tookMs = performance.now() - start;
      const own = times[at];
      if (own !== undefined) own[call] = tookMs * 1_000;
    }
  }
  return times;
}

function percentile(times: Float64Array, share: number): number {
  return times.toSorted()[Math.floor(times.length * share)] ?? 0;
}

/** Of many short windows the one in the middle: a neighbour that takes the machine for a while is in few of them. */
function windowed(times: Float64Array, share: number): number {
  const windows = Array.from({ length: CALLS / WINDOW }, (_, at) =>
    percentile(times.slice(at * WINDOW, (at + 1) * WINDOW), share),
  );
  return percentile(Float64Array.from(windows), 0.5);
}

function row(what: string, times: Float64Array) {
  const over = times.filter((us) => us > LIMIT_US).length / times.length;
  return {
    what,
    'p50 us': percentile(times, 0.5).toFixed(1),
    'p95 us': percentile(times, 0.95).toFixed(1),
    'p99 us': percentile(times, 0.99).toFixed(1),
    'p99 of windows': windowed(times, 0.99).toFixed(1),
    [`over ${LIMIT_US} us`]: `${(100 * over).toFixed(2)} %`,
  };
}

/** Rounds of nothing that take as long as a guarded call. */
function roundsLike(turn: Turn): number {
  const one = timesOf([(nth) => guard(turn, nth), () => nothing(SPIN_ROUNDS)], 0);
  const [guarded, spun] = one.map((times) => percentile(times, 0.5));
  const empty = timesOf([() => nothing(0)], 0).map((times) => percentile(times, 0.5));
  const perRound = ((spun ?? 0) - (empty[0] ?? 0)) / SPIN_ROUNDS;
  return Math.max(0, Math.round(((guarded ?? 0) - (empty[0] ?? 0)) / perRound));
}

const warm = guardedTurn();
for (let call = 0; call < WARM_UP; call += 1) {
  guard(warm, call);
  bareHash(call);
  nothing(SPIN_ROUNDS);
}
const rounds = roundsLike(warm);
const rows = LENGTHS.flatMap((length) => {
  const turn = guardedTurn();
  for (let call = 0; call < length; call += 1) guard(turn, call);
  const works: Work[] = [(nth) => guard(turn, nth), () => nothing(rounds), bareHash];
  const [guarded, alike, hashed] = timesOf(works, length);
  if (guarded === undefined || alike === undefined || hashed === undefined) return [];
  return [
    row(`guarded, ${length} calls before`, guarded),
    row('  nothing, as long and as large', alike),
    row('  SHA-256 of JSON.stringify', hashed),
  ];
});
console.log(`${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`);
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
console.log(`calls of the last turn: ${long.state().calls}; last filled: ${filled.length}`);
