import { isFailure } from './fact.ts';
import type { Finding } from './finding.ts';
import { isPending } from './says.ts';
import type { Scope } from './scope.ts';

/** What the calls between two equal ones are themselves: honest waiting that is over, waiting or retrying that is only watched, or another loop. */
type Company = 'over' | 'watched' | 'loop';

/**
 * A call that only ever comes between others shares their lot: the pause between two polls, the look between two failing edits.
 * Beside waiting that is over it is dropped, beside what is watched it is watched, and in another loop it is no incident of its own.
 */
export function joinCompanions(found: readonly Finding[], scope: Scope): Finding[] {
  const company = companyOf(found, scope);
  return found.flatMap((finding) => {
    if (finding.severity !== 'alert' || finding.kind === 'cycle') return [finding];
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
    const isWaiting = isPending(first.call.text?.result ?? null);
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

/** The one kind of company that all calls between keep; null where there are none or others. Stops at the first other. */
function sharedCompany(
  { facts }: Finding,
  scope: Scope,
  company: ReadonlyMap<number, Company>,
): Company | null {
  const own = new Set(facts.map((fact) => fact.at));
  const from = facts[0]?.at ?? 0;
  const to = facts.at(-1)?.at ?? 0;
  let shared: Company | null = null;
  for (let at = from + 1; at < to && at < scope.facts.length; at += 1) {
    if (own.has(at)) continue;
    const kept = company.get(at);
    if (kept === undefined) return null;
    if (shared === null || shared === kept) shared = kept;
    else if (shared === 'loop' || kept === 'loop') return null;
    else shared = 'watched';
  }
  return shared;
}
