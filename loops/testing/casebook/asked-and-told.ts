import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import {
  calm,
  FAILED,
  loop,
  made,
  quiet,
  READ,
  requestId,
  timeOfDay,
  WRITE,
  BESIDE,
} from './story.ts';
import type { Story } from './story.ts';

const CITY = oneOf('Porto', 'Lyon', 'Graz', 'Turin', 'Cork', 'Bergen', 'Gdansk', 'Split');

/** Questions, deeds and looks, each beside the one that goes round. */
export const ASKED_AND_TOLD: readonly Story[] = [
  loop(
    ['empty'],
    [3, 7],
    'a table read on past its end',
    saidInTurn(8, [
      'rows',
      (n) => ({ table: 't', offset: n * 3, limit: 3 }),
      (n) =>
        n < 2
          ? [{ id: n * 3 }, { id: n * 3 + 1 }, { id: n * 3 + 2 }]
          : { rows: [], message: 'No more rows.' },
      READ,
    ]),
  ),
  quiet(
    'a webhook set up, tested, set up',
    made((run) =>
      run
        .call('set_hook', { url: 'a' }, 'saved', WRITE)
        .call('test_hook', {}, '500 from receiver', FAILED)
        .call('set_hook', { url: 'b' }, 'saved', WRITE)
        .call('test_hook', {}, '200 from receiver'),
    ),
  ),
  quiet(
    'two backups of one database on purpose, with work between',
    made((run) =>
      run
        .call('backup', { db: 'x' }, { id: 'b-1', ok: true }, WRITE)
        .call('migrate', { to: 4 }, 'migrated', WRITE)
        .call('backup', { db: 'x' }, { id: 'b-2', ok: true }, WRITE),
    ),
  ),
  loop(
    ['transport'],
    [3, 3],
    'a vendor that is overloaded',
    saidInTurn(5, [
      'complete',
      { prompt: 'Summarise the minutes' },
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ]),
  ),
  loop(
    ['validation'],
    [3, 4],
    'a date in the wrong form, in ever other forms',
    saidInTurn(4, [
      'book',
      (n) => ({ day: oneOf('4.8.2026', '04/08/26', 'Aug 4', '4 August 2026')(n) }),
      { error: { code: 'INVALID_ARGUMENT', message: 'day must match YYYY-MM-DD' } },
    ]),
  ),
  quiet(
    'a date mended at the second try',
    made((run) =>
      run
        .call('book', { day: '4.8.2026' }, 'day must match YYYY-MM-DD', FAILED)
        .call('book', { day: '2026-08-04' }, 'booked', WRITE),
    ),
  ),
  quiet(
    'each region deployed and looked at',
    inTurn(5, [
      ['deploy', (n) => ({ region: CITY(n) }), 'Deployed.', WRITE],
      ['health', (n) => ({ region: CITY(n) }), { status: 'ok' }, READ],
    ]),
  ),
  calm(
    'health of one service after each of five deployments elsewhere',
    inTurn(5, [
      ['deploy', (n) => ({ region: CITY(n) }), 'Deployed.', WRITE],
      ['health', {}, { status: 'ok' }, READ],
    ]),
  ),
  loop(
    ['exact', 'interleaved'],
    [3, 8],
    'a health check on and on',
    saidInTurn(8, ['health', {}, { status: 'ok', version: '4.1' }, READ]),
  ),
  quiet(
    'images made, each another',
    saidInTurn(4, [
      'make_image',
      (n) => ({ prompt: `${CITY(n)} at night, in oil` }),
      (n) => ({ url: `https://img.example/${requestId(n)}.png` }),
    ]),
  ),
  quiet(
    'a game of guessing',
    saidInTurn(7, [
      'guess',
      (n) => ({ number: [50, 25, 37, 43, 46, 44, 45][n] }),
      (n) => oneOf('too high', 'too low', 'too low', 'too low', 'too high', 'too low', 'right')(n),
    ]),
  ),
  quiet(
    'a thermostat that is read each hour of a simulation',
    saidInTurn(8, ['read_sensor', (n) => ({ hour: n }), { celsius: 21 }, READ]),
  ),
  loop(
    'stagnant',
    [3, 6],
    'one page of a manual under ever other questions',
    saidInTurn(6, [
      'ask_docs',
      (n) => ({
        question: oneOf(
          'how to rotate keys',
          'rotate the keys how',
          'key rotation how to',
          'how do I rotate my keys',
          'rotating keys',
          'rotate key steps',
        )(n),
      }),
      'See chapter 4: keys are rotated by the administrator under Settings, Security, Keys. The old key is valid for one more day.',
      READ,
    ]),
  ),
  quiet(
    'one command in five folders',
    saidInTurn(5, [
      'bash',
      (n) => ({
        command: `cd services/${oneOf('api', 'web', 'jobs', 'mail', 'auth')(n)} && npm test`,
      }),
      'All tests passed (41).',
    ]),
  ),
  calm(
    'the tests five times after edits of unknown effect, each failing alike',
    inTurn(4, [
      ['edit', (n) => ({ f: 'a.ts', change: `try ${n}` }), (n) => `edited line ${n * 3}`],
      ['bash', { command: 'npm test' }, 'FAIL a.test.ts > adds\n1 failed, 8 passed', FAILED],
    ]),
  ),
  loop(
    ['cycle', 'interleaved', 'exact'],
    [5, 8],
    'a file formatted by two tools that disagree',
    inTurn(5, [
      ['prettier', { f: 'a.ts' }, 'a.ts reformatted', WRITE],
      ['eslint_fix', { f: 'a.ts' }, 'a.ts fixed: 3 problems', WRITE],
    ]),
  ),
  quiet(
    'files looked at beside each other in one answer, then the same in the next',
    made((run) => {
      run.call('read', { f: 'a' }, 'text of a', READ).call('read', { f: 'b' }, 'text of b', BESIDE);
      run.call('read', { f: 'a' }, 'text of a', READ).call('read', { f: 'c' }, 'text of c', BESIDE);
    }),
  ),
  quiet(
    'a stream of chat messages polled',
    saidInTurn(6, [
      'get_messages',
      { room: 1 },
      (n) => ({
        messages: Array.from({ length: n + 1 }, (_, at) => ({
          id: at,
          at: timeOfDay(at),
          text: `m${at}`,
        })),
      }),
      READ,
    ]),
  ),
  loop(
    'exact',
    [3, 3],
    'a chat in which nothing comes',
    saidInTurn(4, ['get_messages', { room: 1 }, { messages: [{ id: 1, text: 'hello' }] }, READ]),
  ),
];
