import { scanAnswer, trajectory, type ScanAnswer } from '@loopscope/api/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startProduct, type Product } from './product.ts';
import { bodiesOf, emitters, scenariosOf } from './wire-recordings.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({
    now: () => Date.UTC(2026, 10, 30, 23),
    configText: 'tools:\n  create_ticket: { identity: [order_id], effect: write }\n',
  });
}, 60_000);
afterAll(() => product.close());

/** Sums of durations differ in their last digit with the order in which they are added. */
const toMicroseconds = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, own: unknown) =>
      typeof own === 'number' ? Number(own.toFixed(3)) : own,
    ),
  );

const post = (text: string, query = '') =>
  fetch(`${product.ui}/api/v1/scan${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: text,
  });

async function scan(text: string, query?: string): Promise<ScanAnswer> {
  const response = await post(text, query);
  expect(response.status, await response.clone().text()).toBe(200);
  return scanAnswer.parse(await response.json());
}

/** Recordings that lie as JSON, one file a line. */
const recordings = emitters().flatMap((emitter) =>
  scenariosOf(emitter).flatMap((scenario) => {
    const bodies = bodiesOf(emitter, scenario);
    const isJson = bodies.length > 0 && bodies.every(({ encoding }) => encoding === 'json');
    if (!isJson) return [];
    const lines = bodies.map(({ body }) => JSON.stringify(JSON.parse(String(body))));
    return [[`${emitter}/${scenario}`, lines] as const];
  }),
);

describe('a recording that is handed over is shown as if it had been sent', () => {
  it('there are such recordings', () => expect(recordings.length).toBeGreaterThan(5));

  it.each(recordings)('%s', async (_name, lines) => {
    for (const line of lines) {
      const headers = { 'content-type': 'application/json' };
      const sent = await fetch(`${product.otlpHttp}/v1/traces`, {
        method: 'POST',
        headers,
        body: line,
      });
      expect(sent.status).toBe(200);
    }
    await product.settle();
    const { found, turns } = await scan(lines.join('\n'));
    expect(found).toBeGreaterThan(0);
    expect(turns).toHaveLength(found);
    for (const scanned of turns) {
      const id = encodeURIComponent(scanned.turn.turn_id);
      const stored = await product.get(`/api/v1/turns/${id}`, trajectory);
      expect(toMicroseconds(scanned)).toEqual(toMicroseconds(stored));
    }
  });
});

const ticket = (summary: string) => ({
  tool: 'create_ticket',
  args: { order_id: '88214', summary },
  error: 'timed out after 30000 ms',
  effect: 'write',
});

it('plain runs are judged with what the configuration declares; the worst turn comes first', async () => {
  const quiet = { id: 'quiet', calls: [{ tool: 'search', args: { q: 1 }, result: '[1]' }] };
  const calls = ['no refund', 'refund is missing', 'refund!'].map(ticket);
  const { found, turns, problems } = await scan(
    [quiet, { id: 'tickets', calls }].map((run) => JSON.stringify(run)).join('\n') + '\n{"broken',
  );
  expect(found).toBe(2);
  expect(problems).toEqual([{ where: 'line 3', why: expect.stringContaining('no JSON') }]);
  expect(turns.map(({ turn }) => [turn.session_id, turn.verdict, turn.max_attempts])).toEqual([
    ['tickets', 'loop', 3],
    ['quiet', 'healthy', 1],
  ]);
  expect(turns[0]?.loops).toMatchObject([{ kind: 'transport', calls: [0, 1, 2] }]);
  expect(turns[0]?.savings[0]).toMatchObject({ cap: 1, calls: 1, side_effects: 1 });
  expect(turns[0]?.steps.map((step) => step.kind === 'tool' && step.args)).toContain(
    '{"order_id":"88214","summary":"refund!"}',
  );
});

it('a bare list of messages is enough, and `limit` keeps the answer small', async () => {
  const call = (id: string) => [
    {
      role: 'assistant',
      tool_calls: [{ id, type: 'function', function: { name: 'search', arguments: '{"q":"x"}' } }],
    },
    { role: 'tool', tool_call_id: id, content: '[]' },
  ];
  const chat = [
    { role: 'user', content: 'Where is my refund?' },
    ...['a', 'b', 'c'].flatMap(call),
    { role: 'user', content: 'Thanks.' },
    { role: 'assistant', content: 'Welcome.' },
  ];
  const { found, turns } = await scan(JSON.stringify(chat, null, 2), '?limit=1');
  expect(found).toBe(2);
  expect(turns).toMatchObject([{ loops: [{ kind: 'empty', calls: [0, 1, 2] }] }]);
});

it('nothing of it is stored', async () => {
  const before = await product.get('/api/v1/turns/tickets%231', trajectory).catch(String);
  expect(before).toContain('404');
});

it.each([
  ['', 400, 'is no recorded run'],
  ['hello', 400, 'line 1: no JSON'],
  ['{"a":1}', 400, 'neither OTLP/JSON, nor a chat, nor a plain run'],
])('%j is answered with what is wrong', async (text, status, message) => {
  const response = await post(text);
  expect(response.status).toBe(status);
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect(error.message).toContain(message);
});
