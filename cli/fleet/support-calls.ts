import type { Random } from './random.ts';
import { done, failed, type ScriptedCall } from './script.ts';

export function customer(random: Random): string {
  return `cus_${random.between(1000, 9999)}`;
}

export function orderId(random: Random): string {
  return String(random.between(10_000, 99_999));
}

/** All that `search_orders` knows; there is no word for a parcel on its way. */
export const STATUSES = ['open', 'shipped', 'delivered', 'refunded', 'cancelled'] as const;

export function search(
  random: Random,
  args: ScriptedCall['args'],
  rows: readonly unknown[],
): ScriptedCall {
  return done('search_orders', args, { result: rows, ms: random.between(80, 140) });
}

export function rejectedStatus(random: Random, who: string, status: string): ScriptedCall {
  const allowed = `[${STATUSES.map((known) => `'${known}'`).join(',')}]`;
  return failed(
    'search_orders',
    { customer_id: who, status },
    {
      type: 'validation_error',
      message: `search_orders rejected: status is not one of ${allowed}.`,
      ms: random.between(2, 8),
    },
  );
}
