import { describe, expect, test } from 'vitest';

import { Conversation } from './testing/conversation.ts';
import { inTurn, oneOf, saidInTurn } from './testing/said-in-turn.ts';

const READ = { effect: 'read' } as const;
const WRITE = { effect: 'write' } as const;
const FAILED = { error: true } as const;

const NAMES = oneOf('ann', 'bob', 'cid', 'dee', 'eva', 'fay', 'gus', 'hal', 'ida', 'jim');
const CITIES = oneOf('Bonn', 'Köln', 'Ulm', 'Jena', 'Kiel');

const made = (say: (run: Conversation) => void): Conversation => {
  const run = new Conversation();
  say(run);
  return run;
};

/** Work that repeats itself and learns or does something each time. */
const HONEST: [string, Conversation][] = [
  [
    'progress in numbers',
    saidInTurn(8, ['job', { id: 1 }, (n) => ({ state: 'running', progress: n * 10 }), READ]),
  ],
  ['progress in words', saidInTurn(8, ['job', { id: 1 }, (n) => `${n * 10}% done`, READ])],
  [
    'a German poll that ends',
    made((run) =>
      run
        .times(5, 'job', { id: 1 }, { status: 'läuft' }, READ)
        .call('job', { id: 1 }, { status: 'fertig' }, READ),
    ),
  ],
  [
    'a Japanese poll that ends',
    made((run) =>
      run
        .times(5, 'job', { id: 1 }, { 状態: '処理中' }, READ)
        .call('job', { id: 1 }, { 状態: '完了' }, READ),
    ),
  ],
  [
    'mails with one acknowledgement',
    saidInTurn(12, ['send_mail', (n) => ({ to: `${NAMES(n)}@x` }), 'Email queued for delivery']),
  ],
  [
    'declared writes with one acknowledgement',
    saidInTurn(10, ['create_user', (n) => ({ name: NAMES(n) }), { status: 'created' }, WRITE]),
  ],
  [
    'numbered receipts of other things',
    saidInTurn(8, ['enqueue', (n) => ({ name: NAMES(n) }), (n) => ({ ok: true, id: n }), WRITE]),
  ],
  [
    'a pager with tokens',
    saidInTurn(10, [
      'list',
      (n) => ({ cursor: `tok${n}` }),
      (n) => ({ items: [n * 2, n * 2 + 1], next: `tok${n + 1}` }),
      READ,
    ]),
  ],
  [
    'a page that moves on',
    saidInTurn(5, [
      'click',
      { el: 'next' },
      (n) =>
        `Showing month ${oneOf('May', 'June', 'July', 'August', 'September')(n)} with free days`,
    ]),
  ],
  [
    'a retry that works',
    made((run) =>
      run
        .times(2, 'get', { u: 1 }, '502 Bad Gateway', FAILED)
        .call('get', { u: 1 }, 'hello there', READ),
    ),
  ],
  [
    'a look after each edit',
    inTurn(6, [
      ['edit', (n) => ({ n }), 'ok', WRITE],
      ['read', { p: 'a' }, (n) => `version ${n}`, READ],
    ]),
  ],
  [
    'a failing test after each declared edit',
    inTurn(5, [
      ['edit', (n) => ({ n }), 'edited', WRITE],
      ['test', {}, '1 failed: test_alpha', FAILED],
    ]),
  ],
  [
    'a failing test after each new command',
    inTurn(5, [
      ['sh', (n) => ({ cmd: `sed -i s/a/${n}/ f` }), ''],
      ['sh', { cmd: 'pytest' }, (n) => `1 failed, 9 passed in 0.${n}s`, FAILED],
    ]),
  ],
  [
    'cities with the same weather',
    saidInTurn(5, ['weather', (n) => ({ city: CITIES(n) }), { sky: 'clear' }, READ]),
  ],
  [
    'days that are all free',
    saidInTurn(5, [
      'availability',
      (n) => ({ date: `2026-03-0${n + 1}` }),
      { available: true, slots: 4 },
      READ,
    ]),
  ],
  [
    'days that are all empty',
    saidInTurn(5, ['flights', (n) => ({ date: `2026-05-0${n + 1}` }), [], READ]),
  ],
  [
    'checks that all pass',
    saidInTurn(10, [
      'lint',
      (n) => ({ file: `src/${NAMES(n)}.ts` }),
      'No problems found in this file.',
      READ,
    ]),
  ],
  ['keys', saidInTurn(5, ['key', { k: 'Tab' }, 'ok'])],
  ['pauses', saidInTurn(6, ['wait', { s: 2 }, 'waited 2 s'])],
  [
    'an inbox looked at in each user turn',
    made((run) => {
      for (let turn = 0; turn < 8; turn += 1)
        run.call('check_inbox', {}, { unread: 0, messages: [] }, READ).nextTurn();
    }),
  ],
  [
    'a log that grows',
    saidInTurn(5, [
      'tail',
      { f: 'log' },
      (n) => [n * 3, n * 3 + 1, n * 3 + 2].map((line) => `line ${line} written`).join('\n'),
      READ,
    ]),
  ],
  ['dice', saidInTurn(4, ['roll', { d: 20 }, oneOf('4', '17', '9', '12')])],
  [
    'ideas',
    saidInTurn(5, ['sample', { prompt: 'a name' }, oneOf('Ada', 'Bea', 'Cleo', 'Dora', 'Elin')]),
  ],
  [
    'thoughts that are logged',
    saidInTurn(5, [
      'think',
      (n) => ({
        thought: oneOf(
          'look at the data',
          'compare prices',
          'decide on a hotel',
          'book it',
          'tell the user',
        )(n),
      }),
      'Your thought has been logged.',
    ]),
  ],
  [
    'texts about faults',
    saidInTurn(5, [
      'read',
      (n) => ({ p: `t${n}.md` }),
      (n) => `Chapter ${n}: how to treat "request timed out" and rate limit 429, part ${n}`,
      READ,
    ]),
  ],
  [
    'rejections that are put right one by one',
    made((run) =>
      run
        .call('mk', { a: 1 }, 'field b is required', FAILED)
        .call('mk', { a: 1, b: 2 }, 'field c is required', FAILED)
        .call('mk', { a: 1, b: 2, c: 3 }, 'field d is required', FAILED)
        .call('mk', { a: 1, b: 2, c: 3, d: 4 }, { ok: true }, WRITE),
    ),
  ],
  [
    'one refactoring per file',
    inTurn(10, [
      ['search', (n) => ({ f: `file${n}` }), (n) => `refs ${n}`],
      ['move', (n) => ({ f: `file${n}` }), (n) => `moved ${n}`],
      ['edit', (n) => ({ f: `file${n}` }), (n) => `edited ${n}`],
    ]),
  ],
  [
    'children polled in turn until they are done',
    inTurn(
      10,
      ['a', 'b', 'c', 'd'].map((id) => [
        'child',
        { id },
        (n: number) => ({ status: n < 9 ? 'running' : 'done' }),
        READ,
      ]),
    ),
  ],
  [
    'workers that are asked the same',
    made((run) => {
      for (const agent of ['x', 'y', 'z'])
        run.call('search', { q: 'rain' }, 'rain tomorrow', { agent, effect: 'read' });
    }),
  ],
  [
    'windows that overlap a little',
    saidInTurn(12, [
      'read',
      (n) => ({ f: 'x', offset: n * 40 }),
      (n) =>
        Array.from({ length: 45 }, (_, at) => `${n * 40 + at}: line ${(n * 40 + at) * 13}`).join(
          '\n',
        ),
      READ,
    ]),
  ],
  [
    'codes that are mistyped',
    made((run) =>
      run
        .call('otp', { code: '1' }, 'wrong code', FAILED)
        .call('otp', { code: '2' }, 'wrong code', FAILED)
        .call('otp', { code: '3' }, 'welcome'),
    ),
  ],
  [
    'a stream that is silent for a while',
    made((run) => {
      for (let since = 0; since < 7; since += 1)
        run.call('events', { since }, { events: [], cursor: since + 1 }, READ);
      run.call('events', { since: 7 }, { events: ['done'], cursor: 8 }, READ);
    }),
  ],
  [
    'parts of a file read after an edit',
    made((run) => {
      run.call('edit', { path: 'src/a.ts', old: 'x', new: 'y' }, 'ok', WRITE);
      for (let part = 0; part < 7; part += 1)
        run.call('view', { path: 'src/a.ts', from: part * 50 }, `lines ${part}: body`, READ);
    }),
  ],
  [
    'short verdicts on other things',
    saidInTurn(9, ['in_stock', (n) => ({ item: NAMES(n) }), { in_stock: false }, READ]),
  ],
  [
    'searches that say nothing',
    saidInTurn(3, ['grep', (n) => ({ p: NAMES(n) }), 'exit code 1', FAILED]),
  ],
];

/** What undeclared tools say when they have done what was asked. */
const ACKNOWLEDGEMENTS = [
  'Todos have been modified successfully. Ensure that you continue to use the list to track your progress.',
  'Your command ran successfully and did not produce any output.',
  'Tool ran without output or errors',
  'Edit applied successfully. Review the changes and make sure they are as expected.',
  'The file has been updated.',
  'I have updated the document as requested.',
  'Query OK, 1 row affected (0.01 sec)',
  '{"result":"success","affected":1}',
  'HTTP/1.1 204 No Content',
  'Erfolgreich gespeichert',
  'Enregistré avec succès',
  'Guardado correctamente',
  '保存しました',
];

describe('a batch is honest that is acknowledged each time with', () => {
  test.each(ACKNOWLEDGEMENTS)('%s', (acknowledgement) => {
    const batch = saidInTurn(9, [
      'act',
      (n) => ({ path: `src/${NAMES(n)}.ts`, text: `export const ${NAMES(n)} = ${n};` }),
      acknowledgement,
    ]);
    expect(batch.loops()).toEqual([]);
  });
});

describe('honest in other words', () => {
  test.each(HONEST)('%s', (_, run) => {
    expect(run.loops()).toEqual([]);
  });
});
