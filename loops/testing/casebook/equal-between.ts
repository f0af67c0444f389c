import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { BESIDE, calm, FAILED, loop, made, quiet, READ } from './story.ts';
import type { Story } from './story.ts';

/** The same call with others between, and what only looks like it. */
export const EQUAL_BETWEEN: readonly Story[] = [
  loop(
    'interleaved',
    5,
    'the status after every look',
    inTurn(8, [
      ['git_status', {}, '## main...origin/main', READ],
      ['open', (n) => ({ f: `f${n}.go` }), (n) => `package f${n}`, READ],
    ]),
  ),
  loop(
    'interleaved',
    7,
    'the balance after every two look-ups',
    inTurn(6, [
      ['balance', { acct: 4 }, { eur: 12.5 }, READ],
      [
        'payee',
        (n) => ({ name: oneOf('Ann', 'Bob', 'Cid', 'Dee', 'Eve', 'Fay')(n) }),
        (n) => ({ iban: `NL${n}9` }),
        READ,
      ],
      [
        'rate',
        (n) => ({ ccy: oneOf('USD', 'GBP', 'JPY', 'CHF', 'SEK', 'NOK')(n) }),
        (n) => ({ rate: 1 + n / 10 }),
        READ,
      ],
    ]),
  ),
  loop(
    'interleaved',
    5,
    'a failing suite between reads',
    inTurn(6, [
      ['cargo', { cmd: 'test' }, 'test decode::deep ... FAILED', FAILED],
      [
        'view',
        (n) => ({ f: oneOf('a.rs', 'b.rs', 'c.rs', 'd.rs', 'e.rs', 'g.rs')(n) }),
        (n) => `fn part_${n}() {}`,
        READ,
      ],
    ]),
  ),
  calm(
    'equal calls of which no result was recorded',
    saidInTurn(6, ['emit', { event: 'tick' }, () => undefined]),
  ),
  quiet(
    'a status twice in a row',
    saidInTurn(2, ['kubectl', { cmd: 'get pods' }, 'web-1 Running', READ]),
  ),
  calm(
    'two slips in a long turn',
    made((run) =>
      run
        .work(4)
        .times(2, 'search', { q: 'visa rules' }, 'Seven pages on visa rules', READ)
        .work(4)
        .times(2, 'search', { q: 'fees' }, 'Two pages on fees', READ)
        .work(2),
    ),
  ),
  quiet(
    'a status three times with much between',
    made((run) => {
      for (let nth = 0; nth < 3; nth += 1) {
        run.call('git_status', {}, 'clean', READ);
        for (let k = 0; k < 4; k += 1)
          run.call('open', { f: `f${nth}${k}` }, `text ${nth}${k}`, READ);
      }
    }),
  ),
  calm(
    'a look at the same anchor beside new files',
    made((run) => {
      for (let nth = 0; nth < 6; nth += 1)
        run
          .call('open', { f: 'index' }, 'list of chapters', READ)
          .call('open', { f: `ch${nth}` }, `chapter ${nth} text`, BESIDE);
    }),
  ),
  quiet(
    'an inbox read anew for each request',
    made((run) => {
      for (let nth = 0; nth < 5; nth += 1) run.call('inbox', {}, '2 unread', READ).nextTurn();
    }),
  ),
  quiet(
    'the same page read by five workers',
    made((run) => {
      for (const agent of ['w1', 'w2', 'w3', 'w4', 'w5'])
        run.call('open', { f: 'STYLE.md' }, 'use tabs', { ...READ, agent });
    }),
  ),
];
