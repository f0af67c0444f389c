import { fromInstant } from '@loopscope/sql';
import { beforeAll, describe, expect, it } from 'vitest';

import { toFilter, toRange } from './filter.ts';
import { chooseStepSeconds } from './routes/series.ts';
import { makeFleet, storeFleet } from './testing/fleet.ts';
import { NOW_MS, openTestStore, serve, type Served } from './testing/serve.ts';

let api: Served;

beforeAll(async () => {
  const { store, remove } = await openTestStore();
  await storeFleet(store, makeFleet(20));
  api = await serve(store);
  return async () => {
    await api.close();
    await remove();
  };
});

describe('a value that is not understood', () => {
  it.each([
    ['turns?limit=0', 'limit: Too small: expected number to be >=1'],
    ['turns?limit=501', 'limit: Too big: expected number to be <=500'],
    ['turns?limit=many', 'limit: Invalid input: expected number'],
    ['turns?limit=1.5', 'limit: Invalid input: expected int'],
    ['turns?limit=1&limit=2', 'limit: Invalid input: expected number'],
    ['turns?sort=bytes', 'sort: Invalid option: expected one of "max_attempts"|'],
    ['turns?min_ratio=2', 'min_ratio: Too big'],
    ['turns?max_attempts=-1', 'max_attempts: Too small'],
    ['turns?cursor=bogus', 'cursor: expected the next_cursor of a page with this sort'],
    ['turns?cursor=WyJhIiwxLCJiIl0', 'cursor: expected the next_cursor of a page with this sort'],
    ['overview?from=yesterday', 'from: Invalid ISO datetime'],
    ['overview?from=2026-03-01', 'from: Invalid ISO datetime'],
    ['overview?from=2026-13-01T00:00:00Z', 'from: Invalid ISO datetime'],
    ['overview?to=1', 'to: Invalid ISO datetime'],
    [
      'overview?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z',
      'from: expected a time before `to`',
    ],
    [
      'overview?from=2026-03-01T00:00:00Z&to=2026-03-01T00:00:00Z',
      'from: expected a time before `to`',
    ],
    ['overview?colour=red', 'Unrecognized key: "colour"'],
    ['series/max-attempts?step=0', 'step: Too small'],
    ['series/max-attempts?step=86401', 'step: Too big'],
    ['loops?severity=loud', 'severity: Invalid option: expected one of "alert"|"watch"'],
    ['alerts?limit=x', 'limit: Invalid input: expected number'],
  ])('%s is answered with its name and what was expected', async (path, message) => {
    const { status, json } = await api.get(`/api/v1/${path}`);
    expect(json).toMatchObject({
      error: { code: 'invalid_query', message: expect.stringContaining(message) },
    });
    expect(status).toBe(400);
  });

  it.each([
    ['text', 'text/html', '<p>', 415, 'Send the body as JSON, with "content-type: '],
    ['a form', 'application/x-www-form-urlencoded', 'a=b', 415, 'Send the body as JSON, with '],
    ['half a JSON text', 'application/json', '{', 400, 'Body is not valid JSON but '],
    ['nothing', 'application/json', '', 400, 'Body cannot be empty when '],
    ['too much', 'application/json', `"${'x'.repeat(200_000)}"`, 413, 'The body is larger than '],
  ])('in the place of a body, %s: says what was expected', async (...given) => {
    const [, type, body, status, message] = given;
    const answer = await fetch(`${api.address}/api/v1/rules/check`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(answer.status).toBe(status);
    const code = { 400: 'invalid_query', 413: 'too_large', 415: 'unsupported_type' }[status];
    expect(await answer.json()).toMatchObject({
      error: { code, message: expect.stringContaining(message) },
    });
  });

  it('an address that cannot be read is answered in the form of all errors', async () => {
    const { status, json } = await api.get('/api/v1/turns/%zz');
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: { code: 'invalid_query' } });
  });

  it('names all of them', async () => {
    const { json } = await api.get('/api/v1/turns?limit=0&min_ratio=3');
    expect(json).toMatchObject({
      error: { message: expect.stringMatching(/limit: .+min_ratio: /) },
    });
  });

  it('takes a cursor only for the sort that it came from', async () => {
    const first = await api.get('/api/v1/turns?limit=2&sort=calls');
    const cursor = Reflect.get(first.json as object, 'next_cursor') as string;
    expect((await api.get(`/api/v1/turns?limit=2&sort=calls&cursor=${cursor}`)).status).toBe(200);
    expect((await api.get(`/api/v1/turns?limit=2&sort=-calls&cursor=${cursor}`)).status).toBe(400);
  });
});

const CORPUS = [
  "' OR 1=1 --",
  "'; DROP TABLE spans; --",
  "') UNION ALL SELECT * FROM system.users --",
  '\\',
  "\\'",
  "\\\\' OR ''='",
  '"',
  '`',
  '{x:String}',
  '{project:String}',
  '@include turns.sql',
  '\u0000',
  'a\u0000b',
  '\n\t\r',
  '/* */ SELECT 1',
  '$1 ?',
  '%27%20OR%201',
  '\u{1F600}',
  '\ud800',
  "file('/etc/passwd')",
  "url('http://127.0.0.1/')",
  'NULL',
  '[]',
  "['a']",
  'x'.repeat(4_000),
];

const queryOf = (params: Record<string, string>): string => new URLSearchParams(params).toString();

const empty = (path: string): unknown =>
  path.includes('overview')
    ? expect.objectContaining({ turns: 0 })
    : { items: [], next_cursor: null };

describe('text that means something in SQL', () => {
  const FILTERS = ['agent', 'model', 'tool', 'version', 'session'];
  const ROUTES = ['overview', 'turns', 'sessions', 'tools', 'loops'];

  it.each(ROUTES)('only filters %s', async (route) => {
    // Over the routes each text meets each filter.
    const shift = ROUTES.indexOf(route);
    const asked = CORPUS.map((text, index) =>
      queryOf({ [FILTERS[(index + shift) % FILTERS.length]!]: text }),
    );
    await Promise.all(
      asked.map(async (query) => {
        const { status, json } = await api.get(`/api/v1/${route}?${query}`);
        expect([status, json], query).toEqual([200, empty(route)]);
      }),
    );
  });

  it('is only a value of loop, kind and cursor', async () => {
    await Promise.all(
      CORPUS.map(async (value) => {
        const loop = await api.get(`/api/v1/turns?${queryOf({ loop: value })}`);
        expect(loop.json).toEqual(empty('turns'));
        const kind = await api.get(`/api/v1/loops?${queryOf({ kind: value })}`);
        expect(kind.json).toEqual(empty('loops'));
        const position = JSON.stringify(['-max_attempts', 0, value]);
        const cursor = Buffer.from(position).toString('base64url');
        expect((await api.get(`/api/v1/turns?cursor=${cursor}`)).status).toBe(200);
      }),
    );
  });

  it.each(['turns', 'sessions', 'tools'])('is only an id of %s', async (route) => {
    const ids = CORPUS.filter((text) => text.length < 2_000).map((text) => text.toWellFormed());
    const answers = await Promise.all(
      ids.map((id) => api.get(`/api/v1/${route}/${encodeURIComponent(id)}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 404));
  });

  it('leaves the tables as they were', async () => {
    expect((await api.get('/api/v1/overview')).json).toMatchObject({ turns: 20 });
    expect(api.logged).toEqual([]);
  });
});

describe('the range', () => {
  const range = (query: { from?: string; to?: string }) => toRange(query, NOW_MS);

  it('is the last 24 hours where nothing is said, with room for clocks that run ahead', () => {
    expect(range({})).toEqual({ fromMs: NOW_MS - 86_400_000, toMs: NOW_MS + 300_000 });
  });

  it('is 24 hours before an end, and from a beginning until now', () => {
    expect(range({ to: '2026-02-02T00:00:00Z' }).fromMs).toBe(Date.UTC(2026, 1, 1));
    expect(range({ from: '2026-02-01T00:00:00+01:00' })).toEqual({
      fromMs: Date.UTC(2026, 0, 31, 23),
      toMs: NOW_MS + 300_000,
    });
  });

  it('is clamped to what the store holds', () => {
    const filter = toFilter(
      { from: '0001-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z' },
      'default',
      NOW_MS,
    );
    expect(fromInstant(filter.from)).toBe(0);
    expect(filter.to).toBe('2299-12-31 00:00:00.000');
  });

  it.each([
    [3_600, 60],
    [86_400, 300],
    [7 * 86_400, 3_600],
    [30 * 86_400, 10_800],
    [3_650 * 86_400, 86_400],
  ])('of %i s is drawn in steps of %i s', (seconds, step) => {
    expect(chooseStepSeconds({ fromMs: 0, toMs: seconds * 1_000 })).toBe(step);
  });
});
