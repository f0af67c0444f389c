import { toInstant, type AlertDeliveryRow } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';

import type { Message } from '../message/message.ts';
import { firingRow, resolvedRow } from '../testing/rows.ts';
import { createOutbox } from './outbox.ts';
import { owedTo } from './owed.ts';
import type { Owed } from './plan.ts';
import { habitsOf, type ReceiverKind } from './receivers.ts';
import type { Attempt } from './retry.ts';

const NOW_MS = Date.UTC(2026, 2, 1);

/** An outbox whose tries end when the test says so, over a book of its own. */
function createTestOutbox(kinds: Readonly<Record<string, ReceiverKind>>) {
  const tries: { receiver: string; message: Message; end: (attempt: Attempt) => Promise<void> }[] =
    [];
  const known = new Map<string, AlertDeliveryRow>();
  const history: string[] = [];
  let nowMs = NOW_MS;
  const keep = (rows: readonly AlertDeliveryRow[]) => {
    for (const row of rows) known.set(`${row.alert_id} ${row.receiver}`, row);
  };
  const outbox = createOutbox({
    habitsOf: (name) => (kinds[name] === undefined ? undefined : habitsOf(kinds[name])),
    send: (receiver, message) =>
      new Promise((resolve) => {
        const end = async (attempt: Attempt) => {
          resolve(attempt);
          await new Promise((done) => setTimeout(done, 5));
        };
        tries.push({ receiver, message, end });
      }),
    write: async (rows) => keep(rows),
    settle: async (rows, events) => {
      keep(rows);
      history.push(
        ...events.map(({ to_state, receiver, result }) => `${to_state} ${receiver} ${result}`),
      );
    },
    remember: keep,
    stillFiring: () => 0,
    onRoom: () => undefined,
    onFailure: (reason) => history.push(reason),
    limits: () => ({ burst: 2, intervalMs: 30_000 }),
    baseUrl: () => 'http://127.0.0.1',
    now: () => nowMs,
    random: () => 0.5,
  });
  const tell = (rows: readonly ReturnType<typeof firingRow>[], names = Object.keys(kinds)) =>
    outbox.deliver(
      rows.flatMap((row) =>
        names.flatMap((receiver): Owed[] => {
          const delivery = known.get(`${row.alert_id} ${receiver}`);
          const kind = kinds[receiver];
          const resend = kind === undefined ? null : habitsOf(kind).resend;
          const owing = { isNotified: true, repeatMs: 14_400_000, resend };
          const event = owedTo(row, delivery, owing, nowMs);
          return event === null
            ? []
            : [{ receiver, event, row, known: delivery, groupBy: ['rule'] }];
        }),
      ),
    );
  const pass = (ms: number) => (nowMs += ms);
  return { tell, tries, known, history, pass };
}

const DELIVERED: Attempt = { kind: 'delivered' };
const BUSY: Attempt = { kind: 'retry', reason: 'answered 500', retryAfterMs: null };

describe('an outbox', () => {
  it('tells once, and of the end under the same name', async () => {
    const { tell, tries, history } = createTestOutbox({ ops: 'webhook' });
    await tell([firingRow('a')]);
    await tell([firingRow('a')]);
    expect(tries.length).toBe(1);
    await tries[0]!.end(DELIVERED);
    await tell([firingRow('a')]);
    expect(tries.length).toBe(1);
    await tell([resolvedRow('a')]);
    await tries[1]!.end(DELIVERED);
    await tell([resolvedRow('a')]);
    expect(tries.map(({ message }) => [message.event, message.thread])).toEqual([
      ['firing', 'a'],
      ['resolved', 'a'],
    ]);
    expect(history).toEqual(['firing ops delivered', 'resolved ops delivered']);
  });

  it('tries again after pauses, with the same id, one message at a time', async () => {
    const { tell, tries, pass } = createTestOutbox({ ops: 'webhook' });
    await tell([firingRow('a')]);
    await tries[0]!.end(BUSY);
    await tell([firingRow('a')]);
    expect(tries.length).toBe(1);
    pass(1_000);
    await tell([firingRow('a'), firingRow('b', { rule: 'other' })]);
    expect(tries.length).toBe(2);
    await tries[1]!.end(DELIVERED);
    await tell([firingRow('a'), firingRow('b', { rule: 'other' })]);
    expect(new Set(tries.map(({ message }) => message.id)).size).toBe(2);
  });

  it('does not tell of the end of what surely nobody heard of, but of what may have arrived', async () => {
    const { tell, tries, pass } = createTestOutbox({ sure: 'webhook', unsure: 'webhook' });
    await tell([firingRow('a')]);
    await tries.find(({ receiver }) => receiver === 'sure')!.end(BUSY);
    await tries.find(({ receiver }) => receiver === 'unsure')!.end({ ...BUSY, doubtful: true });
    pass(60_000);
    await tell([firingRow('a')]);
    await tries[2]!.end(BUSY);
    await tries[3]!.end(BUSY);
    pass(60_000);
    await tell([resolvedRow('a')]);
    expect(tries.slice(4).map(({ receiver, message }) => [receiver, message.event])).toEqual([
      ['unsure', 'resolved'],
    ]);
  });

  it('keeps trying to tell of the end after a refusal, and shows that it is refused', async () => {
    const { tell, tries, known, pass } = createTestOutbox({ ops: 'webhook' });
    await tell([firingRow('a')]);
    await tries[0]!.end(DELIVERED);
    await tell([resolvedRow('a')]);
    await tries[1]!.end({ kind: 'refused', reason: 'answered 404' });
    expect(known.get('a ops')).toMatchObject({ told: 'firing', trying: 'resolved', dead: 1 });
    pass(59_000);
    await tell([resolvedRow('a')]);
    expect(tries.length).toBe(2);
    pass(8_000);
    await tell([resolvedRow('a')]);
    await tries[2]!.end(DELIVERED);
    expect(known.get('a ops')).toMatchObject({ told: 'resolved', trying: '', dead: 0 });
  });

  it('lets nobody wait for a receiver that hangs', async () => {
    const { tell, tries } = createTestOutbox({ hanging: 'webhook', quick: 'webhook' });
    const rows = Array.from({ length: 9 }, (_, index) =>
      firingRow(`a${index}`, { rule: `r${index}` }),
    );
    await tell(rows);
    const at = (name: string) => tries.filter(({ receiver }) => receiver === name);
    expect([at('hanging').length, at('quick').length]).toEqual([4, 4]);
    await Promise.all(at('quick').map(({ end }) => end(DELIVERED)));
    await tell(rows);
    expect([at('hanging').length, at('quick').length]).toEqual([4, 8]);
  });

  it('tells many together, bounded in size and in number', async () => {
    const { tell, tries, pass } = createTestOutbox({ hook: 'webhook' });
    await tell(Array.from({ length: 450 }, (_, index) => firingRow(`a${index}`)));
    expect(tries.map(({ message }) => message.alerts.length)).toEqual([200, 200, 50]);
    await Promise.all(tries.map(({ end }) => end(DELIVERED)));
    await tell([firingRow('b1')]);
    await tell([firingRow('b2')]);
    expect(tries.length).toBe(3);
    pass(31_000);
    await tell([firingRow('b1'), firingRow('b2'), firingRow('b3')]);
    expect(tries[3]!.message.alerts.length).toBe(3);
  });

  it('reminds after the repeat interval, with another id', async () => {
    const { tell, tries, pass } = createTestOutbox({ ops: 'slack' });
    await tell([firingRow('a')]);
    await tries[0]!.end(DELIVERED);
    pass(14_399_000);
    await tell([firingRow('a')]);
    expect(tries.length).toBe(1);
    pass(1_000);
    await tell([firingRow('a')]);
    expect(tries.length).toBe(2);
    expect(tries[1]!.message.id).not.toBe(tries[0]!.message.id);
  });

  it('keeps an Alertmanager posted, and for five minutes of the end', async () => {
    const { tell, tries, history, pass } = createTestOutbox({ am: 'alertmanager' });
    const end = async () => tries.at(-1)!.end(DELIVERED);
    await tell([firingRow('a')]);
    await end();
    pass(61_000);
    await tell([firingRow('a')]);
    await end();
    const over = resolvedRow('a', { since: toInstant(NOW_MS + 61_000) });
    await tell([over]);
    await end();
    for (let minute = 0; minute < 8; minute += 1) {
      pass(60_000);
      await tell([over]);
      await end();
    }
    expect(tries.map(({ message }) => message.event)).toEqual([
      'firing',
      'firing',
      ...Array.from({ length: 6 }, () => 'resolved'),
    ]);
    expect(history).toEqual(['firing am delivered', 'resolved am delivered']);
  });

  it('tells nobody of what is muted, and of its end whoever had heard of it', async () => {
    const { tell, tries } = createTestOutbox({ ops: 'webhook' });
    await tell([firingRow('a', { muted: '{"kind":"silence"}' })]);
    expect(tries.length).toBe(0);
    await tell([firingRow('a')]);
    await tries[0]!.end(DELIVERED);
    await tell([resolvedRow('a')]);
    expect(tries[1]!.message.event).toBe('resolved');
  });

  it('shows what is owed to a receiver that is not configured any more', async () => {
    const { tell, known } = createTestOutbox({ ops: 'webhook' });
    await tell([firingRow('a')], ['gone']);
    expect(known.get('a gone')).toMatchObject({ dead: 1, reason: 'there is no such receiver' });
  });
});
