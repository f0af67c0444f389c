import { toInstant, type AlertDeliveryRow, type AlertEventRow } from '@loopscope/sql';

import { listLink } from '../message/links.ts';
import { sortViews, toAlertView, type Message } from '../message/message.ts';
import { incidentOf } from '../state/flapping.ts';
import { nextVersion } from '../state/evaluate.ts';
import { createGroupLimit, type GroupLimits } from './limit.ts';
import { isRepeat } from './owed.ts';
import { groupOwed, messageId, threadOf, type Batch, type Owed } from './plan.ts';
import type { ReceiverHabits } from './receivers.ts';
import { DEAD_TRIES, pauseMs, refusedPauseMs, type Attempt } from './retry.ts';

export interface OutboxOptions {
  /** What a kind of receiver wants; undefined for a receiver that is not configured. */
  habitsOf: (receiver: string) => ReceiverHabits | undefined;
  /** One try at one receiver; never throws. */
  send: (receiver: string, message: Message) => Promise<Attempt>;
  /** Writes down what receivers know, at once and as one of the works in line; may reject. */
  write: (rows: readonly AlertDeliveryRow[], events: readonly AlertEventRow[]) => Promise<void>;
  /** The same from outside the line. */
  settle: (rows: readonly AlertDeliveryRow[], events: readonly AlertEventRow[]) => Promise<void>;
  /** Keeps in memory what the store need not know: that something was told once more. */
  remember: (rows: readonly AlertDeliveryRow[]) => void;
  /** A try has ended: there may be room for more. */
  onRoom: () => void;
  /** Alerts of a thread that are not over, beside those of the message. */
  stillFiring: (receiver: string, thread: string) => number;
  onFailure: (reason: string) => void;
  limits: GroupLimits;
  baseUrl: () => string;
  now: () => number;
  random: () => number;
}

export interface Outbox {
  /** Starts what is owed and due. Resolves when it is written down that it is being tried, not when it is delivered. */
  deliver: (owed: readonly Owed[]) => Promise<void>;
  /** Resolves when no try is under way. */
  idle: () => Promise<void>;
  counters: () => ReadonlyMap<string, number>;
}

/** At most so many tries are under way at one receiver, so that one that hangs holds up nobody else. */
const MOST_RUNNING = 4;

interface Line {
  running: number;
  /** Tries in a row that the receiver failed; it is asked again by one message at a time. */
  failures: number;
  notBeforeMs: number;
}

/** What is owed follows from the book; here is only what is under way, and when to try again. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { now, limits } = options;
  const lines = new Map<string, Line>();
  const busy = new Set<string>();
  const dueMs = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const counters = new Map<string, number>();
  const limit = createGroupLimit(limits);

  const lineOf = (receiver: string): Line => {
    const line = lines.get(receiver) ?? { running: 0, failures: 0, notBeforeMs: 0 };
    lines.set(receiver, line);
    return line;
  };
  const isFree = (item: Owed): boolean =>
    !busy.has(itemKey(item)) && (dueMs.get(itemKey(item)) ?? 0) <= now();

  function mayStart({ receiver, event, group, items }: Batch): boolean {
    const line = lineOf(receiver);
    if (now() < line.notBeforeMs) return false;
    if (line.running >= (line.failures > 0 ? 1 : MOST_RUNNING)) return false;
    // A full message cannot be joined with more, so there is nothing to wait for.
    const isFull = items.length >= (options.habitsOf(receiver)?.mostAlerts ?? 1);
    return isFull || limit.mayGo(`${receiver} ${event} ${group}`, now());
  }

  function toMessage(batch: Batch, thread: string): Message {
    const baseUrl = options.baseUrl();
    const views = sortViews(batch.items.map(({ row }) => toAlertView(row, baseUrl)));
    return {
      id: messageId(batch),
      thread,
      event: batch.event,
      group: batch.common,
      atMs: now(),
      alerts: views,
      stillFiring: options.stillFiring(batch.receiver, thread),
      listUrl: listLink(views[0]?.rule ?? '', baseUrl),
    };
  }

  /** What an outcome means for the tries to come. */
  function learn(batch: Batch, trying: readonly AlertDeliveryRow[], result: Attempt): void {
    const atMs = now();
    const line = lineOf(batch.receiver);
    const key = `${batch.receiver} ${result.kind}`;
    counters.set(key, (counters.get(key) ?? 0) + 1);
    if (result.kind === 'retry') {
      // Tries that ran side by side failed by one cause.
      if (atMs >= line.notBeforeMs) line.failures += 1;
      line.notBeforeMs = atMs + pauseMs(line.failures, result.retryAfterMs, options.random());
    } else line.failures = 0;
    if (result.kind === 'delivered') {
      limit.went(`${batch.receiver} ${batch.event} ${batch.group}`, atMs);
    }
    for (const [index, item] of batch.items.entries()) {
      if (result.kind === 'refused') {
        const tries = trying[index]?.tries ?? 1;
        dueMs.set(itemKey(item), atMs + refusedPauseMs(tries, options.random()));
      } else dueMs.delete(itemKey(item));
    }
  }

  async function attempt(batch: Batch, trying: readonly AlertDeliveryRow[]): Promise<void> {
    const message = toMessage(batch, trying[0]?.thread ?? '');
    const result = await options.send(batch.receiver, message);
    learn(batch, trying, result);
    const rows = trying.map((row, index) => afterTry(row, batch.items[index], result, now()));
    if (isResent(batch) && result.kind === 'delivered') options.remember(rows);
    else await options.settle(rows, toEvents(batch, rows, result, now()));
  }

  /** Said once more because this kind of receiver forgets; it is no news and needs no writing. */
  const isResent = ({ receiver, event, items }: Batch): boolean =>
    (options.habitsOf(receiver)?.resend ?? null) !== null &&
    items.every(({ row, known }) => isRepeat(row, known, event));

  function start(batch: Batch, trying: readonly AlertDeliveryRow[]): void {
    const line = lineOf(batch.receiver);
    const work = attempt(batch, trying)
      .catch((error: unknown) => options.onFailure(String(error)))
      .finally(() => {
        line.running -= 1;
        // Alerts stay busy until it is written down: a look in between must not tell them again.
        for (const item of batch.items) busy.delete(itemKey(item));
        running.delete(work);
        options.onRoom();
      });
    running.add(work);
  }

  /** Takes what may start now out of what is owed. */
  function choose(owed: readonly Owed[]): [Batch, AlertDeliveryRow[]][] {
    const chosen: [Batch, AlertDeliveryRow[]][] = [];
    const batches = groupOwed(owed.filter(isFree), (receiver) => options.habitsOf(receiver));
    for (const batch of batches.toSorted((left, right) => triesOf(left) - triesOf(right))) {
      if (!mayStart(batch)) continue;
      lineOf(batch.receiver).running += 1;
      for (const item of batch.items) busy.add(itemKey(item));
      chosen.push([batch, beforeTry(batch, now())]);
    }
    return chosen;
  }

  function putBack(chosen: readonly [Batch, AlertDeliveryRow[]][]): void {
    for (const [batch] of chosen) {
      lineOf(batch.receiver).running -= 1;
      for (const item of batch.items) busy.delete(itemKey(item));
    }
  }

  return {
    async deliver(owed) {
      limit.forget(now());
      const isThere = ({ receiver }: Owed): boolean => options.habitsOf(receiver) !== undefined;
      const lost = owed.filter((item) => !isThere(item) && item.known?.reason !== NO_RECEIVER);
      const chosen = choose(owed.filter(isThere));
      const marks = chosen.filter(([batch]) => !isResent(batch)).flatMap(([, rows]) => rows);
      try {
        // First it is written that they are tried: after a crash nobody else would know that they may have arrived.
        await options.write([...marks, ...lost.map((item) => afterLoss(item, now()))], []);
      } catch (error) {
        putBack(chosen);
        throw error;
      }
      for (const [batch, rows] of chosen) start(batch, rows);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    counters: () => counters,
  };
}

const itemKey = ({ receiver, row }: Owed): string => `${row.alert_id} ${receiver}`;
const triesOf = ({ items }: Batch): number => items[0]?.known?.tries ?? 0;

/** What is written before a try: it is doubtful until its outcome is known. */
function beforeTry(batch: Batch, nowMs: number): AlertDeliveryRow[] {
  const thread = threadOf(batch);
  return batch.items.map(({ row, known, receiver, event }) => {
    const incident = incidentOf(row);
    const isCurrent = known?.incident === incident;
    return {
      project: row.project,
      alert_id: row.alert_id,
      receiver,
      rule: row.rule,
      incident,
      told: isCurrent ? known.told : '',
      told_at: isCurrent ? known.told_at : toInstant(nowMs),
      trying: event,
      doubtful: 1,
      thread: event === 'resolved' && isCurrent ? known.thread : thread,
      tries: isCurrent && known.trying === event ? known.tries + 1 : 1,
      reason: '',
      dead: 0,
      updated_at: toInstant(nowMs),
      version: nextVersion(known?.version ?? '0', nowMs),
    };
  });
}

function afterTry(
  row: AlertDeliveryRow,
  item: Owed | undefined,
  result: Attempt,
  nowMs: number,
): AlertDeliveryRow {
  const at = toInstant(nowMs);
  const updated = { ...row, updated_at: at, version: nextVersion(row.version, nowMs) };
  if (result.kind === 'delivered') {
    const settled = {
      trying: '' as const,
      doubtful: 0 as const,
      tries: 0,
      reason: '',
      dead: 0 as const,
    };
    return { ...updated, ...settled, told: row.trying, told_at: at };
  }
  // What may have arrived once is in doubt until it is told for sure.
  const wasDoubtful = item?.known?.incident === row.incident && item.known.doubtful === 1;
  const isDoubtful = wasDoubtful || (result.kind === 'retry' && result.doubtful === true);
  const isDead = result.kind === 'refused' || row.tries >= DEAD_TRIES;
  return { ...updated, doubtful: isDoubtful ? 1 : 0, reason: result.reason, dead: isDead ? 1 : 0 };
}

const NO_RECEIVER = 'there is no such receiver';

/** What is owed to a receiver that is not configured any more can only be shown. */
function afterLoss(item: Owed, nowMs: number): AlertDeliveryRow {
  const { receiver, event } = item;
  const [row] = beforeTry({ receiver, event, group: '', common: {}, items: [item] }, nowMs);
  if (row === undefined) throw new Error('an alert without a row');
  return { ...row, doubtful: item.known?.doubtful ?? 0, reason: NO_RECEIVER, dead: 1 };
}

/** History: what was delivered, and the first failure of each kind of what was not. */
function toEvents(
  { items, event }: Batch,
  rows: readonly AlertDeliveryRow[],
  result: Attempt,
  nowMs: number,
): AlertEventRow[] {
  return items.flatMap(({ row, receiver, known }, index): AlertEventRow[] => {
    const reason = result.kind === 'delivered' ? 'delivered' : result.reason;
    const isNew =
      result.kind === 'delivered' || known?.reason !== reason || rows[index]?.tries === 1;
    if (!isNew) return [];
    return [
      {
        project: row.project,
        alert_id: row.alert_id,
        at: toInstant(nowMs),
        rule: row.rule,
        scope: row.scope,
        subject: row.subject,
        kind: 'delivery',
        from_state: event,
        to_state: event,
        receiver,
        result: reason,
        summary: row.summary,
      },
    ];
  });
}
