import type { ToolDeclaration } from '@loopscope/signature';

import type { Random } from './random.ts';
import type { ModelHabit, Script } from './script.ts';

/** One agent of the fleet: its tools and what it does with them. */
export interface Agent {
  name: string;
  /** Declared next to the tools, as an agent's own code would. */
  tools: Readonly<Record<string, ToolDeclaration>>;
  /** Turns that go well, with how often each occurs among them. */
  healthy: readonly Behaviour[];
  /** Turns that repeat themselves for a good reason; rare, so that p99 stays 1. */
  patient: readonly Behaviour[];
  /** Turns that loop. */
  looping: readonly Behaviour[];
}

export interface Behaviour {
  name: string;
  /** Relative to the others of its list. */
  weight: number;
  play(scene: Scene): Script;
}

/** What a behaviour has at hand. */
export interface Scene {
  random: Random;
  habit: ModelHabit;
}

/** Draws one behaviour by weight. */
export function drawBehaviour(behaviours: readonly Behaviour[], random: Random): Behaviour {
  const total = behaviours.reduce((sum, behaviour) => sum + behaviour.weight, 0);
  let left = random.next() * total;
  for (const behaviour of behaviours) {
    left -= behaviour.weight;
    if (left < 0) return behaviour;
  }
  const last = behaviours.at(-1);
  if (last === undefined) throw new Error('an agent needs at least one behaviour');
  return last;
}
