import type { AlertDeliveryRow, Store } from '@loopscope/sql';

import type { Facts } from './condition/condition.ts';
import { GROUP_LIMITS, type GroupLimits } from './deliver/limit.ts';
import { createOutbox, type Outbox } from './deliver/outbox.ts';
import { owedTo } from './deliver/owed.ts';
import type { Owed } from './deliver/plan.ts';
import { habitsOf, sendMessage, type Receiver } from './deliver/receivers.ts';
import type { GuardOptions } from './deliver/request.ts';
import { createLease, type Lease, type LeaseOptions } from './lease.ts';
import { createLine, repeat } from './line.ts';
import { alertMetrics, type Metric } from './metrics.ts';
import type { Log } from './options.ts';
import { createRuleBook, type RuleBook } from './rule/rule-book.ts';
import type { AlertRule } from './rule/rule.ts';
import { createBook, type Book } from './state/book.ts';
import { createTick } from './tick.ts';
import type { Expiry } from './watch/window.ts';

export interface AlertsOptions {
  store: Store;
  project?: string;
  /** In force, beside those that are stored; `ruleBook` instead where they can change. */
  rules?: readonly AlertRule[];
  ruleBook?: RuleBook;
  /** None: alerts go to the log. */
  receivers: readonly Receiver[];
  /** Private address ranges that may be reached. */
  allowedTargets?: GuardOptions['allowedTargets'];
  /** Where the web is; links in notifications begin with it. */
  baseUrl: () => string;
  fetch: typeof fetch;
  resolve?: GuardOptions['resolve'];
  /** Default 1,000; half as long while things arrive. */
  intervalMs?: number;
  grouping?: GroupLimits;
  /** Exemptions and raised ceilings with their last days. */
  expiries?: () => readonly Expiry[];
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
  /** Waits for the evaluation and the deliveries under way. */
  close(): Promise<void>;
}

const LOG_RECEIVER: Receiver = { name: 'log', kind: 'log' };
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
    async close() {
      work.stopTelling();
      await stop();
      await work.close();
    },
  };
}

/** One evaluation and what it is made of. */
function createWork(options: AlertsOptions) {
  const { store, now, log, project = 'default', steady = now } = options;
  const receivers = options.receivers.length > 0 ? options.receivers : [LOG_RECEIVER];
  const ruleBook = options.ruleBook ?? createRuleBook([], options.rules ?? []);
  const lease =
    options.lease === undefined ? null : createLease(store, project, { ...options.lease, steady });
  const inLine = createLine();
  const book = createBook(store, project);
  const expiries = options.expiries ?? (() => []);
  const readings = options.readings ?? (() => ({}));
  const watched = { store, project, ruleBook, book, expiries, readings };
  const tick = createTick({ ...watched, now, steady, inLine, log });
  let isLeading = lease === null;
  let isClosing = false;
  let hadNews = false;
  const outbox = startOutbox(options, { receivers, book, inLine, onRoom: () => void tellMore() });
  const tell = (): Promise<void> => outbox.deliver(owedNow(book, ruleBook, receivers, now()));

  /** A try has ended and more is owed: it need not wait for the next look. */
  function tellMore(): Promise<void> {
    return inLine(async () => {
      if (isLeading && !isClosing && lease?.isSure() !== false) await tell();
    }).catch((error: unknown) => {
      log('error', 'alerts could not be told', { reason: String(error) });
    });
  }

  return {
    hadNews: () => hadNews,
    tellMore,
    stopTelling: () => void (isClosing = true),
    idle: () => tick.idle(),
    evaluate: () =>
      inLine(async () => {
        const wasLeading = isLeading;
        isLeading = lease === null || (await lease.isHeld());
        if (!isLeading) return;
        if (!wasLeading) tick.reset();
        hadNews = await tick.look();
        if (lease?.isSure() !== false) await tell();
      }),
    metrics: () =>
      alertMetrics({
        book,
        ruleBook,
        isLeading,
        failures: tick.failures(),
        sent: outbox.counters(),
      }),
    async close() {
      await tick.idle();
      await outbox.idle();
      await releaseQuietly(lease, log);
    },
  };
}

interface Parts {
  receivers: readonly Receiver[];
  book: Book;
  inLine: (work: () => Promise<void>) => Promise<void>;
  onRoom: () => void;
}

function startOutbox(options: AlertsOptions, { receivers, book, inLine, onRoom }: Parts): Outbox {
  const { fetch, now, log, resolve, allowedTargets = [] } = options;
  const byName = new Map(receivers.map((receiver) => [receiver.name, receiver]));
  const sending = {
    fetch,
    now,
    log,
    allowedTargets,
    ...(resolve === undefined ? {} : { resolve }),
  };
  return createOutbox({
    habitsOf: (name) => {
      const receiver = byName.get(name);
      return receiver === undefined ? undefined : habitsOf(receiver.kind);
    },
    send: async (name, message) => {
      const receiver = byName.get(name);
      if (receiver === undefined) return { kind: 'refused', reason: 'there is no such receiver' };
      return sendMessage(receiver, message, sending);
    },
    write: (rows, events) => book.deliver(rows, events),
    settle: (rows, events) => inLine(() => book.deliver(rows, events)),
    remember: (rows) => book.remember(rows),
    stillFiring: (receiver, thread) => countFiring(book, receiver, thread),
    onRoom,
    onFailure: (reason) => log('error', 'a delivery could not be written down', { reason }),
    limits: options.grouping ?? GROUP_LIMITS,
    baseUrl: options.baseUrl,
    now,
    random: options.random ?? Math.random,
  });
}

/** Everything that anybody is owed now. */
function owedNow(
  book: Book,
  ruleBook: RuleBook,
  receivers: readonly Receiver[],
  nowMs: number,
): Owed[] {
  const rules = new Map(ruleBook.active().map((rule) => [rule.name, rule]));
  const names = receivers.map(({ name }) => name);
  const resendOf = new Map(receivers.map(({ name, kind }) => [name, habitsOf(kind).resend]));
  const owed: Owed[] = [];
  for (const { row } of book.all()) {
    if (row.starts.length === 0) continue;
    const rule = rules.get(row.rule);
    const notified = rule === undefined || rule.notify.length === 0 ? names : rule.notify;
    const known = book.deliveriesOf(row.alert_id);
    for (const receiver of new Set([...notified, ...known.keys()])) {
      const delivery: AlertDeliveryRow | undefined = known.get(receiver);
      const owing = {
        isNotified: notified.includes(receiver),
        repeatMs: rule?.repeatMs ?? Infinity,
        resend: resendOf.get(receiver) ?? null,
      };
      const event = owedTo(row, delivery, owing, nowMs);
      const groupBy = rule?.groupBy ?? ['rule'];
      if (event !== null) owed.push({ receiver, event, row, known: delivery, groupBy });
    }
  }
  return owed;
}

/** Alerts that a receiver was told of under one name and that are not over. */
function countFiring(book: Book, receiver: string, thread: string): number {
  let count = 0;
  for (const { row } of book.all()) {
    if (row.state !== 'firing') continue;
    if (book.deliveriesOf(row.alert_id).get(receiver)?.thread === thread) count += 1;
  }
  return count;
}

async function releaseQuietly(lease: Lease | null, log: Log): Promise<void> {
  await lease?.release().catch((error: unknown) => {
    log('warn', 'the lease runs out by itself', { reason: String(error) });
  });
}
