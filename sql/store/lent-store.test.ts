import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';

import { StoreError } from './errors.ts';
import { createFollowers } from './followers.ts';
import { borrowStore, lendStore } from './lent-store.ts';
import type { Query } from './query.ts';
import { storeOf } from './store-of.ts';
import type { Engine } from './store.ts';

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

function lent(own: Partial<Engine>) {
  const { port1, port2 } = new MessageChannel();
  closing.push(() => port1.close());
  return borrowStore(lendStore(storeOf({ ...ENGINE, ...own }), port1), port2);
}

const ENGINE: Engine = {
  kind: 'server',
  layout: { retentionDays: 7, cluster: null },
  ask: async () => '[]',
  insertLines: async () => {},
  define: async () => {},
  erase: async () => {},
  ping: async () => true,
  close: async () => {},
};

const names: Query<{ project: string }, { name: string }> = {
  name: 'names',
  sql: 'SELECT name',
  params: z.object({ project: z.string() }),
  row: z.object({ name: z.string() }),
};

it('a lent store answers what the store answers, and knows its kind and layout', async () => {
  const store = lent({
    ask: async ({ sql, params }) =>
      JSON.stringify([{ name: `${sql} of ${String(params['project'])}` }]),
  });
  expect(await store.query(names, { project: 'p' })).toEqual([{ name: 'SELECT name of p' }]);
  expect(store.layout.retentionDays).toBe(7);
  expect(await store.ping()).toBe(true);
});

it('answers come to whom they belong, in whatever order they are ready', async () => {
  const store = lent({
    async ask({ params }) {
      const { project } = params;
      if (project === 'slow') await new Promise((resolve) => setTimeout(resolve, 20));
      return JSON.stringify([{ name: project }]);
    },
  });
  const answers = ['slow', 'fast'].map((project) => store.query(names, { project }));
  expect(await Promise.all(answers)).toEqual([[{ name: 'slow' }], [{ name: 'fast' }]]);
});

it('rows arrive as lines, under the token they were given', async () => {
  const seen: string[] = [];
  const store = lent({
    insertLines: async (table, lines, token) =>
      void seen.push(`${table} ${token} ${Buffer.from(lines).toString()}`),
  });
  const mark = { project: 'p', trace_id: 't', touched_at: '2026-03-01 00:00:00.000000' };
  await store.insert('resolved_traces', [{ ...mark, touches: 1 }], 'a-token');
  expect(seen).toEqual([
    'resolved_traces a-token {"project":"p","trace_id":"t","touched_at":"2026-03-01 00:00:00.000000","touches":1}',
  ]);
});

it('faults keep their code, and whether it is worth another try', async () => {
  const fault = { code: 'store_busy', retryable: true, engineCode: 252 } as const;
  const store = lent({ ask: () => Promise.reject(new StoreError(fault, 'too many parts')) });
  await expect(store.query(names, { project: 'p' })).rejects.toMatchObject({
    ...fault,
    message: 'too many parts',
  });
});

it('who borrowed a store hears of inserted spans as who lent it does, as long as the port is open', async () => {
  const { port1, port2 } = new MessageChannel();
  const followers = createFollowers();
  const store = storeOf({ ...ENGINE, followSpans: followers.follow });
  const borrowed = borrowStore(lendStore(store, port1), port2);
  const heard = Promise.withResolvers<string>();
  borrowed.followSpans?.(({ lines, atMs }) =>
    heard.resolve(`${Buffer.from(lines).toString()} ${atMs}`),
  );
  followers.tell(() => ({ lines: new TextEncoder().encode('{"trace_id":"t"}'), atMs: 7 }));
  expect(await heard.promise).toBe('{"trace_id":"t"} 7');
  const closed = new Promise((resolve) => port1.on('close', resolve));
  port1.close();
  await closed;
  // Nobody is there who could be told.
  followers.tell(() => ({ lines: new Uint8Array(1), atMs: 8 }));
  expect(lent({}).followSpans).toBeUndefined();
});
