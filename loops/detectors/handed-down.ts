import { isFailure } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import { isRequest } from '../facts/requests.ts';
import type { Scope } from '../facts/scope.ts';
import { areTogether } from '../facts/together.ts';
import type { Finding } from './finding.ts';

/** The first asks, the second may have had a reason to pass it on, with the third nobody does it. */
const LINKS_TO_ALERT = 3;
/** What others do meanwhile. */
const MAX_BETWEEN = 20;

/** A request that is handed down word for word: whoever is called with it does nothing first but call the next one with it. */
export function findHandedDown({ facts, agents }: Scope): Finding[] {
  if (agents.size < LINKS_TO_ALERT) return [];
  const chains = new Map<Fact, Fact[]>();
  for (const fact of facts) {
    if (fact.nth > 0 || isFailure(fact) || fact.call.effect === 'read') continue;
    const from = giverOf(fact, facts);
    if (from === undefined) continue;
    const chain = chains.get(from) ?? [from];
    chains.delete(from);
    chains.set(fact, [...chain, fact]);
  }
  return [...chains.values()]
    .filter((chain) => chain.length >= LINKS_TO_ALERT)
    .map((chain) => ({ kind: 'exact', severity: 'alert', facts: chain }));
}

/** The call of another agent, over before, that made the same request of the same tool. */
function giverOf(fact: Fact, facts: readonly Fact[]): Fact | undefined {
  const { call, asked } = fact;
  if (asked.raw === null) return undefined;
  return facts
    .slice(Math.max(0, fact.at - MAX_BETWEEN), fact.at)
    .findLast(
      (other) =>
        other.call.agent !== call.agent &&
        other.call.tool === call.tool &&
        other.asked.raw === asked.raw &&
        !areTogether(other.call, call) &&
        isRequest(fact),
    );
}
