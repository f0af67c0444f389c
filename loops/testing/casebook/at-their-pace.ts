import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, FAILED, loop, made, quiet, READ, requestId, WRITE } from './story.ts';
import type { Story } from './story.ts';

const blocks = (...texts: unknown[]): Record<string, unknown> => ({
  content: texts.map((text) => ({
    type: 'text',
    text: typeof text === 'string' ? text : JSON.stringify(text),
  })),
});
const SERVICE_LOOKS = oneOf(
  'get_status',
  'get_pods',
  'get_logs',
  'get_version',
  'get_health',
  'get_events',
  'get_metrics',
);

/** What moves on slowly, and what only seems to move. */
export const AT_THEIR_PACE: readonly Story[] = [
  quiet(
    'a counter that stands still for three looks each',
    saidInTurn(9, ['get_progress', { id: 1 }, (n) => ({ percent: 10 * Math.floor(n / 3) }), READ]),
  ),
  quiet(
    'a queue that moves every other look',
    saidInTurn(8, [
      'get_ticket',
      { id: 8 },
      (n) => ({ id: 8, place: 9 - Math.floor(n / 2) }),
      READ,
    ]),
  ),
  quiet(
    'a container that comes up',
    saidInTurn(7, [
      'bash',
      { command: 'kubectl get pods' },
      (n) =>
        `NAME READY STATUS AGE\nweb-1 ${n < 6 ? '0/1 ContainerCreating' : '1/1 Running'} ${n * 10}s`,
    ]),
  ),
  quiet(
    'a phase that goes on',
    saidInTurn(7, [
      'get_volume',
      { id: 'v1' },
      (n) => ({ id: 'v1', phase: n < 6 ? 'attaching' : 'attached' }),
      READ,
    ]),
  ),
  calm(
    'an inbox after a minute each, until mail comes',
    made((run) => {
      for (let nth = 0; nth < 5; nth += 1)
        run
          .call('wait', { s: 60 }, 'done', { ms: 60_000 })
          .call('inbox', {}, nth < 4 ? 'No new messages.' : 'the code is 4711', READ);
    }),
  ),
  loop(
    'exact',
    [7, 12],
    'a counter that has stopped',
    saidInTurn(14, [
      'get_parts',
      { id: 1 },
      (n) => ({ parts_done: Math.min(3, Math.floor(n / 2)) }),
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a quota that runs down',
    saidInTurn(5, [
      'lookup',
      { word: 'saga' },
      (n) => ({
        word: 'saga',
        meaning: 'a long story',
        usage: { requests_remaining: 100 - n, reset_in_seconds: 60 - n },
      }),
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a view whose handles are new each time',
    saidInTurn(5, [
      'browser_snapshot',
      {},
      (n) =>
        `- Page Title: Shop\n- generic [ref=s${n}e1]:\n  - link "Home" [ref=s${n}e2]\n  - text: Welcome to the shop`,
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a notebook cell run again whole',
    saidInTurn(4, [
      'run_cell',
      { code: 'model.fit(df)\nprint(model.score(df))' },
      '0.8125',
      { ms: 40_000 },
    ]),
  ),
  loop(
    'stagnant',
    [3, 5],
    'scrolling on at the bottom, by other amounts',
    saidInTurn(5, [
      'scroll',
      (n) => ({ direction: 'down', amount: 300 * (n + 1) }),
      'The page is already scrolled to the bottom.',
    ]),
  ),
  loop(
    'clock_wait',
    3,
    'the time in words',
    saidInTurn(6, [
      'what_time',
      {},
      (n) =>
        `It is ${oneOf('a quarter past nine', 'twenty past nine', 'twenty-five past nine', 'half past nine', 'twenty to ten', 'ten to ten')(n)} in the morning.`,
      READ,
    ]),
  ),
  loop(
    'clock_wait',
    3,
    'the time in German',
    saidInTurn(5, ['uhrzeit', {}, (n) => `Es ist jetzt 9 Uhr ${10 + n}.`, READ]),
  ),
  loop(
    'duplicate_dispatch',
    2,
    'two receipts with a sentence beside each',
    made((run) => {
      for (const id of [901, 902])
        run.call(
          'create_task',
          { title: 'Buy paper' },
          blocks({ id, title: 'Buy paper' }, 'Done.'),
          {
            together: id > 901,
          },
        );
    }),
  ),
  loop(
    'reverify',
    [6, 8],
    'a service looked at from all sides',
    made((run) => {
      run.call('deploy', { service: 'shop' }, { deployed: 'shop', version: 14 }, WRITE);
      for (let nth = 0; nth < 7; nth += 1) {
        const look = SERVICE_LOOKS(nth);
        run.call(look, { service: 'shop' }, { service: 'shop', [look]: 'ok', version: 14 }, READ);
      }
    }),
  ),
  loop(
    'sweep',
    [9, 12],
    'windows onto one file, to and fro',
    made((run) => {
      const windows = [
        [1, 80],
        [60, 140],
        [20, 100],
        [100, 180],
        [1, 120],
        [50, 130],
        [90, 180],
        [1, 60],
        [30, 110],
        [70, 150],
        [10, 90],
        [110, 180],
      ] as const;
      for (const [from, to] of windows)
        run.call(
          'view',
          { path: 'a.py', range: [from, to] },
          Array.from(
            { length: to - from + 1 },
            (_, nth) => `v${from + nth} = f(${from + nth})`,
          ).join('\n'),
          READ,
        );
    }),
  ),
  loop(
    'cycle',
    [5, 9],
    'an edit and its undoing',
    inTurn(5, [
      ['edit', { path: 'a.py', old: 'x = 1', new: 'x = 2' }, 'Edited a.py', WRITE],
      ['edit', { path: 'a.py', old: 'x = 2', new: 'x = 1' }, 'Edited a.py', WRITE],
    ]),
  ),
  loop(
    'cycle',
    [5, 8],
    'two that each wait for the other, under ever other request ids',
    inTurn(5, [
      [
        'ask_agent',
        { to: 'planner', message: 'Please confirm the plan' },
        (n) => ({ request_id: requestId(n), reply: 'Ask the reviewer to confirm first.' }),
      ],
      [
        'ask_agent',
        { to: 'reviewer', message: 'Please confirm the plan' },
        (n) => ({ request_id: requestId(n + 40), reply: 'The planner has to confirm first.' }),
      ],
    ]),
  ),
  loop(
    ['exact', 'interleaved'],
    [3, 5],
    'a booking refused, with a thought before each attempt',
    made((run) => {
      for (let nth = 0; nth < 4; nth += 1)
        run
          .call('book', { pay: [{ amount: 833 }] }, 'Error: payment amount does not add up', FAILED)
          .call('think', { thought: `I need to make it add up, try ${nth}` }, '');
    }),
  ),
  quiet(
    'files read after an edit, each of which names the edited one',
    made((run) => {
      run.call('edit', { path: 'src/price.ts', old: 'a', new: 'b' }, 'edited', WRITE);
      for (let nth = 0; nth < 8; nth += 1)
        run.call(
          'read',
          { path: `src/${SERVICE_LOOKS(nth)}${nth}.ts` },
          `uses src/price.ts ${nth}`,
          READ,
        );
    }),
  ),
];
