import { randomUUID } from 'node:crypto';

import { alertOrders, toInstant, type AlertOrderRow, type Store } from '@loopscope/sql';

export interface ReceiverTest {
  outcome: 'delivered' | 'retry' | 'refused';
  reason: string;
  duration_ms: number;
}

export interface Redriven {
  outcome: 'told_again' | 'nothing_owed' | 'no_such_letter' | 'no_evaluator';
  reason: string;
}

export interface OrderingOptions {
  store: Store;
  project: string;
  now: () => number;
  /** How long an order waits for the evaluator; default 15 s. */
  patienceMs?: number;
}

const PATIENCE_MS = 15_000;
const POLL_MS = 100;
const NOBODY =
  'no evaluator has answered: is `loopscope alerts` running, and can it reach the store?';

/** Orders to the evaluator by way of the store, and what came of them. */
export function createOrdering({ store, project, now, patienceMs = PATIENCE_MS }: OrderingOptions) {
  type Asked = Pick<AlertOrderRow, 'kind' | 'receiver' | 'alert_id' | 'ordered_by'>;

  async function place(asked: Asked): Promise<AlertOrderRow | null> {
    const order = {
      ...asked,
      project,
      order_id: randomUUID(),
      ordered_at: toInstant(now()),
      state: 'open' as const,
      outcome: '',
      reason: '',
      duration_ms: 0,
      version: '1',
    };
    await store.insert('alert_orders', [order]);
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += POLL_MS) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const [row] = await store.query(alertOrders, { project, ids: [order.order_id] });
      if (row?.state === 'done') return row;
    }
    return null;
  }

  return {
    async test(receiver: string): Promise<ReceiverTest | null> {
      const row = await place({ kind: 'test', receiver, alert_id: '', ordered_by: '' });
      if (row === null) return { outcome: 'retry', reason: NOBODY, duration_ms: patienceMs };
      if (row.outcome === 'no_receiver') return null;
      const { reason, duration_ms } = row;
      const outcome = TEST_OUTCOMES.find((known) => known === row.outcome) ?? 'retry';
      return { outcome, reason, duration_ms };
    },
    async redrive({
      by,
      ...of
    }: {
      receiver: string;
      alert_id: string;
      by: string;
    }): Promise<Redriven> {
      const row = await place({ kind: 'redrive', ...of, ordered_by: by });
      const outcome = REDRIVE_OUTCOMES.find((known) => known === row?.outcome) ?? 'no_evaluator';
      return { outcome, reason: row?.reason ?? NOBODY };
    },
  };
}

const TEST_OUTCOMES = ['delivered', 'retry', 'refused'] as const;
const REDRIVE_OUTCOMES = ['told_again', 'nothing_owed', 'no_such_letter'] as const;
