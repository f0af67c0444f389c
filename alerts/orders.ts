import {
  alertDeliveriesOf,
  alertOrders,
  deadLetters,
  fromInstant,
  nextVersion,
  toInstant,
  type AlertDeliveryRow,
  type AlertOrderRow,
  type Store,
} from '@loopscope/sql';

import type { Outbox } from './deliver/outbox.ts';
import type { Owed } from './deliver/plan.ts';
import type { Attempt } from './deliver/retry.ts';
import type { Log } from './options.ts';
import type { Book } from './state/book.ts';

export interface OrdersOptions {
  store: Store;
  project: string;
  book: Book;
  outbox: Pick<Outbox, 'hurry'>;
  /** Everything that anybody is owed now. */
  owedNow: () => readonly Owed[];
  /** One message by the path of all others; null where there is no such receiver. */
  testReceiver: (name: string) => Promise<Attempt | null>;
  now: () => number;
  log: Log;
}

/** What people ask of the evaluator by way of the store. */
export interface Orders {
  /** Carries out what is open where the latest order is a new one; a test goes on beside, nobody waits for its receiver. */
  take(latestUs: string): Promise<void>;
  /** Somebody else may have taken some since. */
  reset(): void;
  idle(): Promise<void>;
}

type Outcome = Pick<AlertOrderRow, 'outcome' | 'reason'>;

/** Who pressed a button does not wait longer. */
const LATE_MS = 300_000;
const MOST_LETTERS = 10_000;

export function createOrders(options: OrdersOptions): Orders {
  const { store, now, project } = options;
  const running = new Map<string, Promise<void>>();
  let seenUs = '';

  async function finish(row: AlertOrderRow, outcome: Outcome, startMs: number): Promise<void> {
    const version = nextVersion(row.version, now());
    const duration = Math.max(0, now() - startMs);
    const done = { ...row, ...outcome, state: 'done' as const, duration_ms: duration, version };
    await store.insert('alert_orders', [done]);
  }

  async function tryReceiver(row: AlertOrderRow): Promise<void> {
    const startMs = now();
    await finish(row, describeAttempt(await options.testReceiver(row.receiver)), startMs);
  }

  function startTest(row: AlertOrderRow): void {
    if (running.has(row.order_id)) return;
    const work = tryReceiver(row)
      .catch((error: unknown) =>
        options.log('error', 'the outcome of a test could not be written down', {
          receiver: row.receiver,
          reason: String(error),
        }),
      )
      .finally(() => running.delete(row.order_id));
    running.set(row.order_id, work);
  }

  return {
    async take(latestUs) {
      if (latestUs === seenUs) return;
      for (const row of await store.query(alertOrders, { project, ids: [] })) {
        const isLate = Math.abs(now() - fromInstant(row.ordered_at)) > LATE_MS;
        if (row.kind === 'redrive') await finish(row, await redrive(row, options), now());
        else if (isLate) await finish(row, { outcome: 'no_evaluator', reason: 'too late' }, now());
        else startTest(row);
      }
      seenUs = latestUs;
    },
    reset() {
      seenUs = '';
    },
    async idle() {
      await Promise.all(running.values());
    },
  };
}

function describeAttempt(attempt: Attempt | null): Outcome {
  if (attempt === null) return { outcome: 'no_receiver', reason: 'there is no such receiver' };
  return { outcome: attempt.kind, reason: attempt.kind === 'delivered' ? '' : attempt.reason };
}

/** What a receiver did not take is tried again at once; of what nothing is owed any more the letter is laid down. */
async function redrive(
  { receiver, alert_id: alertId }: AlertOrderRow,
  { store, project, book, outbox, owedNow, now }: OrdersOptions,
): Promise<Outcome> {
  const page = { limit: MOST_LETTERS, after_value: 0, after_id: '' };
  const letters = (await store.query(deadLetters, { project, ...page })).filter(
    (letter) => letter.receiver === receiver && (alertId === '' || letter.alert_id === alertId),
  );
  if (letters.length === 0) {
    return { outcome: 'no_such_letter', reason: 'it has no dead letter of this kind any more' };
  }
  const owed = new Set(
    owedNow()
      .filter((item) => item.receiver === receiver)
      .map(({ row }) => row.alert_id),
  );
  const rows: AlertDeliveryRow[] = [];
  for (const { alert_id: id } of letters) {
    const known =
      book.deliveriesOf(id).get(receiver) ??
      (await store.query(alertDeliveriesOf, { project, alert_id: id })).find(
        (row) => row.receiver === receiver,
      );
    if (known === undefined) continue;
    const nowMs = now();
    const anew = { tries: 0, dead: 0 as const, reason: '', updated_at: toInstant(nowMs) };
    const version = nextVersion(known.version, nowMs);
    const laidDown = owed.has(id) ? {} : { trying: '' as const, doubtful: 0 as const };
    rows.push({ ...known, ...anew, ...laidDown, version });
  }
  await book.deliver(rows, []);
  const again = letters.filter((letter) => owed.has(letter.alert_id)).length;
  outbox.hurry(receiver, [...owed]);
  const rest = letters.length - again;
  const over = rest === 0 ? '' : `${rest} over or muted by now: nothing is owed`;
  if (again === 0) return { outcome: 'nothing_owed', reason: over };
  return { outcome: 'told_again', reason: over };
}
