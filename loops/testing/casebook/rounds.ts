import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, loop, made, quiet, READ, WRITE } from './story.ts';
import type { Story } from './story.ts';

/** Second passes and checks on and on, and rounds that go forward. */
export const ROUNDS: readonly Story[] = [
  loop(
    ['interleaved', 'cycle', 'sweep'],
    12,
    'a second pass over six known files in another order',
    made((run) => {
      for (const id of ['a', 'b', 'c', 'd', 'e', 'f'])
        run.call('open', { id }, `text of ${id}`, READ);
      for (const id of ['c', 'a', 'f', 'b', 'e', 'd'])
        run.call('open', { id }, `text of ${id}`, READ);
    }),
  ),
  loop(
    'reverify',
    7,
    'a deed checked on and on',
    made((run) => {
      run.call('refund', { order: 'o-88214', eur: 40 }, { ok: true }, WRITE);
      for (const view of ['summary', 'payments', 'history', 'audit', 'customer', 'ledger', 'mail'])
        run.call(`get_${view}`, { order: 'o-88214' }, `${view} of o-88214: refunded`, READ);
    }),
  ),
  calm(
    'a file looked at by undeclared commands after it was saved',
    made((run) => {
      run.call('save', { path: 'out/report.md' }, 'Saved out/report.md', WRITE);
      for (const cmd of ['cat', 'wc -l', 'head', 'tail', 'ls -l', 'stat', 'md5sum'])
        run.call('sh', { cmd: `${cmd} out/report.md` }, `${cmd}: report is there`, READ);
    }),
  ),
  quiet(
    'two files read twice',
    inTurn(2, [
      ['open', { f: 'a' }, 'text a', READ],
      ['open', { f: 'b' }, 'text b', READ],
    ]),
  ),
  quiet(
    'edit and test until it passes',
    inTurn(6, [
      ['edit', (n) => ({ line: n }), (n) => `edited ${n}`, WRITE],
      ['test', {}, (n) => (n < 5 ? `${5 - n} failed` : 'all passed')],
    ]),
  ),
  quiet(
    'one refactoring per file',
    inTurn(9, [
      ['refs', (n) => ({ s: `Widget${n}` }), (n) => `${n + 2} uses of Widget${n}`, READ],
      ['mv', (n) => ({ f: `w${n}.ts` }), '', WRITE],
      ['fix_imports', (n) => ({ f: `w${n}.ts` }), '1 replacement', WRITE],
    ]),
  ),
  quiet(
    'children polled in turn until they are done',
    inTurn(
      9,
      ['x', 'y', 'z'].map((id) => [
        'child_status',
        { id },
        (n: number) => ({ id, status: n < 8 ? 'running' : 'done' }),
        READ,
      ]),
    ),
  ),
  quiet(
    'a poll and a pause in turn',
    inTurn(7, [
      ['job', { id: 'j' }, (n) => ({ state: n < 6 ? 'queued' : 'done' }), READ],
      ['wait', { s: 10 }, 'Waited 10 seconds', { ms: 10_000 }],
    ]),
  ),
  quiet(
    'a conversation between two agents that moves on',
    inTurn(6, [
      [
        'tell',
        (n) => ({
          to: 'b',
          text: oneOf(
            'Draft ready',
            'Shorter',
            'Better title',
            'Add a chart',
            'Fix a typo',
            'Send it',
          )(n),
        }),
        (n) => `b: done with ${oneOf('draft', 'cut', 'title', 'chart', 'typo', 'mail')(n)}`,
        { agent: 'a' },
      ],
      [
        'tell',
        (n) => ({
          to: 'a',
          text: oneOf('Cut it', 'New title?', 'Chart?', 'Typo on 3', 'Final?', 'Sent')(n),
        }),
        (n) => `a: ok, ${n + 1} of 6`,
        { agent: 'b' },
      ],
    ]),
  ),
  calm(
    'looks of one lap more than needed',
    inTurn(
      2,
      ['a', 'b', 'c'].map((id) => ['card', { id }, `card ${id} is open`, READ]),
    ),
  ),
  quiet(
    'a look or two after a deed',
    made((run) =>
      run
        .call('book', { room: 'r-4' }, { ok: true }, WRITE)
        .call('get_room', { room: 'r-4' }, 'r-4: booked', READ)
        .call('calendar', { room: 'r-4' }, 'r-4: Monday', READ),
    ),
  ),
  quiet(
    'a saved file that is read part by part',
    made((run) => {
      run.call('save', { path: 'src/a.ts' }, 'Saved src/a.ts', WRITE);
      for (let part = 0; part < 8; part += 1)
        run.call('view', { path: 'src/a.ts', from: part * 40 }, `part ${part}: body`, READ);
    }),
  ),
  quiet(
    'other screens behind one button',
    saidInTurn(6, [
      'press',
      { key: 'Tab' },
      (n) => `focus on ${oneOf('name', 'street', 'town', 'phone', 'mail', 'send')(n)} input`,
    ]),
  ),
];
