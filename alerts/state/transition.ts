export type State = 'inactive' | 'pending' | 'firing' | 'resolved';
export type Emission = 'firing' | 'resolved';

/**
 * What one look at a subject says: the condition does not hold, has not held for long enough, holds, has held for the
 * rule's time, or all is quiet.
 */
export type Signal = 'clear' | 'clearing' | 'holds' | 'held' | 'quiet';

interface Step {
  to: State;
  emit: Emission | null;
}

const to = (state: State, emit: Emission | null = null): Step => ({ to: state, emit });

/** Every state under every signal. A resolve is emitted only out of `firing`, so none goes out without a firing. */
export const TRANSITIONS: Readonly<Record<State, Readonly<Record<Signal, Step>>>> = {
  inactive: {
    clear: to('inactive'),
    clearing: to('inactive'),
    holds: to('pending'),
    held: to('firing', 'firing'),
    quiet: to('inactive'),
  },
  pending: {
    clear: to('inactive'),
    clearing: to('inactive'),
    holds: to('pending'),
    held: to('firing', 'firing'),
    quiet: to('inactive'),
  },
  firing: {
    clear: to('resolved', 'resolved'),
    clearing: to('firing'),
    holds: to('firing'),
    held: to('firing'),
    quiet: to('resolved', 'resolved'),
  },
  resolved: {
    clear: to('resolved'),
    clearing: to('resolved'),
    holds: to('pending'),
    held: to('firing', 'firing'),
    quiet: to('resolved'),
  },
};

export interface Standing {
  state: State;
  /** Milliseconds since the epoch at which `state` began. */
  sinceMs: number;
}

export interface Observation {
  holds: boolean;
  /** Nothing arrived for the subject since this instant. */
  lastSeenMs: number;
  /** The condition does not hold since this instant; null where it does. */
  clearSinceMs: number | null;
}

export interface Timing {
  /** How long the condition must hold before it fires. */
  forMs: number;
  /** How long a firing subject must be quiet before it counts as over. */
  quietMs: number;
  /** How long the condition must no longer hold before it counts as over. */
  keepMs: number;
}

export interface Outcome {
  next: Standing;
  emit: Emission | null;
}

/** The next standing of one alert. Pure: the clock is `nowMs`, on which all instants are read. */
export function transition(
  previous: Standing | null,
  observation: Observation,
  timing: Timing,
  nowMs: number,
): Outcome {
  const current = previous ?? { state: 'inactive', sinceMs: nowMs };
  const step = TRANSITIONS[current.state][signalOf(current, observation, timing, nowMs)];
  const moved = step.to !== current.state;
  return {
    next: { state: step.to, sinceMs: moved ? nowMs : current.sinceMs },
    emit: step.emit,
  };
}

function signalOf(
  current: Standing,
  observation: Observation,
  timing: Timing,
  nowMs: number,
): Signal {
  if (nowMs - observation.lastSeenMs >= timing.quietMs) return 'quiet';
  if (!observation.holds) {
    const clearMs = nowMs - (observation.clearSinceMs ?? nowMs);
    return clearMs >= timing.keepMs ? 'clear' : 'clearing';
  }
  const heldMs = current.state === 'pending' ? nowMs - current.sinceMs : 0;
  return heldMs >= timing.forMs ? 'held' : 'holds';
}
