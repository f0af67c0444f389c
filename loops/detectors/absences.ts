import { gapBetween, isFailure } from '../facts/fact.ts';
import type { Fact } from '../facts/fact.ts';
import type { Finding } from './finding.ts';
import type { Scope } from '../facts/scope.ts';

/** Two places can be tried, and a third; whoever is told a fourth time that a thing is not there looks for the wrong thing. */
const ALERT_AT = 4;
/** With more other calls than this between, it is another search. */
const MAX_GAP = 5;
/** Names as programs write them, and whatever stands in quotes. */
const NAME =
  /['"`]([^'"`\n]{3,60})['"`]|\b(?:[A-Za-z]+[a-z][A-Z]\w*|[A-Za-z]+\d\w*|[A-Za-z]\w*_\w+|[\w/-]+\.[a-z]{1,5})\b/g;

/** What the calls of a tool have said is not there. */
interface Search {
  /** Too few calls to be read yet. */
  unread: Fact[];
  calls: number;
  /** Of each thing, the calls that said so one after the other. */
  told: Map<string, Fact[]>;
}

/** A tool is asked in moving words and answers, among other things, again and again that one and the same thing is not there. */
export function createAbsenceFinder(): (scope: Scope) => Finding[] {
  const searches = new Map<string, Search>();
  const found: Finding[] = [];
  let at = 0;
  return ({ facts }) => {
    for (; at < facts.length; at += 1) {
      const fact = facts[at];
      if (fact === undefined) continue;
      const search = searchOf(searches, fact.call.tool);
      search.calls += 1;
      search.unread.push(fact);
      if (search.calls < ALERT_AT) continue;
      for (const each of search.unread) read(each, search, found);
      search.unread = [];
    }
    return found.toSorted((a, b) => alertedAt(a) - alertedAt(b));
  };
}

function searchOf(searches: Map<string, Search>, tool: string): Search {
  let search = searches.get(tool);
  if (search === undefined) {
    search = { unread: [], calls: 0, told: new Map() };
    searches.set(tool, search);
  }
  return search;
}

function alertedAt({ facts }: Finding): number {
  return facts[ALERT_AT - 1]?.at ?? 0;
}

function read(fact: Fact, { told }: Search, found: Finding[]): void {
  if (isFailure(fact) || fact.relation !== 'first') return;
  for (const name of absentIn(fact)) {
    const before = told.get(name);
    const last = before?.at(-1);
    const goesOn = last !== undefined && gapBetween(last, fact) <= MAX_GAP;
    const facts = goesOn && before !== undefined ? before : [];
    facts.push(fact);
    told.set(name, facts);
    if (facts.length === ALERT_AT)
      found.push({ kind: 'empty', severity: 'alert', facts, likely: true });
  }
}

/** The things that a result says are not there. */
function absentIn({ said }: Fact): Set<string> {
  const names = new Set<string>();
  for (const line of said.linesSayingAbsence) {
    for (const [whole, quoted] of line.matchAll(NAME)) names.add((quoted ?? whole).toLowerCase());
  }
  return names;
}
