import { gapBetween, isFailure } from './fact.ts';
import type { Fact } from './fact.ts';
import type { Finding } from './finding.ts';
import { append } from './groups.ts';
import type { Scope } from './scope.ts';

/** Two places can be tried, and a third; whoever is told a fourth time that a thing is not there looks for the wrong thing. */
const ALERT_AT = 4;
/** With more other calls than this between, it is another search. */
const MAX_GAP = 5;
/** Names as programs write them, and whatever stands in quotes. */
const NAME =
  /['"`]([^'"`\n]{3,60})['"`]|\b(?:[A-Za-z]+[a-z][A-Z]\w*|[A-Za-z]+\d\w*|[A-Za-z]\w*_\w+|[\w/-]+\.[a-z]{1,5})\b/g;

/** A tool is asked in moving words and answers, among other things, again and again that one and the same thing is not there. */
export function findAbsences(scope: Scope): Finding[] {
  const findings: Finding[] = [];
  const told = new Map<string, Fact[]>();
  const asked = new Map<string, number>();
  for (const { name, facts } of scope.tools) asked.set(name, (asked.get(name) ?? 0) + facts.length);
  if ([...asked.values()].every((times) => times < ALERT_AT)) return findings;
  for (const fact of scope.facts) {
    if ((asked.get(fact.call.tool) ?? 0) < ALERT_AT) continue;
    if (isFailure(fact) || fact.relation !== 'first') continue;
    for (const name of absentIn(fact)) {
      const key = `${fact.call.tool}\u0000${name}`;
      const last = told.get(key)?.at(-1);
      if (last !== undefined && gapBetween(last, fact) > MAX_GAP) told.delete(key);
      append(told, key, fact);
      const facts = told.get(key) ?? [];
      if (facts.length === ALERT_AT)
        findings.push({ kind: 'empty', severity: 'alert', facts, likely: true });
    }
  }
  return findings;
}

/** The things that a result says are not there. */
function absentIn({ said }: Fact): Set<string> {
  const names = new Set<string>();
  for (const line of said.linesSayingAbsence) {
    for (const [whole, quoted] of line.matchAll(NAME)) names.add((quoted ?? whole).toLowerCase());
  }
  return names;
}
