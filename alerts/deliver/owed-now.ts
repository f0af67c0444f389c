import type { RuleBook } from '../rule/rule-book.ts';
import type { Book } from '../state/book.ts';
import { owedTo } from './owed.ts';
import type { Owed } from './plan.ts';
import { habitsOf, type Receiver } from './receivers.ts';

/** Everything that anybody is owed now. */
export function owedNow(
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
      const delivery = known.get(receiver);
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
export function countFiring(book: Book, receiver: string, thread: string): number {
  let count = 0;
  for (const { row } of book.all()) {
    if (row.state !== 'firing') continue;
    if (book.deliveriesOf(row.alert_id).get(receiver)?.thread === thread) count += 1;
  }
  return count;
}
