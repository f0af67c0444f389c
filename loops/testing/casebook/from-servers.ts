import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, FAILED, loop, made, quiet, READ, requestId, timeOfDay, WRITE } from './story.ts';
import type { Story } from './story.ts';

/** What servers answer: events, tokens, limits, and what differs in passing. */
export const FROM_SERVERS: readonly Story[] = [
  loop(
    'empty',
    [3, 4],
    'events asked for under ever other tags',
    saidInTurn(5, [
      'poll_events',
      { stream: 'orders' },
      (n) => ({ events: [], etag: `W/"${requestId(n).slice(0, 8)}"` }),
      READ,
    ]),
  ),
  calm(
    'events waited for, half a minute each',
    saidInTurn(5, [
      'poll_events',
      { stream: 'orders', timeout_s: 30 },
      (n) => ({ events: n < 4 ? [] : [{ id: 'e1' }], etag: `W/"${requestId(n).slice(0, 8)}"` }),
      { ...READ, ms: 30_000 },
    ]),
  ),
  quiet(
    'progress as a share of one',
    saidInTurn(7, [
      'task_progress',
      { id: 't1' },
      (n) => ({ progress: n < 4 ? 0.4 : 0.4 + n / 20, total: 1 }),
      READ,
    ]),
  ),
  loop(
    ['denied', 'validation'],
    3,
    'a log-in asked for with a fresh state each time',
    saidInTurn(4, [
      'list_files',
      { folder: 'root' },
      (n) => ({
        error: 'unauthorized',
        message: 'Authorization required',
        auth_url: `https://id.example/auth?state=${requestId(n)}`,
      }),
    ]),
  ),
  loop(
    'exact',
    3,
    'a structured answer beside its text',
    saidInTurn(4, [
      'get_temp',
      { room: 4 },
      (n) => ({
        content: [{ type: 'text', text: '{"temp":21,"unit":"C"}' }],
        structuredContent: { temp: 21, unit: 'C' },
        _meta: { requestId: requestId(n) },
      }),
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a form with a fresh token',
    saidInTurn(4, [
      'fetch',
      { url: 'https://a.example/login' },
      (n) =>
        `<form action="/login"><input type="hidden" name="csrf" value="${requestId(n).replaceAll('-', '')}"><input name="user"><input name="password"></form>`,
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a measurement that only its time moves',
    saidInTurn(4, [
      'weather',
      { town: 'Faro' },
      (n) => ({ town: 'Faro', sky: 'clear', observed_at: timeOfDay(n) }),
      READ,
    ]),
  ),
  loop(
    ['exact', 'interleaved'],
    [3, 9],
    'a page served by ever other machines',
    saidInTurn(9, [
      'fetch',
      { url: 'https://a.example/terms' },
      (n) =>
        `Terms of use. Payment within thirty days. Returns within ten days.\n\nServed by web-${n + 1} in 0.0${n} s`,
      READ,
    ]),
  ),
  quiet(
    'what is left to do, counted',
    saidInTurn(5, ['inbox', {}, (n) => `${12 - n} unread messages`, READ]),
  ),
  calm(
    'a token renewed when it has run out',
    made((run) => {
      for (const page of ['orders', 'users', 'bills', 'plans'])
        run
          .call('get', { path: `/${page}` }, '401 Unauthorized: token expired', {
            ...READ,
            ...FAILED,
          })
          .call('refresh_token', {}, { token_type: 'bearer', expires_in: 600 }, READ)
          .call('get', { path: `/${page}` }, { [page]: page.length }, READ);
    }),
  ),
  quiet(
    'a payment looked up after a timeout, and made',
    made((run) =>
      run
        .call('pay', { invoice: 'i-4' }, 'timeout of 30000 ms exceeded', {
          ...WRITE,
          ...FAILED,
          ms: 30_000,
        })
        .call('get_payment', { invoice: 'i-4' }, 'No payment found.', READ)
        .call('pay', { invoice: 'i-4' }, { paid: true, id: 'p-1' }, WRITE),
    ),
  ),
  quiet(
    'a version that was stale',
    made((run) =>
      run
        .call('update', { id: 4, version: 1, name: 'x' }, '409 Conflict: version is stale', {
          ...WRITE,
          ...FAILED,
        })
        .call('get', { id: 4 }, { id: 4, version: 2, name: 'y' }, READ)
        .call('update', { id: 4, version: 2, name: 'x' }, { id: 4, version: 3, name: 'x' }, WRITE),
    ),
  ),
  loop(
    ['validation'],
    [3, 3],
    'a stale version sent again',
    saidInTurn(4, [
      'update',
      { id: 4, version: 1, name: 'x' },
      '409 Conflict: version is stale',
      { ...WRITE, ...FAILED },
    ]),
  ),
  quiet(
    'parts of an upload',
    saidInTurn(20, [
      'put_part',
      (n) => ({ upload: 'u1', part: n + 1 }),
      (n) => ({ etag: requestId(n).slice(0, 8) }),
      WRITE,
    ]),
  ),
  calm(
    'a name server asked after pauses, until it has moved',
    made((run) => {
      for (let nth = 0; nth < 6; nth += 1)
        run
          .call(
            'dig',
            { host: 'a.example' },
            nth < 5 ? 'a.example. 60 IN A 10.0.0.4' : 'a.example. 60 IN A 10.0.0.9',
            READ,
          )
          .call('sleep', { seconds: 60 }, 'Slept for 60 seconds', { ms: 60_000 });
    }),
  ),
  calm(
    'a rate limit that is waited out, three times',
    made((run) => {
      for (const s of [10, 20, 40])
        run
          .call('list', { repo: 'a' }, `429 Too Many Requests: retry after ${s} s`, {
            ...READ,
            ...FAILED,
          })
          .call('sleep', { s }, `Slept ${s} s`, { ms: s * 1_000 });
      run.call('list', { repo: 'a' }, ['x', 'y', 'z'], READ);
    }),
  ),
  loop(
    'transport',
    [3, 5],
    'a rate limit that is not waited out',
    inTurn(5, [
      ['list', { repo: 'a' }, '429 Too Many Requests: retry after 20 s', { ...READ, ...FAILED }],
    ]),
  ),
  quiet(
    'links checked, four dead ones side by side',
    made((run) => {
      for (let nth = 0; nth < 12; nth += 1)
        run.call(
          'head',
          {
            url: `https://site.example/${oneOf('jobs', 'team', 'press', 'shop', 'blog', 'help', 'login', 'terms', 'news', 'faq', 'api', 'map')(nth)}`,
          },
          nth > 3 && nth < 8 ? '404 Not Found' : '200 OK',
          { ...READ, ...(nth > 3 && nth < 8 ? FAILED : {}) },
        );
    }),
  ),
  quiet(
    'logs of one service, request by request',
    saidInTurn(5, [
      'find_logs',
      (n) => ({ service: 'api', request_id: requestId(n) }),
      'No error in 4 lines.',
      READ,
    ]),
  ),
  quiet(
    'invoices under keys of their own',
    saidInTurn(5, [
      'charge',
      (n) => ({ customer: `c-${n + 4}`, eur: 12, idempotency_key: requestId(n) }),
      { status: 'succeeded' },
      WRITE,
    ]),
  ),
  loop(
    ['exact', 'noop_write'],
    2,
    'one invoice charged again under a fresh key',
    saidInTurn(3, [
      'charge',
      (n) => ({ customer: 'c-4', eur: 12, idempotency_key: requestId(n) }),
      { status: 'succeeded' },
      WRITE,
    ]),
  ),
  loop(
    ['exact', 'noop_write'],
    2,
    'one fact noted again',
    saidInTurn(3, ['remember', { key: 'seat', value: 'window' }, 'Saved.', WRITE]),
  ),
  quiet(
    'many facts noted',
    saidInTurn(9, ['remember', (n) => ({ key: `k${n}`, value: `v${n}` }), 'Saved.', WRITE]),
  ),
];
