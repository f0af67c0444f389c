import { nextVersion, toInstant, type AlertDeliveryRow, type AlertEventRow } from '@loopscope/sql';

import { listLink } from '../message/links.ts';
import { sortViews, toAlertView, type Message } from '../message/message.ts';
import { incidentOf } from '../state/flapping.ts';
import type { GroupLimits } from './limit.ts';
import { isRepeat } from './owed.ts';
import { createPace } from './pace.ts';
import { messageId, threadOf, type Batch, type Owed } from './plan.ts';
import type { ReceiverHabits } from './receivers.ts';
import { DEAD_TRIES, type Attempt } from './retry.ts';

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
  limits: () => GroupLimits;
  baseUrl: () => string;
  now: () => number;
  /** A clock that nobody sets: pauses of receivers are counted by it. */
  steady: () => number;
  random: () => number;
}

export interface Outbox {
  /** Starts what is owed and due. Resolves when it is written down that it is being tried, not when it is delivered. */
  deliver: (owed: readonly Owed[]) => Promise<void>;
  /** As `Pace.hurry`. */
  hurry: (receiver: string, alertIds: readonly string[]) => void;
  /** Resolves when no try is under way. */
  idle: () => Promise<void>;
  counters: () => ReadonlyMap<string, number>;
}

/** What is owed follows from the book; here is only what is under way. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { now } = options;
  const pace = createPace({ ...options, now: options.steady });
  const running = new Set<Promise<void>>();
  const counters = new Map<string, number>();

  /** Said once more because this kind of receiver forgets; it is no news and needs no writing. */
  const isResent = ({ receiver, event, items }: Batch): boolean =>
    (options.habitsOf(receiver)?.resend ?? null) !== null &&
    items.every(({ row, known }) => isRepeat(row, known, event));

  async function attempt(batch: Batch, trying: readonly AlertDeliveryRow[]): Promise<void> {
    const result = await options.send(batch.receiver, toMessage(batch, trying, options));
    const key = `${batch.receiver} ${result.kind}`;
    counters.set(key, (counters.get(key) ?? 0) + 1);
    pace.learn(batch, result, trying[0]?.tries ?? 1);
    const rows = trying.map((row, index) => afterTry(row, batch.items[index], result, now()));
    if (isResent(batch) && result.kind === 'delivered') options.remember(rows);
    else await options.settle(rows, toEvents(batch, rows, result, now()));
  }

  function start([batch, trying]: Chosen): void {
    const work = attempt(batch, trying)
      .catch((error: unknown) => options.onFailure(String(error)))
      .finally(() => {
        // Alerts stay taken until it is written down: a look in between must not tell them again.
        pace.end(batch);
        running.delete(work);
        options.onRoom();
      });
    running.add(work);
  }

  return {
    async deliver(owed) {
      const isThere = ({ receiver }: Owed): boolean => options.habitsOf(receiver) !== undefined;
      const lost = owed.filter((item) => !isThere(item) && item.known?.reason !== NO_RECEIVER);
      const chosen = pace
        .choose(owed.filter(isThere))
        .map((batch): Chosen => [batch, beforeTry(batch, now())]);
      const marks = chosen.filter(([batch]) => !isResent(batch)).flatMap(([, rows]) => rows);
      try {
        // First it is written that they are tried: after a crash nobody else would know that they may have arrived.
        await options.write([...marks, ...lost.map((item) => afterLoss(item, now()))], []);
      } catch (error) {
        for (const [batch] of chosen) pace.end(batch);
        throw error;
      }
      for (const one of chosen) start(one);
    },
    hurry: (receiver, alertIds) => pace.hurry(receiver, alertIds),
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    counters: () => counters,
  };
}

type Chosen = [batch: Batch, trying: AlertDeliveryRow[]];

function toMessage(
  batch: Batch,
  trying: readonly AlertDeliveryRow[],
  { baseUrl, stillFiring, now }: Pick<OutboxOptions, 'baseUrl' | 'stillFiring' | 'now'>,
): Message {
  const base = baseUrl();
  const thread = trying[0]?.thread ?? '';
  const views = sortViews(batch.items.map(({ row }) => toAlertView(row, base)));
  return {
    id: messageId(batch),
    thread,
    event: batch.event,
    group: batch.common,
    atMs: now(),
    alerts: views,
    stillFiring: stillFiring(batch.receiver, thread),
    listUrl: listLink(views[0]?.rule ?? '', base),
  };
}

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
