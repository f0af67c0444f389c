import { drawBehaviour, type Agent, type Behaviour } from './agent.ts';
import type { Random } from './random.ts';
import { drawAgent, habitOf, releaseAt, type Release } from './releases.ts';
import { scriptMs, type Script } from './script.ts';

const HOUR_MS = 3_600_000;
/** A session is continued within this time after its last turn. */
const SESSION_IDLE_MS = 10 * 60_000;

/** One turn of the fleet, ready to be played. */
export interface PlannedTurn {
  turnId: string;
  sessionId: string;
  userId: string;
  release: Release;
  /** What kind of turn it is, in words. */
  behaviour: string;
  isLooping: boolean;
  /** One of the incidents that the day is told for. */
  isIncident: boolean;
  startMs: number;
  endMs: number;
  script: Script;
}

/** A turn that the day needs, at its hour. */
export interface Appointment {
  hoursBeforeEnd: number;
  agent: Agent;
  behaviour: Behaviour;
  isLooping: boolean;
  isIncident: boolean;
}

interface OpenSession {
  id: string;
  userId: string;
  endMs: number;
}

/** Decides who does what at a time, and in which session. */
export class Planner {
  readonly #random: Random;
  /** Releases are dated back from here. */
  readonly #dayEndMs: number;
  readonly #latestEndMs: number;
  readonly #open = new Map<string, OpenSession>();
  #count = 0;

  constructor(random: Random, bounds: { dayEndMs: number; latestEndMs: number }) {
    this.#random = random;
    this.#dayEndMs = bounds.dayEndMs;
    this.#latestEndMs = bounds.latestEndMs;
  }

  /** An appointment, in a session of its own. */
  keep({ hoursBeforeEnd, agent, ...what }: Appointment): PlannedTurn {
    const startMs = this.#dayEndMs - hoursBeforeEnd * HOUR_MS;
    const release = releaseAt(agent, startMs, this.#dayEndMs);
    return this.#plan({ ...what, release }, startMs, this.#newSession());
  }

  /** Whatever the fleet does at a time; times must not go back. */
  turnAt(startMs: number): PlannedTurn {
    const agent = drawAgent(this.#random);
    const release = releaseAt(agent, startMs, this.#dayEndMs);
    const isLooping = this.#random.chance(release.loopShare);
    const behaviour = drawBehaviour(isLooping ? agent.looping : agent.healthy, this.#random);
    const session = this.#sessionFor(agent.name, startMs);
    return this.#plan({ behaviour, isLooping, isIncident: false, release }, startMs, session);
  }

  #plan(
    what: Omit<Appointment, 'hoursBeforeEnd' | 'agent'> & { release: Release },
    wantedMs: number,
    session: OpenSession,
  ): PlannedTurn {
    const { behaviour, release, isLooping, isIncident } = what;
    const random = this.#random.fork(`turn ${this.#count}`);
    const script = behaviour.play({ random, habit: habitOf(release, random) });
    const lengthMs = Math.ceil(scriptMs(script));
    const startMs = Math.min(wantedMs, this.#latestEndMs - lengthMs);
    this.#count += 1;
    session.endMs = startMs + lengthMs;
    return {
      turnId: `turn-${release.agent.name}-${this.#random.hex(10)}`,
      sessionId: session.id,
      userId: session.userId,
      release,
      behaviour: behaviour.name,
      isLooping,
      isIncident,
      startMs,
      endMs: session.endMs,
      script,
    };
  }

  /** The agent's last session where that is over for a moment only, else a new one. */
  #sessionFor(agent: string, startMs: number): OpenSession {
    const last = this.#open.get(agent);
    const isContinued =
      last !== undefined &&
      startMs > last.endMs + 5000 &&
      startMs < last.endMs + SESSION_IDLE_MS &&
      this.#random.chance(0.4);
    const session = isContinued ? last : this.#newSession();
    this.#open.set(agent, session);
    return session;
  }

  #newSession(): OpenSession {
    const id = `conv-${this.#random.hex(12)}`;
    return { id, userId: `user-${this.#random.between(1, 900)}`, endMs: 0 };
  }
}
