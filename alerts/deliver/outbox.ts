import { toInstant, type AlertEventRow, type AlertStateRow } from '@loopscope/sql';

import { toNotification } from '../message.ts';
import type { Notification, Receiver } from './receiver.ts';
import { MAX_TRIES, pauseMs, type Attempt } from './retry.ts';

export interface OutboxOptions {
  receivers: readonly Receiver[];
  /** One try at one receiver; never throws. */
  send: (receiver: Receiver, notification: Notification) => Promise<Attempt>;
  /** Writes down that a receiver has what `row` owed it, or never will; never rejects. */
  settle: (row: AlertStateRow, receiver: string, event: AlertEventRow) => Promise<void>;
  baseUrl: () => string;
  now: () => number;
  random: () => number;
}

export interface Outbox {
  /** Starts what is owed and due; does not wait for it. */
  deliver: (rows: Iterable<AlertStateRow>) => void;
  /** Whether a receiver is sure not to have heard of what `row` owes it. */
  isUntried: (row: AlertStateRow, receiver: string) => boolean;
  /** Resolves when no try is under way. */
  idle: () => Promise<void>;
}

interface Job {
  /** Id of the notification that the tries belong to. */
  id: string;
  tries: number;
  dueMs: number;
  running: boolean;
}

/** At most this many tries are under way at one receiver, so that one that hangs holds up nobody else. */
const MOST_RUNNING = 4;

/** What is owed stands in the rows; here is only when to try next. */
export function createOutbox(options: OutboxOptions): Outbox {
  const jobs = new Map<string, Job>();
  const running = new Set<Promise<void>>();
  const runningAt = new Map<string, number>();
  const receivers = new Map(options.receivers.map((receiver) => [receiver.name, receiver]));

  function owe(row: AlertStateRow, name: string): void {
    const notification = toNotification(row, options.baseUrl());
    const key = jobKey(row, name);
    const known = jobs.get(key);
    if (known?.running === true) return;
    const isSame = known?.id === notification.id;
    const job = isSame ? known : { id: notification.id, tries: 0, dueMs: 0, running: false };
    jobs.set(key, job);
    const busy = runningAt.get(name) ?? 0;
    if (options.now() < job.dueMs || busy >= MOST_RUNNING) return;
    job.running = true;
    runningAt.set(name, busy + 1);
    const work = attempt(row, name, { job, notification }).finally(() => {
      job.running = false;
      runningAt.set(name, (runningAt.get(name) ?? 1) - 1);
      running.delete(work);
    });
    running.add(work);
  }

  async function attempt(
    row: AlertStateRow,
    name: string,
    { job, notification }: { job: Job; notification: Notification },
  ): Promise<void> {
    const receiver = receivers.get(name);
    const result: Attempt =
      receiver === undefined
        ? { kind: 'refused', reason: 'there is no such receiver' }
        : await options.send(receiver, notification);
    job.tries += 1;
    if (result.kind === 'retry' && job.tries < MAX_TRIES) {
      job.dueMs = options.now() + pauseMs(job.tries, result.retryAfterMs, options.random());
      return;
    }
    const outcome = result.kind === 'delivered' ? 'delivered' : `given up: ${result.reason}`;
    // The job stands until it is written down: a tick in between must not try again.
    await options.settle(row, name, toEvent(row, name, { outcome, nowMs: options.now() }));
    jobs.delete(jobKey(row, name));
  }

  return {
    deliver(rows) {
      for (const row of rows) for (const name of row.undelivered) owe(row, name);
    },
    isUntried(row, name) {
      // Before the first look after a start nothing is known of earlier tries.
      const job = jobs.get(jobKey(row, name));
      return row.undelivered.includes(name) && job?.tries === 0 && !job.running;
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

const jobKey = (row: AlertStateRow, receiver: string): string => `${row.alert_id} ${receiver}`;

function toEvent(
  row: AlertStateRow,
  receiver: string,
  { outcome, nowMs }: { outcome: string; nowMs: number },
): AlertEventRow {
  return {
    project: row.project,
    alert_id: row.alert_id,
    at: toInstant(nowMs),
    rule: row.rule,
    scope: row.scope,
    subject: row.subject,
    kind: 'delivery',
    from_state: row.state,
    to_state: row.state,
    receiver,
    result: outcome,
    summary: row.summary,
  };
}
