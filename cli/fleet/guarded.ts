import {
  createGuard,
  type Decision,
  type Guard,
  type Runtime,
  type Turn,
} from '@loopscope/sdk/guard';

import type { PlannedTurn } from './planner.ts';
import { RELEASES, type Release } from './releases.ts';
import type { ScriptedCall } from './script.ts';

/** The same agents once more, each with a guard around its tools. */
export interface GuardedFleet {
  releases: readonly Release[];
  /** The same turn as its guarded twin has it. */
  twinOf(turn: PlannedTurn): PlannedTurn;
  /** The guard's side of a turn of a twin. */
  startTurn(twin: PlannedTurn): GuardedTurn;
}

export interface GuardedTurn extends Turn {
  /** Scripts have times of their own: what comes next happens then. */
  at(ms: number): void;
}

export interface GuardedOptions {
  onDecision?: (decision: Decision) => void;
}

/** The longest honest sessions here, of several turns, make 44 calls, whatever the hour: the default of 25 is meant for shorter ones. */
const SESSION_CALLS = 60;

export function createGuardedFleet({ onDecision }: GuardedOptions = {}): GuardedFleet {
  let playedMs = 0;
  const at = (ms: number): void => void (playedMs = ms);
  const twins = new Map<Release, Release>(
    RELEASES.map((release) => {
      const { agent } = release;
      return [release, { ...release, agent: { ...agent, name: `${agent.name}-guarded` } }];
    }),
  );
  const guards = new Map<Release, Guard>(
    [...twins.values()].map((release) => [
      release,
      createGuard(
        {
          tools: release.agent.tools,
          retry: false,
          ceilings: { callsPerSession: SESSION_CALLS },
          ...(onDecision === undefined ? {} : { onDecision }),
        },
        playedTime(() => playedMs),
      ),
    ]),
  );
  return {
    releases: [...twins.values()],
    twinOf(turn) {
      const release = twins.get(turn.release);
      if (release === undefined) throw new Error(`no twin of ${turn.release.agent.name}`);
      return {
        ...turn,
        release,
        turnId: twinIdOf(turn),
        sessionId: `${turn.sessionId}-guarded`,
      };
    },
    startTurn({ release, turnId, sessionId }) {
      const guard = guards.get(release);
      if (guard === undefined) throw new Error(`no guard for ${release.agent.name}`);
      return { ...guard.startTurn({ turnId, sessionId }), at };
    },
  };
}

export function twinIdOf({ turnId }: Pick<PlannedTurn, 'turnId'>): string {
  return `${turnId}-guarded`;
}

/** What the agent's dispatcher hands to the guard when a scripted call is over. */
export function endOf({ result, error }: ScriptedCall): { result: unknown } | { error: Error } {
  if (error === null) return { result };
  return { error: Object.assign(new Error(error.message), { name: error.type }) };
}

/** No call is retried by the executor here, so nothing ever sleeps. */
function playedTime(now: () => number): Runtime {
  let ids = 0;
  return {
    nowMs: now,
    monotonicMs: now,
    random: () => 0.5,
    sleep: () => Promise.resolve(),
    newId: () => `guarded-${(ids += 1)}`,
  };
}
