import { createRun, type Call, type Loop, type Run } from '@loopscope/loops';
import { isInForce, type Declarations } from '@loopscope/signature';

/** Runs of long turns, so that the detectors are given only the calls that came since. */
export interface HeldRuns {
  /** The loops of the turn, as a run over all of its calls finds them. */
  loopsOf(turnId: string, calls: readonly Call[], options: RunOptions): Loop[];
}

interface RunOptions {
  declarations: Declarations;
  nowMs: number;
}

interface HeldRun {
  run: Run;
  calls: readonly Call[];
  /** What decides beside the calls. */
  rules: string;
}

interface Limits {
  /** Of shorter turns a run is made anew in no time. */
  minCalls: number;
  /** Of all runs together; a run holds the texts of its calls. */
  maxCalls: number;
}

export function createHeldRuns({ minCalls, maxCalls }: Limits): HeldRuns {
  const runs = new Map<string, HeldRun>();
  let size = 0;
  const letGo = (turnId: string): void => {
    size -= runs.get(turnId)?.calls.length ?? 0;
    runs.delete(turnId);
  };
  return {
    loopsOf(turnId, calls, options) {
      const rules = rulesOf(options);
      const held = runs.get(turnId);
      const goesOn = held !== undefined && held.rules === rules && begins(held.calls, calls);
      const run = goesOn ? held.run : createRun(options);
      if (goesOn && takeCosts(held.calls, calls)) run.reprice();
      for (const call of goesOn ? calls.slice(held.calls.length) : calls) run.push(call);
      letGo(turnId);
      if (calls.length >= minCalls) {
        // What was pushed is what the run holds: equal calls of this look may have other objects.
        const pushed = goesOn ? [...held.calls, ...calls.slice(held.calls.length)] : calls;
        runs.set(turnId, { run, calls: pushed, rules });
        size += pushed.length;
      }
      for (const oldest of runs.keys()) {
        if (size <= maxCalls) break;
        letGo(oldest);
      }
      return run.loops();
    },
  };
}

/** Declarations, with the exemptions that still hold. */
function rulesOf({ declarations, nowMs }: RunOptions): string {
  const holds = [...declarations].map(([tool, { exempt }]) =>
    exempt === undefined ? '' : `${tool} ${isInForce(exempt.expires, nowMs)}`,
  );
  return JSON.stringify([[...declarations], holds]);
}

/** True where `calls` begins with these very calls. */
function begins(before: readonly Call[], calls: readonly Call[]): boolean {
  return before.length <= calls.length && before.every((call, at) => equals(call, calls[at]));
}

/** What a call cost: of the last one it is known when the next model has answered, and it decides no verdict. */
const COSTS = ['modelMs', 'inputTokens', 'outputTokens', 'cost'] as const;

/** Writes into the calls of a run what they have cost by now; true where that was not known. */
function takeCosts(held: readonly Call[], calls: readonly Call[]): boolean {
  let isNews = false;
  for (const [at, call] of held.entries()) {
    const now = calls[at];
    if (now === undefined || COSTS.every((name) => call[name] === now[name])) continue;
    for (const name of COSTS) call[name] = now[name];
    isNews = true;
  }
  return isNews;
}

/** All that a detector reads of a call beside its text and its costs. */
const COMPARED = {
  seq: true,
  turn: true,
  step: true,
  tool: true,
  signature: true,
  identity: true,
  outcome: true,
  errorClass: true,
  errorTemplate: true,
  resultKind: true,
  resultFingerprint: true,
  effect: true,
  startMs: true,
  durationMs: true,
  agent: true,
  session: true,
  epoch: true,
} satisfies Record<Exclude<keyof Call, 'text' | (typeof COSTS)[number]>, true>;
const NARROW = Object.keys(COMPARED).filter(
  (name): name is keyof typeof COMPARED => name in COMPARED,
);

function equals(a: Call, b: Call | undefined): boolean {
  if (b === undefined) return false;
  const { text } = a;
  return (
    a === b ||
    (NARROW.every((name) => a[name] === b[name]) &&
      text?.args === b.text?.args &&
      text?.result === b.text?.result &&
      text?.resultLength === b.text?.resultLength)
  );
}
