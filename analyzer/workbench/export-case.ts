import { shrinkLoop } from '@loopscope/loops';
import type { ExpectedStep, Loop, LoopCase } from '@loopscope/loops';
import { turn as turnQuery } from '@loopscope/sql';

import { loadDeclared } from '../declared.ts';
import { detectTurn } from '../detect.ts';
import { judgeBundles, loadTextOf } from '../judge.ts';
import { loadBundles } from '../load.ts';
import type { ResolvedTurn } from '../resolve/resolve-turns.ts';
import { startMs, toCall } from '../to-call.ts';
import { toLoopRow } from '../to-loop-row.ts';
import { expectedStep } from './expected-step.ts';
import { toCase } from './to-case.ts';
import { toTest } from './to-test.ts';
import type { Bench } from './bench.ts';

export interface ExportedCase {
  case: LoopCase;
  /** The same as a vitest file. */
  test: string;
  turnId: string;
  loopId: string;
  kind: string;
  severity: 'alert' | 'watch';
  summary: string;
  /** Calls of the turn, and those of them that are left. */
  from: number;
  /** `seq` in the turn of each call that is left. */
  kept: number[];
  expected: ExpectedStep;
}

/** Finds the loop again in the turn's stored calls, shrinks it, and says what should have come instead. */
export async function exportCase(
  bench: Bench,
  turnId: string,
  loopId?: string,
): Promise<ExportedCase | null> {
  const turn = await loadTurn(bench, turnId);
  if (turn === null) return null;
  const { declarations } = await loadDeclared(bench, bench.declarations);
  const textOf = await loadTextOf([turn], bench);
  const found = pickLoop(turn, detectTurn(turn, { declarations, textOf }), loopId);
  if (found === null) return null;
  const calls = turn.calls.map((call) => toCall(call, turn, textOf(call)));
  const last = turn.calls.at(-1);
  const nowMs = last === undefined ? 0 : startMs(last);
  const shrunk = shrinkLoop(calls, found.loop, { declarations, nowMs });
  if (shrunk === null) return null;
  const expected = await expectedStep(bench, { turnId, calls, loop: found.loop });
  const id = `${turnId}/${found.loop.kind}`;
  const made = toCase(shrunk, { id, declarations, expected, note: found.loop.summary });
  return {
    case: made,
    test: toTest(made),
    turnId,
    loopId: found.loopId,
    kind: found.loop.kind,
    severity: found.loop.severity,
    summary: found.loop.summary,
    from: calls.length,
    kept: shrunk.origin,
    expected,
  };
}

async function loadTurn(bench: Bench, turnId: string): Promise<ResolvedTurn | null> {
  const { store, project } = bench;
  const [stored] = await store.query(turnQuery, { project, turn_id: turnId });
  if (stored === undefined) return null;
  const declared = await loadDeclared(bench, bench.declarations);
  const bundles = await loadBundles(bench, stored.trace_ids);
  const judged = await judgeBundles(bundles, bench, declared);
  const turns = judged.flatMap(({ resolution }) => resolution.turns);
  return turns.find(({ turn }) => turn.id === turnId) ?? null;
}

/** The one that was asked for; else an alert before what is watched, and of those the longest. */
function pickLoop(
  turn: ResolvedTurn,
  loops: readonly Loop[],
  loopId: string | undefined,
): { loop: Loop; loopId: string } | null {
  const named = loops.map((loop) => ({ loop, loopId: toLoopRow(loop, turn, '0').loop_id }));
  if (loopId !== undefined) return named.find((each) => each.loopId === loopId) ?? null;
  const weight = ({ loop }: { loop: Loop }): number =>
    (loop.severity === 'alert' ? 1e9 : 0) + loop.calls.length;
  return named.toSorted((a, b) => weight(b) - weight(a))[0] ?? null;
}
