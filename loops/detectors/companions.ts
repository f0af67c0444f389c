import { isFailure } from '../facts/fact.ts';
import type { Finding } from './finding.ts';
import { isPause } from '../facts/pauses.ts';
import type { Scope } from '../facts/scope.ts';

/** So many strangers between two calls are not outweighed any more. */
const MAX_STRANGERS = 8;

/** What the calls between two equal ones are themselves: honest waiting that is over, waiting or retrying that is only watched, or another loop. */
type Company = 'over' | 'watched' | 'loop';

/**
 * A call that only ever comes between others shares their lot: the pause between two polls, the look between two failing edits.
 * Beside waiting that is over it is dropped, beside what is watched it is watched, and in another loop it is no incident of its own.
 */
export function joinCompanions(found: readonly Finding[], scope: Scope): Finding[] {
  const company = companyOf(found, scope);
  return found.flatMap((finding) => {
    if (finding.severity !== 'alert' || finding.isRing) return [finding];
    if (finding.facts.some((fact) => isFailure(fact))) return [finding];
    const shared = sharedCompany(finding, scope, company);
    if (shared === 'over' || shared === 'loop') return [];
    return shared === 'watched' ? [{ ...finding, severity: 'watch' as const }] : [finding];
  });
}

function companyOf(found: readonly Finding[], scope: Scope): Map<number, Company> {
  const company = new Map<number, Company>();
  for (const { facts, endedBy } of scope.streaks) {
    const [first] = facts;
    if (first === undefined || isFailure(first) || facts.length < 2) continue;
    const isWaiting = first.said.isPending || isPause(first);
    if (endedBy === null && !isWaiting) continue;
    for (const fact of facts) company.set(fact.at, endedBy === null ? 'watched' : 'over');
    if (endedBy !== null) company.set(endedBy.at, 'over');
  }
  for (const { facts, severity } of found) {
    if (!facts.every((fact) => isFailure(fact))) continue;
    for (const fact of facts) company.set(fact.at, severity === 'alert' ? 'loop' : 'watched');
  }
  return company;
}

/**
 * The one kind of company that the calls between keep; null where there are none, where the call mostly follows upon itself, or where
 * strangers come between as often: what other agents do meanwhile does not count.
 */
function sharedCompany(
  { facts }: Finding,
  scope: Scope,
  company: ReadonlyMap<number, Company>,
): Company | null {
  let shared: Company | null = null;
  let accompanied = 0;
  let allStrangers = 0;
  let allCompanions = 0;
  for (const [index, fact] of facts.entries()) {
    const to = facts[index + 1]?.at ?? fact.at;
    let strangers = 0;
    let companions = 0;
    for (let at = fact.at + 1; at < to; at += 1) {
      const kept = company.get(at);
      if (kept === undefined) {
        if (scope.facts[at]?.call.agent === fact.call.agent) strangers += 1;
        if (strangers > MAX_STRANGERS) return null;
        continue;
      }
      companions += 1;
      shared = shared === null || shared === kept ? kept : bothKept(shared, kept);
      if (shared === null) return null;
    }
    allStrangers += strangers;
    allCompanions += companions;
    if (companions > 0) accompanied += 1;
  }
  if (allStrangers > 0 && allStrangers >= allCompanions) return null;
  return 2 * accompanied >= facts.length - 1 ? shared : null;
}

function bothKept(one: Company, other: Company): Company | null {
  return one === 'loop' || other === 'loop' ? null : 'watched';
}
