import { toInstant, type AlertDeliveryRow } from '@loopscope/sql';
import * as fc from 'fast-check';
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
function createTestOutbox(
  kinds: Readonly<Record<string, ReceiverKind>>,
  known: Map<string, AlertDeliveryRow> = new Map(),
) {
  const tries: { receiver: string; message: Message; end: (attempt: Attempt) => Promise<void> }[] =
    [];
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
    steady: () => nowMs,
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

describe('whatever becomes of its tries', () => {
  const outcome = fc.constantFrom<Attempt>(
    DELIVERED,
    BUSY,
    { ...BUSY, doubtful: true },
    { kind: 'refused', reason: 'answered 404' },
  );
  const step = fc.oneof(
    fc.record({ do: fc.constant('begin' as const) }),
    fc.record({ do: fc.constant('end' as const) }),
    fc.record({ do: fc.constant('try' as const), outcome }),
    fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 4_000_000 }) }),
    fc.record({ do: fc.constant('crash' as const) }),
  );

  it('a receiver hears no end of what it cannot have heard, and of each end that it must', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        let box = createTestOutbox({ ops: 'webhook' });
        let row = resolvedRow('a', { starts: [], state: 'inactive' });
        let version = 1;
        /** Incidents of which a beginning may have arrived, and surely has. */
        const may = new Set<string>();
        const surely = new Set<string>();
        const ended = new Set<string>();
        const incident = () => row.starts.at(-1) ?? '';
        const tell = () => (row.starts.length > 0 ? box.tell([row]) : Promise.resolve());
        const finish = async (attempt: Attempt) => {
          const [open] = box.tries.splice(0, 1);
          if (open === undefined) return;
          const doubtful = attempt.kind === 'retry' && attempt.doubtful === true;
          const { event, id } = open.message;
          const of = /-(\d+)-/.exec(id)?.[1] ?? '';
          if (event === 'resolved') expect(may).toContain(of);
          else if (attempt.kind === 'delivered' || doubtful) may.add(of);
          if (attempt.kind === 'delivered') (event === 'firing' ? surely : ended).add(of);
          await open.end(attempt);
        };
        for (const one of steps) {
          version += 1;
          if (one.do === 'begin' && row.state !== 'firing') {
            const starts = [...row.starts, String(NOW_MS + version)];
            row = firingRow('a', { starts, version: String(version) });
          } else if (one.do === 'end' && row.state === 'firing') {
            row = resolvedRow('a', { starts: row.starts, version: String(version) });
          } else if (one.do === 'try') {
            await finish(one.outcome);
          } else if (one.do === 'pass') {
            box.pass(one.ms);
          } else if (one.do === 'crash') {
            // What was under way may have arrived, and nobody has written down whether.
            for (const { message } of box.tries) {
              if (message.event === 'firing') may.add(/-(\d+)-/.exec(message.id)?.[1] ?? '');
            }
            box = createTestOutbox({ ops: 'webhook' }, box.known);
          }
          await tell();
        }
        if (row.state === 'firing') row = resolvedRow('a', { starts: row.starts, version: '999' });
        for (let round = 0; round < 4; round += 1) {
          await tell();
          while (box.tries.length > 0) await finish(DELIVERED);
          box.pass(7_200_000);
        }
        if (surely.has(incident())) expect(ended).toContain(incident());
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
