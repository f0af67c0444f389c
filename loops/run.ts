import { isInForce, type Declarations } from '@loopscope/signature';

import { createAbsenceFinder } from './detectors/absences.ts';
import type { Call } from './call.ts';
import { joinCompanions } from './detectors/companions.ts';
import { findCycles } from './detectors/cycles.ts';
import { explain } from './telling/explain.ts';
import { settle } from './detectors/finding.ts';
import type { Finding } from './detectors/finding.ts';
import type { Loop } from './loop.ts';
import { createAlternationFinder } from './detectors/alternation.ts';
import { createHandoverFinder } from './detectors/handovers.ts';
import { findHandedDown } from './detectors/handed-down.ts';
import { findRejections } from './detectors/rejections.ts';
import { findRepeats } from './detectors/repeats.ts';
import { findRevisits } from './detectors/revisits.ts';
import { joinRings } from './detectors/rings.ts';
import { createScope, observe } from './facts/scope.ts';
import type { Scope } from './facts/scope.ts';
import { findReverification } from './detectors/reverification.ts';
import { createStagnationFinder } from './detectors/stagnation.ts';
import { createSweepFinder } from './detectors/sweeps.ts';

export interface DetectOptions {
  declarations: Declarations;
  /** For the expiry of exemptions; without it none has expired. */
  nowMs?: number;
  /**
   * Looks back on at least so many calls and on less than twice as many: memory, and the time of a verdict, stay the same however long
   * the run is. Without it the whole run is judged.
   */
  window?: number;
}

export interface Run {
  /** Calls come in start order. */
  push(call: Call): void;
  /** All loops so far, in order of their first call. */
  loops(): Loop[];
  /** What calls of the run have cost is known better now, and was written into them: that decides no verdict and stands in all of them. */
  reprice(): void;
}

/** Most telling first: a later finding that lies mostly within earlier ones is the same incident seen again. */
const DETECTORS: readonly (() => Detector)[] = [
  () => findCycles,
  createHandoverFinder,
  () => findHandedDown,
  () => findRejections,
  () => findRepeats,
  createSweepFinder,
  () => findRevisits,
  createStagnationFinder,
  createAlternationFinder,
  createAbsenceFinder,
  () => findReverification,
];

/** Finds what a scope holds by now. One that keeps what it has read belongs to one scope, which only ever grows. */
type Detector = (scope: Scope) => Finding[];

/** A user turn of a session, with the verdict on it as long as no call is added. */
interface Turn {
  scope: Scope;
  detectors: readonly Detector[];
  judged: Loop[] | null;
}

type Sessions = Map<string, Map<number, Turn>>;

/** Incremental detection over the calls of one run. */
export function createRun(options: DetectOptions): Run {
  const { window = Infinity } = options;
  let sessions: Sessions = new Map();
  let kept: Call[] = [];
  let known: Loop[] | null = null;
  const take = (call: Call): void => {
    const turn = turnOf(sessions, call, options);
    turn.judged = null;
    observe(turn.scope, call);
  };
  return {
    push(call) {
      if (isExempt(call.tool, options)) return;
      known = null;
      if (window !== Infinity) {
        if (kept.length >= 2 * window - 1) {
          kept = kept.slice(1 - window);
          sessions = new Map();
          for (const before of kept) take(before);
        }
        kept.push(call);
      }
      take(call);
    },
    loops() {
      known ??= judgeAll(sessions);
      return known.slice();
    },
    reprice() {
      known = null;
      for (const turns of sessions.values()) for (const turn of turns.values()) turn.judged = null;
    },
  };
}

/** Only turns to which calls were added are judged anew. */
function judgeAll(sessions: Sessions): Loop[] {
  const found = [...sessions.values()].flatMap((turns) =>
    [...turns.values()].flatMap((turn) => (turn.judged ??= judge(turn))),
  );
  return found.toSorted((a, b) => (a.calls[0] ?? 0) - (b.calls[0] ?? 0));
}

function turnOf(sessions: Sessions, call: Call, { declarations }: DetectOptions): Turn {
  let turns = sessions.get(call.session);
  if (turns === undefined) {
    turns = new Map();
    sessions.set(call.session, turns);
  }
  let turn = turns.get(call.turn);
  if (turn === undefined) {
    const detectors = DETECTORS.map((create) => create());
    turn = { scope: createScope(declarations), detectors, judged: null };
    turns.set(call.turn, turn);
  }
  return turn;
}

/** All loops of a run whose calls are given in start order. */
export function detectLoops(calls: readonly Call[], options: DetectOptions): Loop[] {
  const run = createRun(options);
  for (const call of calls) run.push(call);
  return run.loops();
}

function judge({ scope, detectors }: Turn): Loop[] {
  const found = detectors.flatMap((detect) => detect(scope));
  return settle(joinRings(joinCompanions(found, scope))).map((finding) => explain(finding));
}

function isExempt(tool: string, options: DetectOptions): boolean {
  const expires = options.declarations.get(tool)?.exempt?.expires;
  if (expires === undefined) return false;
  return options.nowMs === undefined || isInForce(expires, options.nowMs);
}
