import { alertRules, type Store } from '@loopscope/sql';

import { backtest, type Backtest } from './backtest/backtest.ts';
import type { ReplayClock } from './backtest/stored.ts';
import type { GuardOptions } from './deliver/request.ts';
import type { Targets } from './deliver/targets.ts';
import { tryReceiver } from './deliver/try-receiver.ts';
import type { Metric } from './metrics.ts';
import type { FileInForce, Log } from './options.ts';
import { createOrdering, type ReceiverTest, type Redriven } from './place-order.ts';
import { describeReceiver, hearReports } from './report.ts';
import { FACTS } from './rule/facts.ts';
import { readRule } from './rule/read-rules.ts';
import type { RuleBook, RuleProblem } from './rule/rule-book.ts';
import type { AlertRule } from './rule/rule.ts';
import { describeRule } from './rule/write-rule.ts';
import type { Alerts } from './start.ts';
import type { Failure } from './watch/failure.ts';
import type { Expiry } from './watch/window.ts';

export interface DeskOptions {
  store: Store;
  project?: string;
  ruleBook: RuleBook;
  targets: () => Targets;
  /** The evaluator of this process; null where none runs here. */
  evaluator: () => Pick<Alerts, 'failures' | 'metrics'> | null;
  /** Whether rules and receivers are those of another process, which tells of them by way of the store. */
  isElsewhere: () => boolean;
  /** Exemptions and raised ceilings with their last days. */
  expiries: () => readonly Expiry[];
  /** The configuration file in force in this process. */
  file?: () => FileInForce;
  baseUrl: () => string;
  fetch: typeof fetch;
  resolve?: GuardOptions['resolve'] | undefined;
  now: () => number;
  /** How long an order waits for the evaluator. */
  patienceMs?: number;
  log: Log;
}

export type DescribedRule = ReturnType<typeof describeRule>;

/** What people ask of the alerts: rules, receivers, what a rule would have done. Needs no evaluator in this process. */
export interface Desk {
  rules(): Promise<DescribedRule[]>;
  problems(): Promise<
    { source: string; rule: string; line: number | null; message: string; at: string }[]
  >;
  /** The configuration file that the evaluator goes by; null where nobody has said. */
  file(): Promise<{
    path: string;
    fingerprint: string | null;
    since: string;
    is_current: boolean;
  } | null>;
  facts(): Record<string, { name: string; says: string }[]>;
  check(yaml: string): Promise<{
    rule: DescribedRule | null;
    problems: { line: number | null; message: string }[];
  }>;
  preview(request: {
    yaml?: string | undefined;
    name?: string | undefined;
    sinceHours: number;
    clock?: ReplayClock | undefined;
  }): Promise<Backtest | string>;
  receivers(): Promise<{ name: string; kind: string; target: string }[]>;
  /** Null where there is no such receiver. */
  testReceiver(name: string): Promise<ReceiverTest | null>;
  /** Tells a receiver again at once what it did not take; of one alert, or of all. */
  redrive(order: { receiver: string; alertId: string; by: string }): Promise<Redriven>;
  /** Of the evaluator, wherever it runs. */
  metrics(): Promise<Metric[]>;
}

const HOUR_MS = 3_600_000;

export function createDesk(options: DeskOptions): Desk {
  const { store, ruleBook, now, project = 'default' } = options;
  const hear = async () => (options.isElsewhere() ? hearReports(store, project) : null);
  const order = createOrdering({ ...options, project });

  async function refresh(): Promise<{ failures: ReadonlyMap<string, Failure> }> {
    const [heard, stored] = await Promise.all([hear(), store.query(alertRules, { project })]);
    if (heard !== null) ruleBook.setElsewhere(heard.rules, heard.problems);
    ruleBook.setStored(stored, now());
    return { failures: heard?.failures ?? options.evaluator()?.failures() ?? new Map() };
  }

  const receivers = async () =>
    (await hear())?.receivers ?? options.targets().receivers.map(describeReceiver);
  const check = async (yaml: string): Promise<Checked> =>
    checkRule(
      yaml,
      (await receivers()).map(({ name }) => name),
    );

  return {
    async rules() {
      await refresh();
      return ruleBook.known().map(({ rule, source }) => describeRule(rule, source));
    },
    async problems() {
      const { failures } = await refresh();
      return [...ruleBook.problems(), ...toProblems(failures)].map(describeProblem);
    },
    async file() {
      const heard = await hear();
      const file = heard === null ? (options.file?.() ?? null) : heard.file;
      if (file === null) return null;
      const { path, fingerprint, sinceMs, isCurrent } = file;
      const since = new Date(sinceMs).toISOString();
      return { path, fingerprint, since, is_current: isCurrent };
    },
    facts: listFacts,
    async check(yaml) {
      const { rule, problems } = await check(yaml);
      return { rule: rule === null ? null : describeRule(rule, 'stored'), problems };
    },
    async preview({ yaml, name, sinceHours, clock = 'arrival' }) {
      await refresh();
      const rule = await chooseRule({ yaml, name }, ruleBook, check);
      if (typeof rule === 'string') return rule;
      const toMs = now();
      const range = { store, project, fromMs: toMs - sinceHours * HOUR_MS, toMs, clock };
      const { grouping } = options.targets();
      return backtest(rule, { ...range, expiries: options.expiries(), grouping });
    },
    receivers,
    testReceiver: async (name) =>
      options.isElsewhere() ? order.test(name) : testHere(name, options),
    redrive: ({ receiver, alertId, by }) => order.redrive({ receiver, alert_id: alertId, by }),
    metrics: async () => {
      // Without the store nothing of it is known; the process's own metrics stand all the same.
      const heard = await hear().catch(() => null);
      if (heard === null) return options.evaluator()?.metrics() ?? [];
      return [...heard.metrics, ...silenceMetric(heard.seenMs, now())];
    },
  };
}

async function testHere(name: string, options: DeskOptions): Promise<ReceiverTest | null> {
  const startMs = options.now();
  const result = await tryReceiver(name, options);
  if (result === null) return null;
  const reason = result.kind === 'delivered' ? '' : result.reason;
  const duration_ms = Math.max(0, options.now() - startMs);
  return { outcome: result.kind, reason, duration_ms };
}

/** An evaluator that died goes on saying that it leads: what counts is when it said so. */
const silenceMetric = (seenMs: number | null, nowMs: number): Metric[] =>
  seenMs === null
    ? []
    : [
        {
          name: 'loopscope_alert_evaluator_silent_seconds',
          help: 'Seconds since the evaluator, which runs in another process, was last heard of.',
          type: 'gauge',
          samples: [{ value: Math.max(0, nowMs - seenMs) / 1_000 }],
        },
      ];

/** What cannot be evaluated stands beside what could not be taken. */
const toProblems = (failures: ReadonlyMap<string, Failure>): RuleProblem[] =>
  [...failures].map(([rule, { reason, atMs }]) => ({
    source: 'evaluation',
    rule,
    line: null,
    message: `it could not be evaluated: ${reason}`,
    atMs,
  }));

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

async function chooseRule(
  { yaml, name }: { yaml: string | undefined; name: string | undefined },
  ruleBook: RuleBook,
  check: (yaml: string) => Promise<Checked>,
): Promise<AlertRule | string> {
  if (yaml === undefined) {
    const known = ruleBook.known().find((candidate) => candidate.rule.name === name);
    return known?.rule ?? `there is no rule "${name ?? ''}"`;
  }
  const { rule, problems } = await check(yaml);
  if (rule !== null) return rule;
  const [first] = problems;
  const line = first?.line ?? null;
  return `yaml: ${line === null ? '' : `line ${line}: `}${first?.message ?? 'not valid'}`;
}
