import { savings } from '@loopscope/loops';
import { attemptKey, type ToolDeclaration } from '@loopscope/signature';
import { turnTraces } from '@loopscope/sql';
import type { Filter, LoopRow } from '@loopscope/sql';

import type { Bundle } from '../bundle.ts';
import { loadDeclared } from '../declared.ts';
import type { Declared } from '../declared.ts';
import { judgeSpans, loadBundleSpans } from '../judge.ts';
import type { Judged } from '../judge.ts';
import { loadBundles } from '../load.ts';
import type { ResolvedTurn } from '../resolve/resolve-turns.ts';
import { toCall } from '../to-call.ts';
import { toLoopRow } from '../to-loop-row.ts';
import type { Bench } from './bench.ts';

export interface BacktestChange {
  /** Laid over how the tools are declared now; null takes a declaration away. */
  tools: ReadonlyMap<string, ToolDeclaration | null>;
  /** Attempts per key now, and as they would be. */
  caps: { before: number; after: number };
}

/** An incident that would be there, or would not. */
export interface BacktestIncident {
  kind: string;
  severity: 'alert' | 'watch';
  tool: string;
  shape: string;
  calls: number;
  turnId: string;
  summary: string;
}

export interface CapEffect {
  cap: number;
  /** Turns that it ends, and those of them in which nothing loops. */
  turnsCut: number;
  healthyTurnsCut: number;
  calls: number;
  ms: number;
  usd: number;
}

export interface Backtest {
  turns: number;
  /** Turns whose incidents, or whose most attempts, would be others. */
  affectedTurns: number;
  added: BacktestIncident[];
  removed: BacktestIncident[];
  kept: number;
  caps: { before: CapEffect; after: CapEffect };
}

/** Turns whose traces are read by one question. */
const PAGE = 300;

/** Replays stored turns as they are declared now and as they would be; what is stored stays as it is. */
export async function backtest(
  bench: Bench,
  change: BacktestChange,
  filter: Filter,
): Promise<Backtest> {
  const before = await loadDeclared(bench, bench.declarations);
  const after = withChange(before, change);
  const result: Backtest = {
    turns: 0,
    affectedTurns: 0,
    added: [],
    removed: [],
    kept: 0,
    caps: { before: noEffect(change.caps.before), after: noEffect(change.caps.after) },
  };
  for await (const { bundles, turnIds } of pagesOf(bench, filter)) {
    const spansOf = await loadBundleSpans(bundles, bench);
    const was = turnsOf(await judgeSpans(spansOf, bench, before), turnIds);
    const is = turnsOf(await judgeSpans(spansOf, bench, after), turnIds);
    for (const turnId of turnIds) addTurn(result, was.get(turnId), is.get(turnId));
  }
  return result;
}

/** A changed tool is signed anew, whoever declared it before. */
function withChange({ declarations, changedMs }: Declared, { tools }: BacktestChange): Declared {
  const changed = new Map(declarations);
  const changedTools = new Map(changedMs);
  for (const [tool, declaration] of tools) {
    changedTools.set(tool, 0);
    if (declaration === null) changed.delete(tool);
    else changed.set(tool, { ...declarations.get(tool), ...declaration });
  }
  return { declarations: changed, changedMs: changedTools };
}

async function* pagesOf(
  bench: Bench,
  filter: Filter,
): AsyncGenerator<{ bundles: Bundle[]; turnIds: ReadonlySet<string> }> {
  const { store } = bench;
  let position = { after_value: 0, after_id: '' };
  for (;;) {
    const page = await store.query(turnTraces, { ...filter, ...position, limit: PAGE });
    const last = page.at(-1);
    if (last === undefined) return;
    const traceIds = [...new Set(page.flatMap(({ trace_ids }) => trace_ids))];
    const bundles = await loadBundles(bench, traceIds);
    yield { bundles, turnIds: new Set(page.map(({ turn_id }) => turn_id)) };
    if (page.length < PAGE) return;
    position = { after_value: last.sort_value, after_id: last.turn_id };
  }
}

interface JudgedTurn {
  turn: ResolvedTurn;
  loops: LoopRow[];
}

function turnsOf(judged: readonly Judged[], turnIds: ReadonlySet<string>): Map<string, JudgedTurn> {
  const turns = new Map<string, JudgedTurn>();
  for (const { resolution, loopsOf } of judged) {
    for (const turn of resolution.turns) {
      if (!turnIds.has(turn.turn.id)) continue;
      turns.set(turn.turn.id, {
        turn,
        loops: loopsOf(turn).map((loop) => toLoopRow(loop, turn, '0')),
      });
    }
  }
  return turns;
}

function addTurn(result: Backtest, was: JudgedTurn | undefined, is: JudgedTurn | undefined): void {
  if (was === undefined || is === undefined) return;
  result.turns += 1;
  const keyOf = (loop: LoopRow): string => `${loop.loop_id} ${loop.severity}`;
  const before = new Map(was.loops.map((loop) => [keyOf(loop), loop]));
  const after = new Map(is.loops.map((loop) => [keyOf(loop), loop]));
  const added = is.loops.filter((loop) => !before.has(keyOf(loop)));
  const removed = was.loops.filter((loop) => !after.has(keyOf(loop)));
  result.added.push(...added.map(toIncident));
  result.removed.push(...removed.map(toIncident));
  result.kept += is.loops.length - added.length;
  const isOther = added.length + removed.length > 0 || mostAttempts(was) !== mostAttempts(is);
  if (isOther) result.affectedTurns += 1;
  addEffect(result.caps.before, was);
  addEffect(result.caps.after, is);
}

function mostAttempts({ turn }: JudgedTurn): number {
  return turn.calls.reduce((most, { attempt }) => Math.max(most, attempt.count), 0);
}

function noEffect(cap: number): CapEffect {
  return { cap, turnsCut: 0, healthyTurnsCut: 0, calls: 0, ms: 0, usd: 0 };
}

function addEffect(effect: CapEffect, { turn, loops }: JudgedTurn): void {
  if (!turn.calls.some(({ attempt }) => attempt.count > effect.cap)) return;
  const calls = turn.calls.map((call) => toCall(call, turn));
  const keys = calls.map(({ tool, identity, errorClass }) =>
    attemptKey(tool, identity, errorClass),
  );
  const saved = savings(calls, keys).find(({ cap }) => cap === effect.cap);
  effect.turnsCut += 1;
  if (loops.length === 0) effect.healthyTurnsCut += 1;
  effect.calls += saved?.calls ?? 0;
  effect.ms += saved?.ms ?? 0;
  effect.usd += saved?.usd ?? 0;
}

function toIncident(loop: LoopRow): BacktestIncident {
  return {
    kind: loop.kind,
    severity: loop.severity,
    tool: loop.tool,
    shape: loop.shape,
    calls: loop.calls.length,
    turnId: loop.turn_id,
    summary: loop.summary,
  };
}
