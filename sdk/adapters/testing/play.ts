import type { ToolDeclaration } from '@loopscope/signature';
import type { Turn } from '../../guard/index.ts';

/** A call as a model words it. */
export interface Called {
  tool: string;
  args: object;
}

/** What a model does next, from how often it was asked before and what it read last; null: it answers. */
export type Next = (attempt: number, lastResult: string | null) => Called | null;

/** A tool of a story; each adapter's player makes its framework's own tool object of it. */
export interface StoryTool {
  name: string;
  run: (args: unknown, idempotencyKey: string | null) => unknown;
  declaration?: ToolDeclaration;
}

export interface Story {
  tools: readonly StoryTool[];
  next: Next;
}

/** One call of the model. */
export interface Asked {
  /** Whether it could have called a tool. */
  hasTools: boolean;
  lastResult: string | null;
}

export interface Played {
  asked: Asked[];
  /** The last words of the run. */
  output: string;
}

/** Plays a story on the real framework with a fake model. */
export type Play = (turn: Turn, story: Story) => Promise<Played>;

export const LAST_WORDS = 'It could not be finished.';
export const MAX_STEPS = 20;
export const TOKENS = { input: 100, output: 10 };

/** A model that calls a tool as long as it has one. */
export class StubbornModel {
  readonly asked: Asked[] = [];
  /** Calls tools that it does not have, as no real model can. */
  needsNoTools = false;
  readonly #next: Next;

  constructor(next: Next) {
    this.#next = next;
  }

  /** The n-th call from 1 and its id; null where the model answers in words. */
  answer(hasTools: boolean, lastResult: string | null): (Called & { id: string }) | null {
    const plain = lastResult === null ? null : lastResult.replaceAll(/\\+"/g, '"');
    this.asked.push({ hasTools, lastResult: plain });
    const nth = this.asked.length;
    const call = hasTools || this.needsNoTools ? this.#next(nth - 1, plain) : null;
    return call === null ? null : { ...call, id: `call-${nth}` };
  }
}
