import type { Store } from '@loopscope/sql';

import type { Facts } from './condition/condition.ts';
import { owedNow } from './deliver/owed-now.ts';
import type { GuardOptions } from './deliver/request.ts';
import { startOutbox } from './deliver/start-outbox.ts';
import { receiversOf, type Targets } from './deliver/targets.ts';
import { tryReceiver } from './deliver/try-receiver.ts';
import { createLease, type Lease, type LeaseOptions } from './lease.ts';
import { createLine, createOccasion, repeat } from './line.ts';
import { alertMetrics, type Metric } from './metrics.ts';
import type { FileInForce, Log } from './options.ts';
import { createOrders } from './orders.ts';
import { createReport } from './report.ts';
import { createRuleBook, type RuleBook } from './rule/rule-book.ts';
import type { AlertRule } from './rule/rule.ts';
import { createBook } from './state/book.ts';
import { createTick } from './tick.ts';
import { describeFailure, type Failure } from './watch/failure.ts';
import type { Expiry } from './watch/window.ts';

export interface AlertsOptions {
  store: Store;
  project?: string;
  /** In force, beside those that are stored; `ruleBook` instead where they can change. */
  rules?: readonly AlertRule[];
  ruleBook?: RuleBook;
  targets: () => Targets;
  /** Where the web is; links in notifications begin with it. */
  baseUrl: () => string;
  fetch: typeof fetch;
  resolve?: GuardOptions['resolve'] | undefined;
  /** Default 1,000; half as long while things arrive. */
  intervalMs?: number;
  /** Exemptions and raised ceilings with their last days. */
  expiries?: () => readonly Expiry[];
  /** The configuration file in force; for /metrics and for processes that do not evaluate. */
  file?: () => FileInForce;
  /** Facts of ingestion that only the process itself knows. */
  readings?: () => Facts;
  /** Needed where several processes may evaluate; without it this one is alone. */
  lease?: LeaseOptions;
  now: () => number;
  /** A clock that nobody sets; default: `now`. */
  steady?: () => number;
  /** 0..1; spreads retries. */
  random?: () => number;
  log: Log;
}

export interface Alerts {
  /** One evaluation, out of turn; resolves when states are written, not when they are delivered. */
  evaluate(): Promise<void>;
  metrics(): Metric[];
  /** Rules whose latest look failed; under the empty name, the look at what arrived. */
  failures(): ReadonlyMap<string, Failure>;
  /** Waits for the evaluation and the deliveries under way. */
  close(): Promise<void>;
}

const INTERVAL_MS = 1_000;

/** Evaluates the rules over what arrives, again and again, never two evaluations at a time. */
export function startAlerts(options: AlertsOptions): Alerts {
  const { log } = options;
  const work = createWork(options);
  const intervalMs = options.intervalMs ?? INTERVAL_MS;
  const stop = repeat(
    () => (work.hadNews() ? intervalMs / 2 : intervalMs),
    () =>
      work.evaluate().catch((error: unknown) => {
        log('error', 'alerts could not be evaluated', { reason: String(error) });
      }),
  );
  return {
    async evaluate() {
      await work.evaluate();
      await work.idle();
      await work.tellMore();
    },
    metrics: () => work.metrics(),
    failures: () => work.failures(),
    async close() {
      work.stopTelling();
      await stop();
      await work.close();
    },
  };
}

/** What one evaluation is made of. */
function assemble(options: AlertsOptions, onRoom: () => void) {
  const { store, now, log, targets, project = 'default', steady = now } = options;
  const ruleBook = options.ruleBook ?? createRuleBook([], options.rules ?? []);
  const book = createBook(store, project);
  const inLine = createLine();
  const random = options.random ?? Math.random;
  const sending = { ...options, resolve: options.resolve, random, steady };
  const outbox = startOutbox({ ...sending, book, inLine, onRoom });
  const owed = () => owedNow(book, ruleBook, receiversOf(targets()), now());
  const testReceiver = (name: string) => tryReceiver(name, options);
  const asked = { store, project, book, outbox, now, log };
  const expiries = options.expiries ?? (() => []);
  const readings = options.readings ?? (() => ({}));
  const report = createReport(store, project);
  const file = (): FileInForce | null => options.file?.() ?? null;
  const watched = { store, project, ruleBook, book, expiries, readings };
  return {
    ruleBook,
    book,
    inLine,
    outbox,
    lease:
      options.lease === undefined
        ? null
        : createLease(store, project, { ...options.lease, steady }),
    tell: (): Promise<void> => outbox.deliver(owed()),
    orders: createOrders({ ...asked, owedNow: owed, testReceiver }),
    report: {
      reset: () => report.reset(),
      publish: (failures: ReadonlyMap<string, Failure>, metrics: () => Metric[]): Promise<void> => {
        const [known, problems] = [ruleBook.known(), ruleBook.problems()];
        const { receivers } = targets();
        return report.publish(
          { known, problems, receivers, failures, file: file(), metrics },
          now(),
        );
      },
    },
    file,
    tick: createTick({ ...watched, now, steady, inLine, log }),
  };
}

/** One evaluation after the other, by whoever leads. */
function createWork(options: AlertsOptions) {
  const { now, log } = options;
  const parts = assemble(options, () => void tellMore());
  const { ruleBook, book, inLine, outbox, lease, tell, orders, report, tick, file } = parts;
  let isLeading = lease === null;
  let isClosing = false;
  let hadNews = false;
  let failure: Failure | null = null;

  /** Tries have ended and more is owed: it need not wait for the next look. */
  const tellMore = createOccasion(() =>
    inLine(async () => {
      if (isLeading && !isClosing && lease?.isSure() !== false) await tell();
    }).catch((error: unknown) => {
      log('error', 'alerts could not be told', { reason: String(error) });
    }),
  );

  const failures = (): ReadonlyMap<string, Failure> =>
    failure === null ? tick.failures() : new Map([...tick.failures(), ['', failure]]);
  const metrics = (): Metric[] => {
    const standing = { book, ruleBook, isLeading, isFailing: failure !== null };
    const looks = { failures: tick.failures(), counts: tick.counts() };
    return alertMetrics({ ...standing, ...looks, file: file(), sent: outbox.counters() });
  };

  async function look(): Promise<void> {
    const { hasNews, ordersUs } = await tick.look();
    hadNews = hasNews;
    await orders.take(ordersUs);
  }

  async function evaluate(): Promise<void> {
    const wasLeading = isLeading;
    isLeading = lease === null || (await lease.isHeld());
    if (!isLeading) return;
    if (!wasLeading) for (const part of [tick, orders, report]) part.reset();
    const error = await look().then(
      () => null,
      (reason: unknown) => new Error(describeFailure(reason), { cause: reason }),
    );
    failure = error === null ? null : { reason: error.message, atMs: now() };
    // What is owed by then is told even where the look failed half way.
    if (lease?.isSure() !== false) await tell();
    await report.publish(failures(), metrics);
    if (error !== null) throw error;
  }

  return {
    hadNews: () => hadNews,
    tellMore,
    stopTelling: () => void (isClosing = true),
    idle: () => tick.idle(),
    evaluate: () => inLine(evaluate),
    metrics,
    failures,
    async close() {
      for (const part of [tick, orders, outbox]) await part.idle();
      await releaseQuietly(lease, log);
    },
  };
}

async function releaseQuietly(lease: Lease | null, log: Log): Promise<void> {
  await lease?.release().catch((error: unknown) => {
    log('warn', 'the lease runs out by itself', { reason: String(error) });
  });
}
