import { describe, expect, test } from 'vitest';

import type { Conversation } from './testing/conversation.ts';
import { oneOf, saidInTurn } from './testing/said-in-turn.ts';

const READ = { effect: 'read' } as const;

const CANCEL = oneOf(
  'cancel subscription',
  'how to cancel my subscription',
  'subscription cancel steps',
  'cancelling a subscription',
);
const PUMP = oneOf('best pump for pond', 'pond pump best', 'pump for a pond', 'good pond pump');
const RETURNS = oneOf(
  'Rückgabe Stiefel Frist',
  'Frist für Rückgabe von Stiefeln',
  'Stiefel Rückgabe',
);
const HENPIN = oneOf('返品 期限', '返品の期限', '期限 返品 いつまで', '返品はいつまで');
const BONN = oneOf(
  'select name from users where city = "Bonn"',
  'SELECT name FROM users WHERE city="Bonn" ORDER BY name',
  'select u.name from users u where u.city = "Bonn"',
);
const CONFIG = ['[server]', 'host = alpha', 'port = 8080', 'mode = production', '[database]']
  .concat('name = orders', 'user = reader', 'pool = 20', '[cache]', 'kind = memory')
  .join('\n');
const page = (nth: number): string =>
  (nth % 2 === 0 ? ['a', 'b', 'c'] : ['b', 'c', 'a'])
    .map((name, at) => `${at + 1}. [Page ${name}](https://${name}.example/pump) on pumps`)
    .join('\n');
const screen = (nth: number): string =>
  `I see a page titled Orders overview with a table of recent purchases, a search field, filter buttons for open shipped and delivered states, the account menu, and ${oneOf('notice', 'message', 'banner')(nth)} that the session ${oneOf('will expire', 'expires', 'is ending')(nth)}.`;

/** Moving arguments or an empty answer, in other words, languages and forms than those of the reports. */
const FAMILIES: Record<string, [string, Conversation][]> = {
  stagnant: [
    [
      'scores that move',
      saidInTurn(3, [
        'kb',
        (n) => ({ q: CANCEL(n) }),
        (n) => ({
          hits: [
            { ref: 'a1', score: 1 / (n + 1) },
            { ref: 'a2', score: 2 },
          ],
        }),
        READ,
      ]),
    ],
    [
      'a list of an undeclared tool',
      saidInTurn(3, [
        'kb',
        (n) => ({ q: CANCEL(n) }),
        [
          { id: 'a1', title: 'Cancelling' },
          { id: 'a2', title: 'Refunds' },
          { id: 'a3', title: 'Downgrades' },
        ],
      ]),
    ],
    ['pages listed in a text', saidInTurn(4, ['web', (n) => ({ query: PUMP(n) }), page, READ])],
    [
      'a German sentence',
      saidInTurn(3, [
        'suche',
        (n) => ({ frage: RETURNS(n) }),
        'Artikel 12: Rückgaben innerhalb von dreißig Tagen nach Lieferung.',
        READ,
      ]),
    ],
    [
      'a Japanese sentence',
      saidInTurn(4, [
        'kensaku',
        (n) => ({ q: HENPIN(n) }),
        '第十二条:商品到着後三十日以内に返品できます。',
        READ,
      ]),
    ],
    [
      'rows of a rewritten query',
      saidInTurn(3, ['sql', (n) => ({ query: BONN(n) }), [['Anna'], ['Bert'], ['Carla']], READ]),
    ],
    [
      'a screen described anew',
      saidInTurn(3, ['click', (n) => ({ target: `link ${n}x ${PUMP(n)}` }), screen, READ]),
    ],
    [
      'a file shown by other commands',
      saidInTurn(4, [
        'sh',
        (n) => ({ cmd: `${oneOf('cat', 'less', 'head -n 50', 'sed -n 1,50p')(n)} conf/app.ini` }),
        CONFIG,
      ]),
    ],
  ],
  empty: [
    ['null', saidInTurn(3, ['find_user', { mail: 'a@b' }, 'null', READ])],
    [
      'nothing in words, asked in other words',
      saidInTurn(4, [
        'suche',
        (n) => ({ frage: RETURNS(n) }),
        (n) => `Keine Treffer gefunden für ${RETURNS(n)}.`,
        READ,
      ]),
    ],
    [
      'counts of zero',
      saidInTurn(4, [
        'query',
        (n) => ({
          sql: `select * from t where name like '${oneOf('smith', 'smit', 'smith e')(n)}'`,
        }),
        { rows: [], row_count: 0 },
        READ,
      ]),
    ],
    [
      'an envelope around nothing',
      saidInTurn(3, ['list_files', { dir: 'x' }, { success: true, data: [] }, READ]),
    ],
    ['an undeclared tool', saidInTurn(3, ['search_orders', { c: 1 }, '[]'])],
  ],
};

describe.each(Object.entries(FAMILIES))('%s is', (kind, variants) => {
  test.each(variants)('%s', (_, run) => {
    expect(run.alerts()).toEqual([kind]);
  });
});
