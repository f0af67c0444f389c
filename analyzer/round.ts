import type { Bundle } from './bundle.ts';
import type { Declared } from './declared.ts';
import { withoutErased } from './erased.ts';
import { errorText, isPassing } from './failure.ts';
import { loadBundles, loadSizes } from './load.ts';
import { MAX_SPANS } from './limits.ts';
import type { Log } from './options.ts';
import type { Pace } from './pace.ts';
import { resolveBundles } from './pipeline.ts';
import type { Workshop } from './pipeline.ts';
import { owns } from './shard.ts';
import type { Shard } from './shard.ts';
import type { PendingTrace, WorkList } from './work-list.ts';

export interface Rounds {
  workshop: Workshop;
  workList: WorkList;
  pace: Pace;
  workedMs: () => number;
  shard: Shard | undefined;
  log: Log;
}

/** What is resolved at once, so that memory stays bounded; a larger bundle stands alone. */
const BATCH_TRACES = 1_000;
const BATCH_SPANS = 60_000;

interface Job {
  bundle: Bundle;
  touched: PendingTrace[];
}

/**
 * One page of the work list. Answers how many traces were resolved, and whether the page was full. Throws where the store
 * does not answer; nothing is lost then, the traces stay on the list.
 */
export async function runRound(
  rounds: Rounds,
  options: { withRests: boolean; isStopping: () => boolean },
): Promise<{ resolved: number; isFull: boolean }> {
  const { workshop, workList, pace, shard } = rounds;
  const { traces: page, isFull } = await workList.next();
  const isResting = ({ trace_id }: PendingTrace): boolean =>
    options.withRests && pace.isResting([trace_id]);
  const { left = [], fresh = [] } = Object.groupBy(page, (trace) =>
    isResting(trace) ? 'left' : 'fresh',
  );
  const due: Job[] = [];
  if (fresh.length > 0) {
    for (const job of await planJobs(workshop, fresh)) {
      if (!owns(shard, job.bundle.owner)) workList.setAside(job.touched);
      else if (options.withRests && pace.isResting(job.bundle.traceIds)) left.push(...job.touched);
      else due.push(job);
    }
  }
  let resolved = 0;
  const declared = due.length > 0 ? await workshop.readDeclared() : null;
  const sizes = due.length > 1 ? await sizesOf(workshop, due) : NONE;
  for (const batch of batchesOf(due, sizes)) {
    if (declared === null || options.isStopping())
      left.push(...batch.flatMap((job) => job.touched));
    else resolved += await resolveBatch({ ...rounds, declared }, batch);
  }
  workList.settle(left);
  return { resolved, isFull };
}

async function planJobs(workshop: Workshop, page: readonly PendingTrace[]): Promise<Job[]> {
  const byTrace = new Map(page.map((trace) => [trace.trace_id, trace]));
  const known = { ...workshop.memory, fresh: workshop.fresh };
  const bundles = await loadBundles(workshop, [...byTrace.keys()], known);
  const kept = await withoutErased(workshop, bundles);
  return bundles.map(({ traceIds }, i) => ({
    bundle: kept[i] ?? { traceIds: [], owner: '', current: new Map() },
    touched: traceIds.flatMap((traceId) => byTrace.get(traceId) ?? []),
  }));
}

type Sizes = ReadonlyMap<string, number>;
const NONE: Sizes = new Map();

/** How many spans each trace has; who knows it already is not asked again, and what has none (any more) is left out. */
async function sizesOf({ fresh, ...home }: Workshop, jobs: readonly Job[]): Promise<Sizes> {
  const sizes = new Map<string, number>();
  const unknown: string[] = [];
  for (const traceId of new Set(jobs.flatMap(({ bundle }) => bundle.traceIds))) {
    const spans = fresh.sizeOf(traceId);
    if (spans === undefined) unknown.push(traceId);
    else sizes.set(traceId, spans);
  }
  for (const { trace_id, spans } of await loadSizes(home, unknown)) sizes.set(trace_id, spans);
  return sizes;
}

function batchesOf(jobs: readonly Job[], sizes: Sizes): Job[][] {
  const batches: Job[][] = [];
  let room = { traces: 0, spans: 0 };
  for (const job of jobs) {
    const { traceIds } = job.bundle;
    const spans = sumOf(traceIds.map((traceId) => sizes.get(traceId) ?? 0));
    if (room.traces < traceIds.length || room.spans < spans || batches.length === 0) {
      batches.push([]);
      room = { traces: BATCH_TRACES, spans: BATCH_SPANS };
    }
    batches.at(-1)?.push(job);
    room.traces -= traceIds.length;
    room.spans -= spans;
  }
  return batches;
}

/** What cannot be resolved is set aside alone, so that it holds up nothing else. */
async function resolveBatch(
  rounds: Rounds & { declared: Declared },
  batch: readonly Job[],
): Promise<number> {
  const { declared, workshop, workList, pace, workedMs, log } = rounds;
  const touched = batch.flatMap((job) => job.touched);
  try {
    const bundles = batch.map((job) => job.bundle);
    const before = workedMs();
    const { spans, stale } = await resolveBundles(bundles, touched, { ...workshop, declared });
    const msPerSpan = (workedMs() - before) / Math.max(1, sumOf(spans));
    for (const [i, { traceIds }] of bundles.entries()) {
      const count = spans[i] ?? 0;
      pace.note(traceIds, count, count * msPerSpan);
      if (count >= MAX_SPANS) log('warn', 'session too large, resolved in part', { spans: count });
    }
    const again = batch.filter(({ bundle }) => stale.includes(bundle));
    if (again.length > 0) {
      const jobs = await planJobs(
        workshop,
        again.flatMap((job) => job.touched),
      );
      await resolveBatch(rounds, jobs);
    }
    return touched.length;
  } catch (error) {
    if (isPassing(error)) throw error;
    if (batch.length > 1) {
      let resolved = 0;
      for (const job of batch) resolved += await resolveBatch(rounds, [job]);
      return resolved;
    }
    const trace_ids = touched.map((trace) => trace.trace_id).slice(0, 10);
    log('error', 'traces cannot be resolved', { trace_ids, reason: errorText(error) });
    workList.setAside(touched);
    return 0;
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
