import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { FAILED, loop, made, quiet, calm, READ, WRITE } from './story.ts';
import type { Story } from './story.ts';

const GOOD_PAGE =
  'Checkout. Your basket holds two things. Pay now (disabled until an address is given).';

/** A picture that is another picture each time. */
function picture(nth: number): string {
  const pixels = Array.from({ length: 90 }, (_, at) => 'Ab3dE7gH9k'[(at * 7 + nth * 3) % 10]);
  return `data:image/png;base64,${pixels.join('')}`;
}

/** What agents do that write programs and click through pages. */
export const CODING_AGENTS: readonly Story[] = [
  loop(
    ['exact', 'interleaved'],
    3,
    'the tests run anew with nothing changed',
    saidInTurn(4, [
      'bash',
      { command: 'pytest -q' },
      (n) => `..F..F\n2 failed, 10 passed in 3.${n}1s`,
    ]),
  ),
  quiet(
    'the tests after each edit of unknown effect, fewer failing',
    inTurn(5, [
      [
        'str_replace',
        (n) => ({ path: 'a.py', new: `fix ${n}` }),
        (n) => `The file has been edited (${n}).`,
      ],
      ['bash', { command: 'pytest -q' }, (n) => `${5 - n} failed, ${7 + n} passed in 3.1s`],
    ]),
  ),
  loop(
    'validation',
    3,
    'an edit whose text does not occur, guessed anew',
    saidInTurn(4, [
      'edit',
      (n) => ({
        file: 'a.ts',
        old_string: oneOf('let a = 1', 'let a=1', 'const a = 1', 'var a = 1')(n),
      }),
      'String to replace not found in file.',
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'an edit whose text does not occur, word for word',
    saidInTurn(3, [
      'edit',
      { file: 'a.ts', old_string: 'let a = 1' },
      'old_string not found in a.ts',
      FAILED,
    ]),
  ),
  quiet(
    'a file read after each edit',
    inTurn(6, [
      ['read_file', { path: 'a.ts' }, (n) => `export const a = ${n};`, READ],
      ['edit_file', (n) => ({ path: 'a.ts', line: n }), 'Edit applied.', {}],
    ]),
  ),
  quiet(
    'the status between edits, as before',
    inTurn(6, [
      ['edit_file', (n) => ({ path: 'a.ts', line: n }), 'Edit applied.', WRITE],
      ['bash', { command: 'git status --short' }, ' M a.ts', READ],
    ]),
  ),
  calm(
    'the status between edits of unknown effect, as before',
    inTurn(5, [
      ['edit_file', (n) => ({ path: 'a.ts', text: `part ${n}` }), 'Edit applied.'],
      ['bash', { command: 'git status --short' }, ' M a.ts'],
    ]),
  ),
  quiet(
    'a walk through folders',
    saidInTurn(6, [
      'bash',
      (n) => ({ command: `ls ${oneOf('.', 'src', 'src/web', 'docs', 'test', 'bench')(n)}` }),
      (n) => oneOf('src docs test', 'web api', 'a.tsx b.tsx', 'index.md', 'a.test.ts', 'run.ts')(n),
    ]),
  ),
  loop(
    'exact',
    3,
    'one folder listed again',
    saidInTurn(4, ['list_dir', { path: '.' }, 'src docs test', READ]),
  ),
  loop(
    'cycle',
    [5, 6],
    'two files read in turn',
    inTurn(4, [
      ['cat', { path: 'a.ts' }, 'export const a = 1;', READ],
      ['cat', { path: 'b.ts' }, 'export const b = 2;', READ],
    ]),
  ),
  loop(
    ['exact', 'validation'],
    3,
    'a script that is not there',
    saidInTurn(3, [
      'bash',
      { command: 'npm run buidl' },
      'npm error Missing script: "buidl"',
      FAILED,
    ]),
  ),
  quiet(
    'the compiler after each edit',
    inTurn(5, [
      [
        'bash',
        { command: 'tsc --noEmit' },
        (n) => `a.ts(${n * 3 + 1},5): error TS23${n}2: not assignable`,
      ],
      ['write_file', (n) => ({ path: 'a.ts', content: `v${n}` }), 'File written successfully.'],
    ]),
  ),
  loop(
    'exact',
    3,
    'a button that does nothing',
    saidInTurn(4, ['click', { index: 12 }, `Clicked element 12. ${GOOD_PAGE}`]),
  ),
  quiet(
    'a picture after each click',
    inTurn(4, [
      ['click', (n) => ({ index: n * 4 }), (n) => `Clicked element ${n * 4}`],
      ['screenshot', {}, picture, READ],
    ]),
  ),
  loop(
    'exact',
    3,
    'one picture taken again',
    saidInTurn(4, ['screenshot', {}, () => picture(1), READ]),
  ),
  quiet(
    'a page scrolled through',
    saidInTurn(6, [
      'scroll',
      { direction: 'down' },
      (n) =>
        `Section ${oneOf('one: origins', 'two: growth', 'three: decline', 'four: renewal', 'five: today', 'six: sources')(n)}`,
    ]),
  ),
  loop(
    ['exact', 'stagnant'],
    3,
    'scrolling on at the end of a page',
    saidInTurn(4, [
      'scroll',
      { direction: 'down' },
      'Footer: imprint, contact, privacy, terms of use',
    ]),
  ),
  quiet(
    'a form filled in',
    saidInTurn(5, [
      'type',
      (n) => ({ index: n, text: oneOf('Ann', 'Bee', 'Road 1', '1010', 'Town')(n) }),
      (n) => `Typed into element ${n}`,
    ]),
  ),
  loop(
    ['exact', 'empty'],
    3,
    'an address that is not there',
    saidInTurn(3, [
      'navigate',
      { url: 'https://shop.example/cart' },
      '404 Not Found. The page you look for has moved.',
      READ,
    ]),
  ),
  loop(
    'cycle',
    [5, 6],
    'to a page and back',
    inTurn(4, [
      ['click', { text: 'Prices' }, 'Prices: small 10, large 20. Back to start.', READ],
      ['go_back', {}, 'Start: welcome. Prices. About us.', READ],
    ]),
  ),
  quiet(
    'notes to oneself at each step',
    saidInTurn(8, [
      'think',
      (n) => ({ thought: `Now ${oneOf('read', 'plan', 'edit', 'test')(n)} part ${n}` }),
      'Your thought has been logged.',
      READ,
    ]),
  ),
  quiet(
    'a to-do list kept up',
    inTurn(6, [
      [
        'todo_write',
        (n) => ({
          todos: [
            { t: 'a', done: n > 1 },
            { t: 'b', done: n > 3 },
            { t: 'c', at: n },
          ],
        }),
        'Todos have been modified successfully.',
      ],
      ['read_file', (n) => ({ path: `src/p${n}.ts` }), (n) => `defines p${n}`, READ],
    ]),
  ),
  loop(
    ['noop_write', 'exact'],
    [2, 3],
    'the same to-do list written again',
    saidInTurn(3, ['todo_write', { todos: [{ t: 'a', done: false }] }, 'Todos updated.', WRITE]),
  ),
  loop(
    ['exact', 'batch'],
    3,
    'one thought thought again',
    saidInTurn(3, [
      'think',
      { thought: 'I must look at the failing test before I go on' },
      'Your thought has been logged.',
      READ,
    ]),
  ),
  quiet(
    'looks at what was deployed, one each',
    made((run) =>
      run
        .call('deploy', { app: 'shop-2' }, { ok: true }, WRITE)
        .call('get_status', { app: 'shop-2' }, 'up', READ)
        .call('get_logs', { app: 'shop-2' }, 'listening on 80', READ)
        .call('get_metrics', { app: 'shop-2' }, { rps: 12 }, READ),
    ),
  ),
];
