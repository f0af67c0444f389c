import type { ResolvedTraceRow } from '@loopscope/sql';

import type { Bundle } from './bundle.ts';
import type { Declared } from './declared.ts';
import { judgeBundles } from './judge.ts';
import type { Home } from './load.ts';
import { rowsOf } from './resolve-session.ts';
import type { ResolveContext } from './resolve-session.ts';
import type { PendingTrace } from './work-list.ts';
import { changesOf, writeChanges } from './write.ts';
import type { Changes } from './write.ts';
import type { Written } from './written.ts';

export interface Workshop extends Home, ResolveContext {
  written: Written;
}

/** Bundles of touched traces -> load -> sign anew -> resolve -> detect -> rows -> write -> marked as resolved. Answers spans per bundle. */
export async function resolveBundles(
  bundles: readonly Bundle[],
  touched: readonly PendingTrace[],
  workshop: Workshop & { declared: Declared },
): Promise<number[]> {
  const judged = await judgeBundles(bundles, workshop, workshop.declared);
  const changes: Changes = { toolCalls: [], turnVerdicts: [], loops: [], guardDecisions: [] };
  for (const [i, { current }] of bundles.entries()) {
    const of = judged[i];
    if (of === undefined) continue;
    const rows = rowsOf(of.resolution, of.loopsOf);
    add(changes, changesOf(rows, current, workshop));
  }
  await writeChanges(workshop, changes, workshop.written);
  await workshop.store.insert(
    'resolved_traces',
    touched.map((trace) => toMark(trace, workshop)),
  );
  return judged.map(({ spans }) => spans);
}

function add(all: Changes, more: Changes): void {
  for (const row of more.toolCalls) all.toolCalls.push(row);
  for (const row of more.turnVerdicts) all.turnVerdicts.push(row);
  for (const row of more.loops) all.loops.push(row);
  for (const row of more.guardDecisions) all.guardDecisions.push(row);
}

function toMark(trace: PendingTrace, { project }: Home): ResolvedTraceRow {
  return { project, ...trace };
}
