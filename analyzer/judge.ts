import type { Loop, Prices } from '@loopscope/loops';
import type { NarrowSpanRow } from '@loopscope/sql';

import type { Bundle } from './bundle.ts';
import { createTextOf, tracesOf } from './call-texts.ts';
import type { TextOf } from './call-texts.ts';
import type { Declared } from './declared.ts';
import { detectTurn } from './detect.ts';
import { loadSignedTexts, loadSpans, loadTexts } from './load.ts';
import type { Home } from './load.ts';
import { resign } from './resign.ts';
import { resolveSpans } from './resolve-session.ts';
import type { Resolution } from './resolve-session.ts';
import type { ResolvedTurn } from './resolve/resolve-turns.ts';
import { isSuspicious } from './suspicion.ts';
import { notBefore } from './version.ts';

/** A bundle with its turns resolved and judged. */
export interface Judged {
  resolution: Resolution;
  spans: number;
  loopsOf: (turn: ResolvedTurn) => readonly Loop[];
}

export interface Judging extends Home {
  prices: Prices;
}

/** Bundles -> spans, signed as their tools are declared now -> turns -> loops. Reads texts only where the narrow columns give a reason to. */
export async function judgeBundles(
  bundles: readonly Bundle[],
  judging: Judging,
  declared: Declared,
): Promise<Judged[]> {
  const spansOf = await loadBundleSpans(bundles, judging);
  return judgeSpans(spansOf, judging, declared);
}

/** Spans of each bundle, as stored. */
export async function loadBundleSpans(
  bundles: readonly Bundle[],
  home: Home,
): Promise<NarrowSpanRow[][]> {
  const all = await loadSpans(
    home,
    bundles.flatMap((bundle) => bundle.traceIds),
  );
  const ofTrace = Map.groupBy(all, (span) => span.trace_id);
  return bundles.map(({ traceIds }) => traceIds.flatMap((id) => ofTrace.get(id) ?? []));
}

export async function judgeSpans(
  spansOf: readonly (readonly NarrowSpanRow[])[],
  judging: Judging,
  declared: Declared,
): Promise<Judged[]> {
  const signed = await signAnew(spansOf, judging, declared);
  const resolutions = signed.map((rows) => resolveDeclared(rows, judging.prices, declared));
  const loops = await detect(resolutions, judging, declared);
  return resolutions.map((resolution, i) => ({
    resolution,
    spans: spansOf[i]?.length ?? 0,
    loopsOf: (turn) => loops.get(turn) ?? [],
  }));
}

async function signAnew(
  spansOf: readonly (readonly NarrowSpanRow[])[],
  home: Home,
  { declarations, changedMs }: Declared,
): Promise<(readonly NarrowSpanRow[])[]> {
  const tools = new Set(changedMs.keys());
  if (tools.size === 0) return [...spansOf];
  const concerned = spansOf.flat().filter(({ kind, tool }) => kind === 'tool' && tools.has(tool));
  const withResults = [...tools].filter((tool) => declarations.get(tool)?.result !== undefined);
  const traceIds = [...new Set(concerned.map((span) => span.trace_id))];
  const texts = await loadSignedTexts(home, traceIds, { tools: [...tools], withResults });
  return spansOf.map((rows) => resign(rows, texts, { declarations, tools }));
}

/** The rows that come of it are newer than those from before the last change of a declaration that concerns them. */
function resolveDeclared(
  rows: readonly NarrowSpanRow[],
  prices: Prices,
  { changedMs }: Declared,
): Resolution {
  const resolution = resolveSpans(rows, prices);
  const changes = resolution.turns.flatMap(({ calls }) =>
    calls.flatMap(({ call }) => changedMs.get(call.content.tool) ?? []),
  );
  const lastMs = changes.reduce((last, ms) => Math.max(last, ms), 0);
  return { ...resolution, version: notBefore(resolution.version, lastMs) };
}

/** First by the narrow columns; texts are read only where those give a reason to. */
async function detect(
  resolutions: readonly Resolution[],
  home: Home,
  { declarations }: Declared,
): Promise<Map<ResolvedTurn, Loop[]>> {
  const loops = new Map<ResolvedTurn, Loop[]>();
  for (const { turns } of resolutions) {
    for (const turn of turns) loops.set(turn, detectTurn(turn, declarations));
  }
  const suspicious = [...loops].flatMap(([turn, found]) => (isSuspicious(turn, found) ? turn : []));
  const textOf = await loadTextOf(suspicious, home);
  for (const turn of suspicious) loops.set(turn, detectTurn(turn, declarations, textOf));
  return loops;
}

export async function loadTextOf(turns: readonly ResolvedTurn[], home: Home): Promise<TextOf> {
  return createTextOf(await loadTexts(home, [...new Set(turns.flatMap(tracesOf))]));
}
