import type { Store } from '@loopscope/sql';

import { createBook } from './book.ts';
import { createOutbox } from './deliver/outbox.ts';
import type { Notification, Receiver } from './deliver/receiver.ts';
import type { Attempt } from './deliver/retry.ts';
import { sendWebhook } from './deliver/webhook.ts';
import type { AlertRule } from './rule.ts';
import { createTick } from './tick.ts';

export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void;

export interface AlertsOptions {
  store: Store;
  project?: string;
  rules: readonly AlertRule[];
  /** None: alerts go to the log. */
  receivers: readonly Receiver[];
  /** Private address ranges that webhooks may reach. */
  allowedTargets?: readonly [base: string, prefix: number][];
  /** Where the web is; links in notifications begin with it. */
  baseUrl: () => string;
  fetch: typeof fetch;
  /** Default 1,000. */
  intervalMs?: number;
  now: () => number;
  /** 0..1; spreads retries. */
  random?: () => number;
  log: Log;
}

export interface Alerts {
  /** One evaluation, out of turn; resolves when states are written, not when they are delivered. */
  evaluate(): Promise<void>;
  /** Waits for the evaluation and the deliveries under way. */
  close(): Promise<void>;
}

const LOG_RECEIVER: Receiver = { name: 'log', kind: 'log' };

/** Evaluates the rules over what arrives, again and again, never two evaluations at a time. */
export function startAlerts(options: AlertsOptions): Alerts {
  const { store, rules, now, log } = options;
  const receivers = options.receivers.length > 0 ? options.receivers : [LOG_RECEIVER];
  const inLine = createLine();
  const outbox = createOutbox({
    receivers,
    now,
    baseUrl: options.baseUrl,
    random: options.random ?? Math.random,
    send: createSend(options),
    settle: (row, receiver, event) =>
      inLine(() => book.settle(row, receiver, event)).catch((error: unknown) =>
        log('error', 'a delivery could not be written down', { reason: String(error) }),
      ),
  });
  const { isUntried } = outbox;
  const project = options.project ?? 'default';
  const book = createBook({ store, project, isUntried, now });
  const names = receivers.map(({ name }) => name);
  const tick = createTick({ store, project, rules, receivers: names, book, now });
  const evaluate = (): Promise<void> =>
    inLine(async () => {
      await tick();
      outbox.deliver(book.all().map(({ row }) => row));
    });
  const stop = repeat(options.intervalMs ?? 1_000, () =>
    evaluate().catch((error: unknown) =>
      log('error', 'alerts could not be evaluated', { reason: String(error) }),
    ),
  );
  return {
    evaluate,
    async close() {
      await stop();
      await outbox.idle();
    },
  };
}

function createSend({
  fetch,
  allowedTargets = [],
  now,
  log,
}: AlertsOptions): (receiver: Receiver, notification: Notification) => Promise<Attempt> {
  return async (receiver, notification) => {
    if (receiver.kind === 'webhook') {
      return sendWebhook(receiver, notification, { fetch, allowedTargets, now });
    }
    log('warn', notification.text, { event: notification.event, id: notification.id });
    return { kind: 'delivered' };
  };
}

/** Runs one piece of work at a time, in the order of asking. */
function createLine(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Runs the work after each pause; the answer stops that and waits for the work under way. */
function repeat(pauseMs: number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(run, pauseMs);
  let isStopped = false;
  function run(): void {
    running = work().finally(() => {
      if (!isStopped) timer = setTimeout(run, pauseMs);
    });
  }
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
