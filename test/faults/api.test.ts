import { afterAll, beforeAll, expect, test } from 'vitest';

import { startProduct, type Product } from '../product.ts';
import { describedPlaces, type Place } from './described-places.ts';
import { postTo, turnRequest } from './traffic.ts';

const WRITES = 'writes-only';
const READS = 'reads-only';
const bearing = (key: string) => ({ authorization: `Bearer ${key}` });

let product: Product;
beforeAll(async () => {
  const env = { LOOPSCOPE_INGEST_KEYS: WRITES, LOOPSCOPE_API_KEYS: READS };
  product = await startProduct({ env });
});
afterAll(() => product.close());

async function statusOf(address: string, key: string, method = 'GET'): Promise<number> {
  const headers = { ...bearing(key), 'content-type': 'application/json' };
  const body = method === 'POST' ? { body: '{"resourceSpans":[]}' } : {};
  return (await fetch(address, { method, headers, ...body })).status;
}

test('a key of one door opens no other, and none opens from the address', async () => {
  const traces = `${product.otlpHttp}/v1/traces`;
  const turns = `${product.ui}/api/v1/turns`;
  expect(await statusOf(traces, WRITES, 'POST')).toBe(200);
  expect(await statusOf(traces, READS, 'POST')).toBe(401);
  const inAddress = `${traces}?key=${WRITES}&api_key=${WRITES}`;
  expect(await statusOf(inAddress, 'none', 'POST')).toBe(401);
  expect(await statusOf(turns, READS)).toBe(200);
  expect(await statusOf(turns, WRITES)).toBe(401);
  expect(await statusOf(`${product.ui}/metrics`, WRITES)).toBe(401);
});

const CORPUS = [
  "' OR 1=1 --",
  "'; DROP TABLE spans; --",
  "') UNION ALL SELECT * FROM system.users --",
  "\\\\' OR ''='",
  '{project:String}',
  '\u0000',
  '%27%20OR%201',
  '\ud800',
  "file('/etc/passwd')",
  'NULL',
  "['a']",
];
/** All that may mean something, in one. */
const ALL = `\\'"\`); DROP TABLE spans; -- /* {x:String} {project:String} $1 ? \u0000 @include turns.sql`;
/** Never ends. */
const STREAMS = /^\/api\/v1\/live/;

test('SQL is only a value that is not found, in every parameter and every body that is described', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const answer = await postTo(product.otlpHttp, turnRequest(turn), bearing(WRITES));
    expect(answer?.status).toBe(200);
  }
  await product.settle();
  const before = await shown();
  const described = await fetch(`${product.ui}/api/docs/json`, { headers: bearing(READS) });
  const places = describedPlaces(await described.json()).filter(({ path }) => !STREAMS.test(path));
  expect(places.length).toBeGreaterThan(200);
  const isSoak = process.env['LOOPSCOPE_SOAK'] === '1';
  const wrong: unknown[] = [];
  const check = async (place: Place, index: number): Promise<void> => {
    const [status, said] = await ask(place, 'nobody');
    if (status >= 500) wrong.push([place.name, 'nobody', status, said]);
    const own = CORPUS[index % CORPUS.length] ?? ALL;
    const more = isSoak ? CORPUS : index % 4 === 0 ? [own] : [];
    for (const text of [ALL, ...more]) {
      const [ours, saying] = await ask(place, text);
      // One that has a form of its own says so; all other questions are answered as they are to any name.
      const isSame = ours === status && (status !== 200 || told(saying, text) === told(said, text));
      const isRight = place.method === 'GET' ? isSame || ours === 400 : ours < 500;
      if (!isRight) wrong.push([place.name, text, status, said, ours, saying]);
    }
  };
  const checkAll = async (some: readonly Place[]): Promise<void> => {
    const waiting = some.entries();
    const work = async (): Promise<void> => {
      for (const [index, place] of waiting) await check(place, index);
    };
    await Promise.all([work(), work(), work(), work()]);
  };
  // First those that change nothing that others are answered from.
  await checkAll(places.filter(({ method }) => method === 'GET'));
  await checkAll(places.filter(({ method }) => method !== 'GET'));
  expect(wrong).toEqual([]);
  expect(await shown()).toEqual(before);
}, 240_000);

async function ask(place: Place, text: string): Promise<[status: number, said: string]> {
  const { path, body } = place.requestWith(text);
  const headers = body === null ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(`${product.ui}${path}`, {
    method: place.method,
    headers: { ...headers, ...bearing(READS) },
    body,
  });
  return [answer.status, await answer.text()];
}

/** An answer without the name that was asked for, and without what is new in each. */
function told(said: string, text: string): string {
  return said
    .replaceAll(JSON.stringify(text).slice(1, -1), 'NAME')
    .replaceAll('nobody', 'NAME')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID');
}

/** What a user sees of everything that is stored. */
async function shown(): Promise<unknown> {
  const paths = ['turns', 'sessions', 'tools', 'loops', 'overview'];
  return Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`${product.ui}/api/v1/${path}`, { headers: bearing(READS) });
      return [answer.status, await answer.json()];
    }),
  );
}
