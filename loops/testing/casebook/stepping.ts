import { oneOf, saidInTurn } from '../said-in-turn.ts';
import { quiet, READ, WRITE } from './story.ts';
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
const TOWNS = oneOf('Braga', 'Faro', 'Évora', 'Sintra', 'Tomar', 'Lagos', 'Aveiro', 'Viseu');
const mcp = (value: unknown): Record<string, unknown> => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
});

/** Going on step by step, and batches. */
export const STEPPING: readonly Story[] = [
  quiet(
    'a file read forward in windows',
    saidInTurn(9, [
      'read',
      (n) => ({ f: 'long.txt', from: n * 40, to: n * 40 + 39 }),
      (n) =>
        `line ${n * 40}: topic ${n * 3}\nline ${n * 40 + 1}: topic ${n * 5 + 1}\nline ${n * 40 + 2}: end of ${n}`,
      READ,
    ]),
  ),
  quiet(
    'a book read in windows that overlap',
    saidInTurn(10, [
      'read',
      (n) => ({ f: 'book', from: n * 30 }),
      (n) =>
        Array.from(
          { length: 36 },
          (_, at) => `${n * 30 + at}: sentence ${(n * 30 + at) * 11}`,
        ).join('\n'),
      READ,
    ]),
  ),
  quiet(
    'a calendar that is turned page by page',
    saidInTurn(6, [
      'click',
      { name: 'Next month' },
      (n) => `${oneOf('May', 'June', 'July', 'August', 'September', 'October')(n)} 2026`,
      {},
    ]),
  ),
  quiet('keys that are only acknowledged', saidInTurn(5, ['key', { k: 'ArrowDown' }, 'ok'])),
  quiet(
    'moves of a game',
    saidInTurn(9, [
      'move',
      (n) => ({ to: oneOf('e4', 'd4', 'c4', 'f4')(n) }),
      (n) => `You moved. Score ${n * 3}, ${20 - n} stones left.`,
    ]),
  ),
  quiet(
    'steps through a maze',
    saidInTurn(9, [
      'go',
      { dir: 'north' },
      (n) =>
        `You stand in room ${n + 4}; exits: ${oneOf('north', 'north, east', 'north, west')(n)}.`,
    ]),
  ),
  quiet(
    'scrolls that show other rows',
    saidInTurn(8, [
      'scroll',
      { by: 600 },
      (n) => `rows ${n * 20 + 1}-${n * 20 + 20}, ${4_000 - n * 500} px below`,
    ]),
  ),
  quiet(
    'mails to other people',
    saidInTurn(12, [
      'mail',
      (n) => ({ to: `${PEOPLE(n)}@corp.example`, text: 'Welcome' }),
      { status: 'sent' },
      WRITE,
    ]),
  ),
  quiet(
    'mails of an undeclared tool',
    saidInTurn(12, [
      'mail',
      (n) => ({ to: `${PEOPLE(n)}@corp.example`, text: 'Welcome' }),
      'Message accepted for delivery.',
    ]),
  ),
  quiet(
    'records told apart by a number',
    saidInTurn(30, ['import_record', (n) => ({ nth: n }), { ok: true }, WRITE]),
  ),
  quiet(
    'records of an undeclared tool',
    saidInTurn(30, ['import_record', (n) => ({ nth: n }), mcp({ ok: true })]),
  ),
  quiet(
    'rows inserted in one statement each',
    saidInTurn(9, [
      'sql',
      (n) => ({ q: `insert into users(name) values ('${PEOPLE(n)}')` }),
      'INSERT 0 1',
    ]),
  ),
  quiet(
    'files written with one answer',
    saidInTurn(9, [
      'write',
      (n) => ({ f: `out/${PEOPLE(n)}.json`, text: `{"n": ${n}}` }),
      'File written successfully',
    ]),
  ),
  quiet(
    'weather of other towns',
    saidInTurn(8, ['weather', (n) => ({ town: TOWNS(n) }), { sky: 'clear', wind: 'light' }, READ]),
  ),
  quiet(
    'checks of other files that pass',
    saidInTurn(9, ['lint', (n) => ({ f: `src/${PEOPLE(n)}.ts` }), 'No problems found.', READ]),
  ),
  quiet(
    'slots of other days',
    saidInTurn(5, ['slots', (n) => ({ day: `2026-06-0${n + 1}` }), { free: true }, READ]),
  ),
];
