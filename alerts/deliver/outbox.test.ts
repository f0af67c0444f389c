import type { AlertStateRow } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';

import { createOutbox } from './outbox.ts';
import type { Attempt } from './retry.ts';

const row = (given: Partial<AlertStateRow> = {}): AlertStateRow => ({
  project: 'p',
  alert_id: 'a1',
  rule: 'turn-max-attempts',
  scope: 'turn',
  subject: 't1',
  state: 'firing',
  severity: 'page',
  since: '2026-03-01 00:00:00.000',
  started_at: '2026-03-01 00:00:00.000',
  updated_at: '2026-03-01 00:00:00.000',
  summary: 'support repeats itself',
  agent_name: 'support',
  session_id: 's1',
  turn_id: 't1',
  facts: '{}',
  agent_version: '',
  model: '',
  environment: '',
  tool: '',
  labels: '{}',
  annotations: '{}',
  diagnosis: '',
  muted: '',
  starts: [],
  undelivered: ['ops'],
  version: '1',
  ...given,
});

/** An outbox whose tries end when the test says so. */
function createTestOutbox(names: readonly string[]) {
  const tries: { receiver: string; id: string; end: (attempt: Attempt) => void }[] = [];
  const settled: string[] = [];
  let nowMs = 0;
  const outbox = createOutbox({
    receivers: names.map((name) => ({ name, kind: 'log' })),
    send: (receiver, { id }) =>
      new Promise((end) => tries.push({ receiver: receiver.name, id, end })),
    settle: async ({ state }, receiver, { result }) => {
      settled.push(`${state} ${receiver} ${result}`);
    },
    baseUrl: () => 'http://127.0.0.1',
    now: () => nowMs,
    random: () => 0.5,
  });
  const pass = (ms: number) => (nowMs += ms);
  return { outbox, tries, settled, pass };
}

const delivered: Attempt = { kind: 'delivered' };
const busy: Attempt = { kind: 'retry', reason: 'answered 503', retryAfterMs: null };

describe('the outbox', () => {
  it('does not try again while a try is under way, nor before its pause is over', async () => {
    const { outbox, tries, settled, pass } = createTestOutbox(['ops']);
    outbox.deliver([row()]);
    outbox.deliver([row()]);
    expect(tries.length).toBe(1);
    tries[0]!.end(busy);
    await outbox.idle();
    outbox.deliver([row()]);
    expect(tries.length).toBe(1);
    pass(1_000);
    outbox.deliver([row()]);
    expect(tries.map(({ id }) => id)).toEqual([tries[0]!.id, tries[0]!.id]);
    tries[1]!.end(delivered);
    await outbox.idle();
    expect(settled).toEqual(['firing ops delivered']);
  });

  it('lets a receiver that hangs hold up nobody else', async () => {
    const { outbox, tries, settled } = createTestOutbox(['slow', 'ops']);
    const many = Array.from({ length: 20 }, (_, index) =>
      row({ alert_id: `a${index}`, undelivered: ['slow', 'ops'] }),
    );
    outbox.deliver(many);
    expect(tries.filter(({ receiver }) => receiver === 'slow').length).toBe(4);
    for (let round = 0; round < 5; round += 1) {
      for (const { receiver, end } of tries) if (receiver === 'ops') end(delivered);
      await expect.poll(() => settled.length).toBe((round + 1) * 4);
      const owed = many.slice((round + 1) * 4);
      outbox.deliver(owed);
    }
    expect(settled.every((line) => line === 'firing ops delivered')).toBe(true);
    for (const { end } of tries) end(delivered);
    await outbox.idle();
  });

  it('tells the end after the beginning, though that is still under way', async () => {
    const { outbox, tries, settled } = createTestOutbox(['ops']);
    outbox.deliver([row()]);
    const over = row({ state: 'resolved', since: '2026-03-01 00:10:00.000' });
    outbox.deliver([over]);
    expect(tries.length).toBe(1);
    tries[0]!.end(busy);
    await outbox.idle();
    outbox.deliver([over]);
    tries[1]!.end(delivered);
    await outbox.idle();
    expect(tries[1]!.id).not.toBe(tries[0]!.id);
    expect(settled).toEqual(['resolved ops delivered']);
  });

  it('knows who is sure not to have heard', async () => {
    const { outbox, tries } = createTestOutbox(['ops']);
    const waiting = Array.from({ length: 5 }, (_, index) => row({ alert_id: `a${index}` }));
    outbox.deliver(waiting);
    expect(waiting.map((one) => outbox.isUntried(one, 'ops'))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    for (const { end } of tries) end(busy);
    await outbox.idle();
    expect(outbox.isUntried(waiting[0]!, 'ops')).toBe(false);
    expect(outbox.isUntried(row({ alert_id: 'of an earlier process' }), 'ops')).toBe(false);
  });

  it.each<[Attempt, string]>([
    [{ kind: 'refused', reason: 'answered 404' }, 'firing ops given up: answered 404'],
    [delivered, 'firing ops delivered'],
  ])('writes down what came of %j', async (attempt, expected) => {
    const { outbox, tries, settled } = createTestOutbox(['ops']);
    outbox.deliver([row()]);
    tries[0]!.end(attempt);
    await outbox.idle();
    expect(settled).toEqual([expected]);
  });

  it('gives up on a receiver that is not there', async () => {
    const { outbox, settled } = createTestOutbox([]);
    outbox.deliver([row()]);
    await outbox.idle();
    expect(settled).toEqual(['firing ops given up: there is no such receiver']);
  });
});
