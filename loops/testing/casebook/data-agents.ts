import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { FAILED, loop, made, quiet, READ, requestId, WRITE } from './story.ts';
import type { Story } from './story.ts';

const cursor = (n: number): string =>
  Buffer.from(`{"offset":${n * 20},"k":"${requestId(n).slice(0, 4)}"}`).toString('base64');
const CHUNKS_A = [
  { id: 'c-14', text: 'Refunds are made within ten days of the return.' },
  { id: 'c-15', text: 'The card that paid is credited.' },
  { id: 'c-19', text: 'Gift cards are not refunded.' },
];
const CHUNKS_B = [
  { id: 'c-51', text: 'Returns need the label from the box.' },
  { id: 'c-52', text: 'Labels can be printed at home.' },
  { id: 'c-57', text: 'The courier takes parcels on weekdays.' },
];
const WORDINGS = oneOf(
  'refund time',
  'how long do refunds take',
  'refund duration days',
  'time until refund is paid',
  'refund processing time',
  'when is a refund paid',
  'refund wait',
  'days until the refund',
);

/** Rows, documents and pages. */
export const DATA_AGENTS: readonly Story[] = [
  loop(
    'interleaved',
    [5, 7],
    'a schema looked up before each query',
    inTurn(5, [
      ['describe_table', { table: 'orders' }, 'id int, placed date, total numeric', READ],
      [
        'sql',
        (n) => ({ q: `select count(*) from orders where total > ${n * 100 + 10}` }),
        (n) => `count\n${812 - n * 31}`,
        READ,
      ],
    ]),
  ),
  loop(
    ['validation'],
    [3, 4],
    'a query whose mistake stays',
    saidInTurn(4, [
      'sql',
      (n) => ({
        q: `select top ${n + 5} name, total from orders ${oneOf('', 'as o', 'o where true', 'o order by total')(n)}`,
      }),
      'ERROR: syntax error at or near "top"',
      FAILED,
    ]),
  ),
  quiet(
    'six hundred rows with a few that are refused',
    made((run) => {
      for (let nth = 0; nth < 600; nth += 1) {
        const isBad = nth % 31 === 7;
        run.call(
          'insert_row',
          { table: 'contacts', row: { nth, mail: `p${nth}@x.example` } },
          isBad ? 'Validation error: mail is not valid' : { inserted: 1 },
          { ...WRITE, ...(isBad ? FAILED : {}) },
        );
      }
    }),
  ),
  quiet(
    'rows that are as they were, each another',
    saidInTurn(40, [
      'upsert',
      (n) => ({ id: `sku-${n}`, price: 4 + n }),
      { status: 'unchanged' },
      WRITE,
    ]),
  ),
  loop(
    'noop_write',
    2,
    'one row that is as it was',
    saidInTurn(4, ['upsert', { id: 'sku-4', price: 9 }, { status: 'unchanged' }, WRITE]),
  ),
  quiet(
    'pages by opaque cursors',
    saidInTurn(6, [
      'list_issues',
      (n) => (n === 0 ? {} : { cursor: cursor(n) }),
      (n) => ({
        issues: [{ id: n * 20 + 1 }, { id: n * 20 + 2 }, { id: n * 20 + 3 }],
        nextCursor: cursor(n + 1),
      }),
      READ,
    ]),
  ),
  loop(
    ['stagnant'],
    [3, 6],
    'opaque cursors that the server does not heed',
    saidInTurn(7, [
      'list_issues',
      (n) => (n === 0 ? {} : { cursor: cursor(n) }),
      (n) => ({ issues: [{ id: 'i-1' }, { id: 'i-2' }, { id: 'i-3' }], nextCursor: cursor(n + 1) }),
      READ,
    ]),
  ),
  loop(
    ['stagnant', 'cycle', 'interleaved'],
    [6, 10],
    'rewordings that find the one or the other of two sets',
    saidInTurn(10, [
      'retrieve',
      (n) => ({ query: WORDINGS(n) + (n > 7 ? ' please' : '') }),
      (n) => (n % 2 === 0 ? CHUNKS_A : CHUNKS_B),
      READ,
    ]),
  ),
  quiet(
    'parts in stock or not, one by one',
    saidInTurn(10, [
      'stock',
      (n) => ({
        part: oneOf(
          'bolt',
          'nut',
          'gear',
          'axle',
          'hub',
          'rim',
          'spoke',
          'chain',
          'pedal',
          'fork',
        )(n),
      }),
      (n) => ({ in_stock: n % 2 === 0 }),
      READ,
    ]),
  ),
  loop(
    'stagnant',
    [3, 4],
    'one page under ever other anchors',
    saidInTurn(5, [
      'fetch',
      (n) => ({
        url: `https://docs.example/refunds${oneOf('', '#time', '?utm_source=a', '#cards', '?lang=en')(n)}`,
      }),
      'Refunds\nRefunds are made within ten days of the return.\nThe card that paid is credited.\nGift cards are not refunded.',
      READ,
    ]),
  ),
  quiet(
    'chunks of one document, one by one',
    saidInTurn(8, [
      'get_chunk',
      (n) => ({ doc: 'handbook', index: n }),
      (n) =>
        `Chapter ${n}: ${oneOf('hiring', 'leave', 'travel', 'expenses', 'safety', 'data', 'mail', 'keys')(n)} rules of ${2000 + n}`,
      READ,
    ]),
  ),
];
