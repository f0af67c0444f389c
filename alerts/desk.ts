import { alertRules, type Store } from '@loopscope/sql';

import { backtest, type Backtest } from './backtest/backtest.ts';
import { sendMessage, targetOf, type Receiver } from './deliver/receivers.ts';
import type { GuardOptions } from './deliver/request.ts';
import { testMessage } from './message/test-message.ts';
import type { Log } from './options.ts';
import { FACTS } from './rule/facts.ts';
import { readRule } from './rule/read-rules.ts';
import type { RuleBook, RuleProblem } from './rule/rule-book.ts';
import type { AlertRule } from './rule/rule.ts';
import { describeRule } from './rule/write-rule.ts';

export interface DeskOptions {
  store: Store;
  project?: string;
  ruleBook: RuleBook;
  receivers: () => readonly Receiver[];
  allowedTargets: GuardOptions['allowedTargets'];
  baseUrl: () => string;
  fetch: typeof fetch;
  resolve?: GuardOptions['resolve'];
  now: () => number;
  log: Log;
}

export type DescribedRule = ReturnType<typeof describeRule>;

/** What people ask of the alerts: rules, receivers, what a rule would have done. Needs no evaluator in this process. */
export interface Desk {
  rules(): Promise<DescribedRule[]>;
  problems(): Promise<
    { source: string; rule: string; line: number | null; message: string; at: string }[]
  >;
  facts(): Record<string, { name: string; says: string }[]>;
  check(yaml: string): {
    rule: DescribedRule | null;
    problems: { line: number | null; message: string }[];
  };
  preview(request: {
    yaml?: string | undefined;
    name?: string | undefined;
    sinceHours: number;
  }): Promise<Backtest | string>;
  receivers(): { name: string; kind: string; target: string }[];
  testReceiver(name: string): Promise<{
    outcome: 'delivered' | 'retry' | 'refused';
    reason: string;
    duration_ms: number;
  } | null>;
}

const HOUR_MS = 3_600_000;

export function createDesk(options: DeskOptions): Desk {
  const { store, ruleBook, now, project = 'default' } = options;
  const refresh = async (): Promise<void> =>
    ruleBook.setStored(await store.query(alertRules, { project }), now());

  const check = (yaml: string): Checked =>
    checkRule(
      yaml,
      options.receivers().map(({ name }) => name),
    );

  return {
    async rules() {
      await refresh();
      return ruleBook.known().map(({ rule, source }) => describeRule(rule, source));
    },
    async problems() {
      await refresh();
      return ruleBook.problems().map(describeProblem);
    },
    facts: listFacts,
    check(yaml) {
      const { rule, problems } = check(yaml);
      return { rule: rule === null ? null : describeRule(rule, 'stored'), problems };
    },
    async preview({ yaml, name, sinceHours }) {
      await refresh();
      const rule = chooseRule({ yaml, name }, ruleBook, check);
      if (typeof rule === 'string') return rule;
      const toMs = now();
      return backtest(rule, { store, project, fromMs: toMs - sinceHours * HOUR_MS, toMs });
    },
    receivers: () =>
      options.receivers().map((receiver) => ({
        name: receiver.name,
        kind: receiver.kind,
        target: targetOf(receiver),
      })),
    async testReceiver(name) {
      const receiver = options.receivers().find((candidate) => candidate.name === name);
      if (receiver === undefined) return null;
      const startMs = now();
      const { resolve, ...guard } = options;
      const sending = { ...guard, ...(resolve === undefined ? {} : { resolve }) };
      const result = await sendMessage(receiver, testMessage(options.baseUrl(), startMs), sending);
      const reason = result.kind === 'delivered' ? '' : result.reason;
      return { outcome: result.kind, reason, duration_ms: Math.max(0, now() - startMs) };
    },
  };
}

const describeProblem = ({ atMs, ...problem }: RuleProblem) => ({
  ...problem,
  at: new Date(atMs).toISOString(),
});

const listFacts = (): Record<string, { name: string; says: string }[]> =>
  Object.fromEntries(
    Object.entries(FACTS).map(([scope, said]) => [
      scope,
      Object.entries(said).map(([name, says]) => ({ name, says })),
    ]),
  );

interface Checked {
  /** Null where something is wrong. */
  rule: AlertRule | null;
  problems: { line: number | null; message: string }[];
}

function checkRule(yaml: string, receivers: readonly string[]): Checked {
  const { rule, problems } = readRule(yaml);
  const unknown = (rule?.notify ?? []).filter((name) => !receivers.includes(name));
  const all = [
    ...problems,
    ...unknown.map((name) => ({ line: null, message: `notify: there is no receiver "${name}"` })),
  ];
  return { rule: all.length === 0 ? rule : null, problems: all };
}

function chooseRule(
  { yaml, name }: { yaml: string | undefined; name: string | undefined },
  ruleBook: RuleBook,
  check: (yaml: string) => Checked,
): AlertRule | string {
  if (yaml === undefined) {
    const known = ruleBook.known().find((candidate) => candidate.rule.name === name);
    return known?.rule ?? `there is no rule "${name ?? ''}"`;
  }
  const { rule, problems } = check(yaml);
  if (rule !== null) return rule;
  const [first] = problems;
  const line = first?.line ?? null;
  return `yaml: ${line === null ? '' : `line ${line}: `}${first?.message ?? 'not valid'}`;
}
