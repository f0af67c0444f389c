import type { Call } from './call.ts';
import { factOf, isWrite } from './fact.ts';
import type { Fact } from './fact.ts';

/** What one user turn of one session has brought so far: the reach within which a repeat means anything. */
export interface Scope {
  facts: Fact[];
  /** Positions of the calls with one key, in order. */
  byKey: Map<string, Fact[]>;
  /** Calls of one agent to one tool, in order. */
  byTool: Map<string, Fact[]>;
  /** Known writes that succeeded with an answer of their own. */
  world: number;
}

export function createScope(): Scope {
  return { facts: [], byKey: new Map(), byTool: new Map(), world: 0 };
}

/** Adds a call; constant time. */
export function observe(scope: Scope, call: Call): void {
  const fact = factOf(call, scope.facts.length, scope.world);
  const before = scope.byKey.get(fact.key)?.at(-1);
  scope.facts.push(fact);
  if (fact.key !== '') append(scope.byKey, fact.key, fact);
  append(scope.byTool, `${call.agent}\u0000${call.tool}`, fact);
  const repeatsItself = before !== undefined && before.answer === fact.answer;
  if (isWrite(call) && call.outcome !== 'error' && !repeatsItself) scope.world += 1;
}

function append(groups: Map<string, Fact[]>, key: string, fact: Fact): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [fact]);
  else group.push(fact);
}
