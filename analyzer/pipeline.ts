import type { ResolvedTraceRow } from '@loopscope/sql';

import type { Bundle } from './bundle.ts';
import type { Declared } from './declared.ts';
import { judgeBundles, type Recall } from './judge.ts';
import { createArrivals, type Home } from './load.ts';
import type { FreshSpans } from './memory/fresh-spans.ts';
import type { Memory } from './memory/memory.ts';
import { rowsOf } from './resolve-session.ts';
import type { ResolveContext } from './resolve-session.ts';
import type { PendingTrace } from './work-list.ts';
import { above } from './version.ts';
import { changesOf, noteWritten, writeChanges } from './write.ts';
import type { Changes } from './write.ts';
import type { Written } from './written.ts';

export interface Workshop extends Home, ResolveContext {
  written: Written;
  memory: Memory;
  fresh: FreshSpans;
  readDeclared: () => Promise<Declared>;
  hasDeletions: () => Promise<boolean>;
}

/**
 * Bundles of touched traces -> load -> sign anew -> resolve -> detect -> rows -> write -> marked as resolved. Answers spans per bundle, and
 * the bundles that have to be planned anew because something may be tied to them, which are not marked.
 */
export async function resolveBundles(
  bundles: readonly Bundle[],
  touched: readonly PendingTrace[],
  workshop: Workshop & { declared: Declared },
): Promise<{ spans: number[]; stale: readonly Bundle[] }> {
  const { memory, written, fresh } = workshop;
  const asOf = touched.reduce(
    (last, { touched_at }) => (touched_at > last ? touched_at : last),
    '',
  );
  const recall: Recall = { memory, fresh, arrivals: createArrivals(workshop, asOf), stale: [] };
  const judging = { ...workshop, recall };
  const judged = await judgeBundles(bundles, judging, workshop.declared);
  const changesOfBundle = bundles.map(({ current, isErased = false }, i): Changes => {
    const of = judged[i];
    if (of === undefined) return emptyChanges();
    const { turns, version } = of.resolution;
    const rows = rowsOf(
      { turns, version: isErased ? above(version, current.values()) : version },
      of.loopsOf,
      memory.forms,
    );
    return changesOf(rows, current, workshop);
  });
  const all = emptyChanges();
  for (const changes of changesOfBundle) add(all, changes);
  fresh.noteResolved(bundles.flatMap(({ traceIds }) => traceIds));
  await writeChanges(workshop, all).catch((error: unknown) => {
    // Part of it may stand now.
    for (const { traceIds } of bundles) memory.standing.letGo(traceIds);
    throw error;
  });
  for (const [i, { traceIds, current }] of bundles.entries()) {
    const isLong = memory.isWorthIt(judged[i]?.spans ?? 0);
    const changes = changesOfBundle[i] ?? emptyChanges();
    noteWritten(changes, { written, isLong });
    if (isLong) memory.standing.keep(traceIds, current, changes);
    // What is held along with another one's would miss these changes.
    else memory.standing.letGo(traceIds);
  }
  const again = new Set(recall.stale.flatMap(({ traceIds }) => traceIds));
  const done = touched.filter(({ trace_id }) => !again.has(trace_id));
  await workshop.store.insert(
    'resolved_traces',
    done.map((trace) => toMark(trace, workshop)),
  );
  return { spans: judged.map(({ spans }) => spans), stale: recall.stale };
}

const emptyChanges = (): Changes => ({
  toolCalls: [],
  turnVerdicts: [],
  loops: [],
  guardDecisions: [],
});

function add(all: Changes, more: Changes): void {
  for (const row of more.toolCalls) all.toolCalls.push(row);
  for (const row of more.turnVerdicts) all.turnVerdicts.push(row);
  for (const row of more.loops) all.loops.push(row);
  for (const row of more.guardDecisions) all.guardDecisions.push(row);
}

function toMark(trace: PendingTrace, { project }: Home): ResolvedTraceRow {
  return { project, ...trace };
}
