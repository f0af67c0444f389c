import type { Loop } from '@loopscope/loops';
import type { ResolvedTraceRow } from '@loopscope/sql';

import type { Bundle } from './bundle.ts';
import { createTextOf, tracesOf } from './call-texts.ts';
import { detectTurn } from './detect.ts';
import { loadSpans, loadTexts } from './load.ts';
import type { Home } from './load.ts';
import { resolveSpans, rowsOf } from './resolve-session.ts';
import type { Resolution, ResolveContext } from './resolve-session.ts';
import type { ResolvedTurn } from './resolve/resolve-turns.ts';
import { isSuspicious } from './suspicion.ts';
import type { PendingTrace } from './work-list.ts';
import { changesOf, writeChanges } from './write.ts';
import type { Changes } from './write.ts';
import type { Written } from './written.ts';

export interface Workshop extends Home, ResolveContext {
  written: Written;
}

/** Bundles of touched traces -> load -> resolve -> detect -> rows -> write -> marked as resolved. Answers spans per bundle. */
export async function resolveBundles(
  bundles: readonly Bundle[],
  touched: readonly PendingTrace[],
  workshop: Workshop,
): Promise<number[]> {
  const spans = Map.groupBy(
    await loadSpans(
      workshop,
      bundles.flatMap((bundle) => bundle.traceIds),
    ),
    (span) => span.trace_id,
  );
  const spansOf = bundles.map(({ traceIds }) => traceIds.flatMap((id) => spans.get(id) ?? []));
  const resolutions = spansOf.map((rows) => resolveSpans(rows, workshop.prices));
  const loops = await detect(resolutions, workshop);
  const changes: Changes = { toolCalls: [], turnVerdicts: [], loops: [] };
  for (const [i, { current }] of bundles.entries()) {
    const resolution = resolutions[i];
    if (resolution === undefined) continue;
    const rows = rowsOf(resolution, (turn) => loops.get(turn) ?? []);
    add(changes, changesOf(rows, current, workshop));
  }
  await writeChanges(workshop, changes, workshop.written);
  await workshop.store.insert(
    'resolved_traces',
    touched.map((trace) => toMark(trace, workshop)),
  );
  return spansOf.map((rows) => rows.length);
}

/** First by the narrow columns; texts are read only where those give a reason to. */
async function detect(
  resolutions: readonly Resolution[],
  workshop: Workshop,
): Promise<Map<ResolvedTurn, Loop[]>> {
  const { declarations } = workshop;
  const loops = new Map<ResolvedTurn, Loop[]>();
  for (const { turns } of resolutions) {
    for (const turn of turns) loops.set(turn, detectTurn(turn, declarations));
  }
  const suspicious = [...loops].flatMap(([turn, found]) => (isSuspicious(turn, found) ? turn : []));
  const texts = await loadTexts(workshop, [...new Set(suspicious.flatMap(tracesOf))]);
  const textOf = createTextOf(texts);
  for (const turn of suspicious) loops.set(turn, detectTurn(turn, declarations, textOf));
  return loops;
}

function add(all: Changes, more: Changes): void {
  for (const row of more.toolCalls) all.toolCalls.push(row);
  for (const row of more.turnVerdicts) all.turnVerdicts.push(row);
  for (const row of more.loops) all.loops.push(row);
}

function toMark(trace: PendingTrace, { project }: Home): ResolvedTraceRow {
  return { project, ...trace };
}
