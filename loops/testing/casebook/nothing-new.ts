import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, loop, READ, timeOfDay } from './story.ts';
import type { Story } from './story.ts';

const REFUND = oneOf(
  'refund status boots',
  'status of boots refund',
  'boots refund',
  'refund boots when',
  'boots: refund status?',
  'refund for boots status',
);

/** Answers that are empty, were read before, or only tell the time. */
export const NOTHING_NEW: readonly Story[] = [
  loop(
    'empty',
    3,
    'an order search that finds none',
    saidInTurn(9, ['orders', { customer: 'c-88' }, { orders: [], total: 0 }, READ]),
  ),
  loop(
    'empty',
    3,
    'nothing, reworded',
    saidInTurn(9, ['orders', (n) => ({ text: REFUND(n) }), { items: [], took_ms: 4 }, READ]),
  ),
  loop(
    'empty',
    3,
    'nothing in MCP content',
    saidInTurn(6, [
      'list_labels',
      { repo: 'shop' },
      { content: [{ type: 'text', text: '[]' }] },
      READ,
    ]),
  ),
  loop(
    'empty',
    3,
    'nothing in a content list that is empty',
    saidInTurn(6, ['list_labels', { repo: 'shop' }, { content: [] }, READ]),
  ),
  loop(
    'empty',
    3,
    'None as Python prints it',
    saidInTurn(5, ['find_contact', { mail: 'a@b.example' }, 'None', READ]),
  ),
  loop(
    ['empty', 'exact'],
    3,
    'no rows in a table',
    saidInTurn(5, [
      'psql',
      { sql: 'select * from refunds where order_id = 88214' },
      ' id | amount\n----+--------\n(0 rows)',
      READ,
    ]),
  ),
  loop(
    ['empty', 'exact'],
    3,
    'no hit of a grep',
    saidInTurn(6, ['grep', { pattern: 'retryPolicy', path: 'core' }, '', READ]),
  ),
  loop(
    ['empty', 'exact'],
    3,
    'nothing in XML',
    saidInTurn(5, ['soap_find', { ref: 'X-9' }, '<results count="0"/>', READ]),
  ),
  loop(
    ['empty', 'stagnant'],
    3,
    'no match said in French',
    saidInTurn(6, [
      'recherche',
      (n) => ({
        texte: oneOf(
          'facture impayée mars',
          'facture de mars impayée',
          'impayée facture mars',
          'mars : facture impayée',
        )(n),
      }),
      (n) =>
        `Aucun résultat trouvé pour « ${oneOf('facture impayée mars', 'facture de mars impayée', 'impayée facture mars', 'mars : facture impayée')(n)} ».`,
      READ,
    ]),
  ),
  loop(
    ['empty', 'exact'],
    3,
    'nothing found, said in Japanese',
    saidInTurn(5, ['kensaku', { q: '返品 期限' }, '該当するデータが見つかりません', READ]),
  ),
  loop(
    'sweep',
    15,
    'a log read to its end and again, shifted',
    saidInTurn(20, [
      'read_log',
      (n) => ({ file: 'app.log', from: (n % 10) * 30 + (n < 10 ? 0 : 15) }),
      (n) => linesFrom((n % 10) * 30 + (n < 10 ? 0 : 15), 30, 300),
      READ,
    ]),
  ),
  loop(
    'sweep',
    15,
    'the same as JSON rows',
    saidInTurn(20, [
      'rows',
      (n) => ({ table: 'events', offset: (n % 10) * 30 + (n < 10 ? 0 : 15), limit: 30 }),
      (n) => ({
        rows: linesFrom((n % 10) * 30 + (n < 10 ? 0 : 15), 30, 300)
          .split('\n')
          .map((text) => ({ text })),
      }),
      READ,
    ]),
  ),
  loop(
    ['stagnant', 'empty'],
    6,
    'a file read on past its end',
    saidInTurn(9, [
      'read_part',
      (n) => ({ file: 'notes.txt', offset: n * 40 }),
      (n) => (n < 3 ? linesFrom(n * 40, 40, 120) : '(end of file, 120 lines)'),
      READ,
    ]),
  ),
  loop(
    ['stagnant', 'empty'],
    5,
    'pages asked for beyond the last',
    saidInTurn(9, [
      'list_orders',
      (n) => ({ page: n + 1 }),
      (n) => (n < 2 ? { orders: [{ id: n }] } : { orders: [], message: 'No more pages.' }),
      READ,
    ]),
  ),
  loop(
    'clock_wait',
    3,
    'the time asked for in a shell',
    saidInTurn(8, [
      'sh',
      { cmd: 'date -u' },
      (n) => `Wed Mar  4 09:${String(n + 10)}:07 UTC 2026`,
      READ,
    ]),
  ),
  loop(
    'clock_wait',
    3,
    'the time from an MCP server',
    saidInTurn(8, [
      'now',
      { tz: 'Europe/Lisbon' },
      (n) => ({
        content: [
          { type: 'text', text: `{"timezone":"Europe/Lisbon","datetime":"${timeOfDay(n)}"}` },
        ],
      }),
      READ,
    ]),
  ),
  loop(
    'clock_wait',
    3,
    'an epoch in an object',
    saidInTurn(8, ['clock', {}, (n) => ({ epoch: 1_772_617_000 + n * 30 }), READ]),
  ),
  calm(
    'the time and a pause in turn',
    inTurn(8, [
      ['now', {}, (n) => timeOfDay(n), READ],
      ['sleep', { s: 5 }, 'Slept 5 s', { ms: 5_000 }],
    ]),
  ),
];

function linesFrom(from: number, count: number, whole: number): string {
  const last = Math.min(from + count, whole);
  return Array.from(
    { length: Math.max(0, last - from) },
    (_, at) => `${from + at}: event ${((from + at) * 37) % 991}`,
  ).join('\n');
}
