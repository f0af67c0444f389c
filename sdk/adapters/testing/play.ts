import type { ToolDeclaration } from '@loopscope/signature';
import type { Turn } from '../../guard/index.ts';

/** A call as a model words it. */
export interface Called {
  tool: string;
  args: object;
  /** Where it is not the model's own next one. */
  id?: string;
  /** Where the arguments are no JSON. */
  text?: string;
}

/** A call on its way through a framework. */
export interface Asking {
  id: string;
  tool: string;
  args: object;
  text: string;
}

/** What a model does next, from how often it was asked before and what it read last; null: it answers. */
export type Next = (
  attempt: number,
  lastResult: string | null,
) => Called | readonly Called[] | null;

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

/** Plays a story on the real framework with a fake model; without a turn, as the framework is by itself. */
export type Play = (turn: Turn | null, story: Story) => Promise<Played>;

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

  /** What it calls at once; null where the model answers in words. */
  answer(hasTools: boolean, lastResult: string | null): Asking[] | null {
    const plain = lastResult === null ? null : lastResult.replaceAll(/\\+"/g, '"');
    this.asked.push({ hasTools, lastResult: plain });
    const nth = this.asked.length;
    const next = hasTools || this.needsNoTools ? this.#next(nth - 1, plain) : null;
    if (next === null) return null;
    return [next].flat().map(({ tool, args, id, text }, at) => ({
      tool,
      args,
      id: id ?? `call-${nth}${at === 0 ? '' : `-${at}`}`,
      text: text ?? JSON.stringify(args),
    }));
  }
}
