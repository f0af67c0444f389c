import type { Loop, Prices } from '@loopscope/loops';
import type { NarrowSpanRow } from '@loopscope/sql';

import type { Bundle } from './bundle.ts';
import { createTextOf, tracesOf } from './call-texts.ts';
import type { TextOf } from './call-texts.ts';
import type { Declared } from './declared.ts';
import { detectTurn } from './detect.ts';
import type { Home } from './load.ts';
import {
  hasTooManyTexts,
  MAX_CALLS_WITH_TEXTS,
  MAX_SPANS,
  tellOfCut,
  tellOfTexts,
} from './limits.ts';
import { loadSignedTexts, loadSpans, loadTexts } from './load-rows.ts';
import type { FreshSpans } from './memory/fresh-spans.ts';
import type { Arrivals } from './memory/held-rows.ts';
import type { Memory } from './memory/memory.ts';
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
  /** Of long traces; without it everything is read. */
  recall?: Recall;
}

export interface Recall {
  memory: Memory;
  arrivals: Arrivals;
  fresh: FreshSpans;
  /** Bundles that something may be tied to that was not asked for. */
  stale: Bundle[];
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
  judging: Judging,
): Promise<NarrowSpanRow[][]> {
  const traceIds = bundles.flatMap((bundle) => bundle.traceIds);
  const ofTrace = await readSpansOf(traceIds, judging);
  return bundles.map((bundle) => {
    const spans = bundle.traceIds.flatMap((id) => ofTrace.get(id) ?? []);
    if (judging.recall !== undefined) remember(judging.recall, bundle, spans);
    return spans;
  });
}

function remember(
  { memory, stale }: Recall,
  bundle: Bundle,
  spans: readonly NarrowSpanRow[],
): void {
  const isWorthIt = memory.isWorthIt(spans.length);
  memory.spans.keep(bundle.traceIds, isWorthIt);
  if (!memory.loners.note(bundle, spans, isWorthIt)) stale.push(bundle);
}

async function readSpansOf(
  traceIds: readonly string[],
  { recall, ...home }: Judging,
): Promise<ReadonlyMap<string, NarrowSpanRow[]>> {
  if (recall === undefined) {
    return Map.groupBy(await loadSpans(home, traceIds), (span) => span.trace_id);
  }
  const { memory, arrivals, fresh } = recall;
  const read = async (ids: string[], blocks: string[]): Promise<NarrowSpanRow[]> => {
    const found = blocks.length > 0 ? [] : ids.map((id) => fresh.rowsOf(id));
    const rest = ids.filter((_id, i) => found[i] === undefined);
    return [...found.flatMap((rows) => rows ?? []), ...(await loadSpans(home, rest, blocks))];
  };
  return memory.spans.complete(traceIds, read, arrivals);
}

export async function judgeSpans(
  spansOf: readonly (readonly NarrowSpanRow[])[],
  judging: Judging,
  declared: Declared,
): Promise<Judged[]> {
  const signed = await signAnew(spansOf, judging, declared);
  const resolutions = signed.map((rows) => resolveDeclared(rows, judging, declared));
  const loops = await detect(resolutions, judging, declared);
  return resolutions.map((resolution, i) => {
    const spans = spansOf[i]?.length ?? 0;
    if (spans >= MAX_SPANS) tellOfCut(resolution.turns);
    return { resolution, spans, loopsOf: (turn) => loops.get(turn) ?? [] };
  });
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
  { prices, recall }: Judging,
  { changedMs }: Declared,
): Resolution {
  const { memory } = recall ?? {};
  const trees = memory?.isWorthIt(rows.length) === true ? memory.trees : undefined;
  const resolution = resolveSpans(rows, prices, trees);
  const changes = resolution.turns.flatMap(({ calls }) =>
    calls.flatMap(({ call }) => changedMs.get(call.content.tool) ?? []),
  );
  const lastMs = changes.reduce((last, ms) => Math.max(last, ms), 0);
  return { ...resolution, version: notBefore(resolution.version, lastMs) };
}

/** By the narrow columns; texts are read only where those give a reason to. */
async function detect(
  resolutions: readonly Resolution[],
  judging: Judging,
  { declarations }: Declared,
): Promise<Map<ResolvedTurn, Loop[]>> {
  const loops = new Map<ResolvedTurn, Loop[]>();
  const suspicious: ResolvedTurn[] = [];
  for (const turn of resolutions.flatMap(({ turns }) => turns)) {
    const found = isSuspicious(turn) ? null : detectTurn(turn, { declarations });
    if (found === null || found.length > 0) suspicious.push(turn);
    else loops.set(turn, found);
  }
  const { runs, forms } = judging.recall?.memory ?? {};
  const { long = [], others = [] } = Object.groupBy(suspicious, (turn) =>
    hasTooManyTexts(turn) ? 'long' : 'others',
  );
  for (const turn of long) {
    tellOfTexts(turn);
    loops.set(turn, detectTurn(turn, { declarations, textOf: createTextOf([]) }));
  }
  for (const turns of inPortions(others)) {
    const textOf = await loadTextOf(turns, judging);
    for (const turn of turns) {
      const held = { runs, forms: forms?.of(turn) };
      loops.set(turn, detectTurn(turn, { declarations, textOf, ...held }));
    }
  }
  return loops;
}

/** Detectors compare no more of a text than this. */
const TEXT_CHARS = 8_000;

/** Turns whose texts are in memory at once. */
function inPortions(turns: readonly ResolvedTurn[]): ResolvedTurn[][] {
  const portions: ResolvedTurn[][] = [];
  let room = 0;
  for (const turn of turns) {
    const { length } = turn.calls;
    if (length > room) {
      portions.push([]);
      room = MAX_CALLS_WITH_TEXTS;
    }
    portions.at(-1)?.push(turn);
    room -= length;
  }
  return portions;
}

export async function loadTextOf(
  turns: readonly ResolvedTurn[],
  { recall, ...home }: Pick<Judging, 'store' | 'project' | 'recall'>,
): Promise<TextOf> {
  const traceIds = [...new Set(turns.flatMap(tracesOf))];
  const chars = TEXT_CHARS;
  if (recall === undefined) return createTextOf(await loadTexts(home, traceIds, { chars }));
  const { memory, arrivals } = recall;
  const read = (ids: string[], blocks: string[]) => loadTexts(home, ids, { chars, blocks });
  const texts = await memory.texts.complete(traceIds, read, arrivals);
  for (const turn of turns) memory.texts.keep(tracesOf(turn), memory.isWorthIt(turn.calls.length));
  return createTextOf([...texts.values()].flat());
}
