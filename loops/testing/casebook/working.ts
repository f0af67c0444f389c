import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { BESIDE, FAILED, made, quiet, READ, requestId, WRITE } from './story.ts';
import type { Story } from './story.ts';

const PEOPLE = oneOf(
  'ann',
  'bob',
  'cid',
  'dee',
  'eva',
  'fay',
  'gus',
  'hal',
  'ida',
  'jim',
  'kai',
  'lea',
);

/** Work whose rounds look alike. */
export const WORKING: readonly Story[] = [
  quiet(
    'a retry after one fault, and on',
    made((run) =>
      run
        .call('get', { u: 1 }, '502 Bad Gateway', FAILED)
        .call('get', { u: 1 }, 'page one', READ)
        .call('get', { u: 2 }, '502 Bad Gateway', FAILED)
        .call('get', { u: 2 }, 'page two', READ),
    ),
  ),
  quiet(
    'a retry with a pause that succeeds',
    made((run) => {
      for (let nth = 0; nth < 2; nth += 1)
        run
          .call('get', { u: 1 }, 'ETIMEDOUT', FAILED)
          .call('sleep', { s: 5 }, 'Slept 5 s', { ms: 5_000 });
      run.call('get', { u: 1 }, 'page one', READ);
    }),
  ),
  quiet(
    'twelve files asked for in one answer',
    made((run) => {
      for (let nth = 0; nth < 12; nth += 1)
        run.call('read', { f: `part_${nth}.ts` }, `export const p${nth} = ${nth}`, {
          ...READ,
          together: nth > 0,
        });
    }),
  ),
  quiet(
    'jobs polled in every answer, moving',
    inTurn(
      6,
      ['j1', 'j2', 'j3'].map((job, at) => [
        'job',
        { job },
        (n: number) => ({ job, progress: n * 20 + at }),
        { ...READ, together: at > 0 },
      ]),
    ),
  ),
  quiet(
    'sub-agents that all read one brief',
    made((run) => {
      for (const agent of ['a', 'b', 'c', 'd']) {
        run.call('read', { f: 'BRIEF.md' }, 'the goal and the rules', { ...READ, agent });
        for (let nth = 0; nth < 3; nth += 1)
          run.call('search', { q: `${agent} topic ${nth}` }, [`${agent}${nth}`], {
            ...READ,
            agent,
          });
      }
    }),
  ),
  quiet(
    'build, fix, build until it works',
    inTurn(5, [
      [
        'make',
        {},
        (n) =>
          n < 4
            ? `error: ${oneOf('no rule for a.o', 'undefined symbol foo', 'missing header b.h', 'type of c differs')(n)}`
            : 'built',
        {},
      ],
      ['patch', (n) => ({ fix: n }), (n) => `patched ${n}`, WRITE],
    ]),
  ),
  quiet(
    'the failing test after each edit, failures the same',
    inTurn(4, [
      ['edit', (n) => ({ at: n }), (n) => `edited ${n}`, WRITE],
      ['test', {}, 'FAILED test_alpha: 1 != 2', FAILED],
    ]),
  ),
  quiet(
    'the status after each commit',
    inTurn(8, [
      [
        'commit',
        (n) => ({ m: `part ${n}` }),
        (n) => `[main ${requestId(n).slice(0, 7)}] part ${n}`,
        WRITE,
      ],
      ['status', {}, 'nothing to commit, working tree clean', READ],
    ]),
  ),
  quiet(
    'a list that is looked at after each write',
    inTurn(6, [
      ['add', (n) => ({ name: PEOPLE(n) }), { ok: true }, WRITE],
      ['list', {}, (n) => Array.from({ length: n + 1 }, (_, at) => PEOPLE(at)), READ],
    ]),
  ),
  quiet(
    'a deed and its check, thing by thing',
    inTurn(8, [
      ['set_price', (n) => ({ sku: PEOPLE(n), eur: n }), { ok: true }, WRITE],
      ['get_price', (n) => ({ sku: PEOPLE(n) }), (n) => ({ eur: n }), READ],
    ]),
  ),
  quiet(
    'a list of tasks that are ticked off',
    saidInTurn(6, [
      'todo',
      (n) => ({ items: Array.from({ length: 6 }, (_, at) => ({ at, done: at <= n })) }),
      'Todos have been updated.',
      WRITE,
    ]),
  ),
  quiet(
    'thoughts that are written down',
    saidInTurn(6, [
      'think',
      (n) => ({
        thought: oneOf(
          'first compare prices',
          'then ask for the date',
          'the train is slower',
          'flights are full',
          'book the train',
          'tell the user',
        )(n),
      }),
      'Thought recorded.',
    ]),
  ),
  quiet(
    'a monitor that shows other values',
    saidInTurn(9, ['metrics', { host: 'web-1' }, (n) => ({ cpu: 31 + n * 3, mem: 60 - n }), READ]),
  ),
  quiet(
    'prices that move',
    saidInTurn(9, ['ticker', { s: 'ACME' }, (n) => ({ price: 12.5 + n / 10 }), READ]),
  ),
  quiet(
    'a mailbox in which something arrives',
    saidInTurn(5, [
      'inbox',
      { unread: true },
      (n) => (n < 4 ? { messages: [], status: 'waiting' } : { messages: [{ id: 'm1' }] }),
      READ,
    ]),
  ),
  quiet(
    'a board that others change',
    saidInTurn(8, [
      'board',
      {},
      (n) => [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ id, state: id <= n ? 'done' : 'open' })),
      READ,
    ]),
  ),
  quiet(
    'a question asked by each user message',
    made((run) => {
      for (let turn = 0; turn < 6; turn += 1)
        run.call('order', { id: 'o-4' }, { state: 'shipped' }, READ).nextTurn();
    }),
  ),
  quiet(
    'the same tool for each user message, twice',
    made((run) => {
      for (let turn = 0; turn < 5; turn += 1)
        run.times(2, 'order', { id: 'o-4' }, { state: 'shipped' }, READ).nextTurn();
    }),
  ),
  quiet(
    'an anchor read beside new files, five rounds',
    made((run) => {
      for (let nth = 0; nth < 5; nth += 1)
        run
          .call('read', { f: 'index.md' }, 'list of chapters', READ)
          .call('read', { f: `ch${nth}.md` }, `chapter ${nth}`, BESIDE);
    }),
  ),
];
