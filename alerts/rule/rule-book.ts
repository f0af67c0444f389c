import type { AlertRuleRow } from '@loopscope/sql';

import { readRule } from './read-rules.ts';
import type { AlertRule } from './rule.ts';

export type RuleSource = 'shipped' | 'file' | 'stored';

export interface KnownRule {
  rule: AlertRule;
  source: RuleSource;
}

/** A rule that was not taken. */
export interface RuleProblem {
  /** File name, or `stored`. */
  source: string;
  rule: string;
  line: number | null;
  message: string;
  atMs: number;
}

/** The rules in force and where they come from: stored ones before those of the file, these before shipped ones. */
export interface RuleBook {
  /** All of them, those that are switched off too. */
  known: () => readonly KnownRule[];
  /** Those that are evaluated. */
  active: () => readonly AlertRule[];
  problems: () => readonly RuleProblem[];
  setFile: (rules: readonly AlertRule[], shipped?: readonly AlertRule[]) => void;
  /** Shipped and configured rules of another process. */
  setElsewhere: (rules: readonly KnownRule[], problems: readonly RuleProblem[]) => void;
  /** The file could not be taken: what was in force stays so. */
  refuseFile: (problems: readonly RuleProblem[]) => void;
  /** Stored rules as they are now; one that cannot be read keeps what it was. */
  setStored: (rows: readonly AlertRuleRow[], nowMs: number) => void;
}

export function createRuleBook(
  givenShipped: readonly AlertRule[],
  file: readonly AlertRule[],
): RuleBook {
  let shipped = givenShipped;
  let fromFile = file;
  let stored = new Map<string, AlertRule>();
  let fileProblems: readonly RuleProblem[] = [];
  let storedProblems: RuleProblem[] = [];
  let known: KnownRule[] = [];
  let active: AlertRule[] = [];

  function merge(): void {
    const byName = new Map<string, KnownRule>();
    for (const rule of shipped) byName.set(rule.name, { rule, source: 'shipped' });
    for (const rule of fromFile) byName.set(rule.name, { rule, source: 'file' });
    for (const rule of stored.values()) byName.set(rule.name, sourced(byName.get(rule.name), rule));
    known = [...byName.values()].toSorted((a, b) => (a.rule.name < b.rule.name ? -1 : 1));
    active = known.map(({ rule }) => rule).filter(({ enabled }) => enabled);
  }
  merge();

  return {
    known: () => known,
    active: () => active,
    problems: () => [...fileProblems, ...storedProblems],
    setFile(rules, shippedToo = shipped) {
      shipped = shippedToo;
      fromFile = rules;
      fileProblems = [];
      merge();
    },
    setElsewhere(rules, problems) {
      const of = (wanted: RuleSource): AlertRule[] =>
        rules.filter(({ source }) => source === wanted).map(({ rule }) => rule);
      shipped = of('shipped');
      fromFile = of('file');
      fileProblems = problems;
      merge();
    },
    refuseFile(problems) {
      fileProblems = problems;
    },
    setStored(rows, nowMs) {
      const next = new Map<string, AlertRule>();
      storedProblems = [];
      for (const { name, text, enabled } of rows) {
        const { rule, problems } = readRule(text);
        const kept = rule ?? stored.get(name);
        if (kept !== undefined) next.set(name, { ...kept, enabled: kept.enabled && enabled === 1 });
        for (const { line, message } of problems) {
          storedProblems.push({ source: 'stored', rule: name, line, message, atMs: nowMs });
        }
      }
      stored = next;
      merge();
    },
  };
}

/** A rule from elsewhere that was only switched off stays what it is. */
function sourced(other: KnownRule | undefined, rule: AlertRule): KnownRule {
  const isOnlySwitched =
    other !== undefined &&
    !rule.enabled &&
    JSON.stringify({ ...other.rule, enabled: false }) === JSON.stringify(rule);
  return { rule, source: isOnlySwitched ? other.source : 'stored' };
}
