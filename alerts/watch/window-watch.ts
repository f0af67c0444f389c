import type { Store } from '@loopscope/sql';

import type { Facts } from '../condition/condition.ts';
import type { Log } from '../options.ts';
import { isNewsScope } from '../rule/facts.ts';
import type { RuleBook } from '../rule/rule-book.ts';
import type { AlertRule } from '../rule/rule.ts';
import type { Book } from '../state/book.ts';
import { decideAbsences, decideWindow } from '../state/decide.ts';
import type { Decision, Evaluation } from '../state/evaluate.ts';
import { describeFailure, type Failure } from './failure.ts';
import { lookAtWindow, type Expiry } from './window.ts';

export interface WindowWatchOptions {
  store: Store;
  project: string;
  ruleBook: RuleBook;
  book: Book;
  expiries: () => readonly Expiry[];
  readings: () => Facts;
  apply: (decisions: readonly Decision[]) => Promise<void>;
  inLine: (work: () => Promise<void>) => Promise<void>;
  now: () => number;
  steady: () => number;
  log: Log;
}

/** Looks at the windows of rules, each at its own interval and never twice at a time; nobody waits for them. */
export interface WindowWatch {
  start(evaluation: Evaluation, nowUs: string): void;
  idle(): Promise<void>;
  failures: () => ReadonlyMap<string, Failure>;
}

/** A rule that takes longer is named in the log: its window may be too long for what is stored. */
const SLOW_MS = 5_000;
/** Rules that look at one time; the store has other readers, too. */
const MOST_AT_ONCE = 2;

export function createWindowWatch(options: WindowWatchOptions): WindowWatch {
  const { steady, log } = options;
  const nextMs = new Map<string, number>();
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, Failure>();

  async function look(rule: AlertRule, evaluation: Evaluation, nowUs: string): Promise<void> {
    const startMs = steady();
    const { store, project, now } = options;
    const seen = new Set<string>();
    const apply = (decide: (evaluation: Evaluation) => Decision[]): Promise<void> =>
      options.inLine(() => options.apply(decide({ ...evaluation, nowMs: now() })));
    const pages = lookAtWindow(rule, {
      store,
      project,
      nowUs,
      nowMs: evaluation.nowMs,
      expiries: options.expiries(),
      readings: options.readings,
    });
    for await (const page of pages) {
      for (const { id } of page) seen.add(id);
      await apply((at) => decideWindow(rule, page, options.book, at));
    }
    await apply((at) => decideAbsences(rule, seen, options.book, at));
    const tookMs = Math.round(steady() - startMs);
    if (tookMs > SLOW_MS) log('warn', 'an alert rule is slow', { rule: rule.name, ms: tookMs });
    failures.delete(rule.name);
  }

  function startOne(rule: AlertRule, evaluation: Evaluation, nowUs: string): void {
    nextMs.set(rule.name, steady() + rule.everyMs);
    const work = look(rule, evaluation, nowUs)
      .catch((error: unknown) => {
        const reason = describeFailure(error);
        failures.set(rule.name, { reason, atMs: options.now() });
        log('error', 'an alert rule could not be evaluated', { rule: rule.name, reason });
      })
      .finally(() => running.delete(rule.name));
    running.set(rule.name, work);
  }

  return {
    start(evaluation, nowUs) {
      const inForce = new Set(options.ruleBook.active().map(({ name }) => name));
      for (const name of failures.keys()) if (!inForce.has(name)) failures.delete(name);
      const due = options.ruleBook
        .active()
        .filter((rule) => !isNewsScope(rule.scope) && !running.has(rule.name))
        .filter((rule) => (nextMs.get(rule.name) ?? -Infinity) <= steady())
        .toSorted((a, b) => (nextMs.get(a.name) ?? 0) - (nextMs.get(b.name) ?? 0));
      for (const rule of due.slice(0, Math.max(0, MOST_AT_ONCE - running.size))) {
        startOne(rule, evaluation, nowUs);
      }
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
    failures: () => failures,
  };
}
