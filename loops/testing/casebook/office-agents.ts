import { oneOf, saidInTurn } from '../said-in-turn.ts';
import { FAILED, loop, made, quiet, READ, WRITE } from './story.ts';
import type { Story } from './story.ts';

const WORDINGS = oneOf(
  'refund policy for shoes',
  'policy on refund of shoes',
  'shoes refund rules policy',
  'refund shoes policy terms',
  'what is the refund policy for shoes',
);
const DOCS = [
  { id: 'd1', title: 'Refunds' },
  { id: 'd2', title: 'Shoes' },
  { id: 'd7', title: 'Terms' },
];

/** What agents do that search, ask stores and write records. */
export const OFFICE_AGENTS: readonly Story[] = [
  loop(
    'empty',
    3,
    'a query reworded, no rows',
    saidInTurn(4, [
      'sql',
      (n) => ({
        query: `SELECT * FROM orders WHERE customer = 'C-7841' ${oneOf('', 'LIMIT 5', 'ORDER BY id', 'AND 1 = 1')(n)}`,
      }),
      [],
      READ,
    ]),
  ),
  quiet(
    'three tables without rows',
    saidInTurn(3, [
      'sql',
      (n) => ({ query: `SELECT count FROM ${oneOf('invoices', 'shipments', 'returns')(n)}` }),
      [],
      READ,
    ]),
  ),
  loop(
    'validation',
    3,
    'a column that is not there',
    saidInTurn(4, [
      'sql',
      (n) => ({
        query: `SELECT ${oneOf('nmae', 'nmae, id', 'id, nmae', 'max(nmae)')(n)} FROM people`,
      }),
      'no such column: nmae',
      FAILED,
    ]),
  ),
  quiet(
    'other mistakes in each query, then rows',
    made((run) =>
      run
        .call('sql', { query: 'SELECT nmae FROM people' }, 'no such column: nmae', FAILED)
        .call('sql', { query: 'SELECT name FROM person' }, 'no such table: person', FAILED)
        .call('sql', { query: 'SELECT name FROM people' }, [['Ann'], ['Bob']], READ),
    ),
  ),
  quiet(
    'rows page by page',
    saidInTurn(6, [
      'sql',
      (n) => ({ query: `SELECT id FROM orders LIMIT 2 OFFSET ${n * 2}` }),
      (n) => [[n * 2 + 1], [n * 2 + 2]],
      READ,
    ]),
  ),
  loop(
    ['stagnant', 'sweep'],
    [3, 6],
    'pages of a tool that knows no pages',
    saidInTurn(6, [
      'list_orders',
      (n) => ({ page: n + 1 }),
      { orders: [{ id: 'o1' }, { id: 'o2' }, { id: 'o3' }] },
      READ,
    ]),
  ),
  loop(
    'stagnant',
    3,
    'documents sought in other words, the same found',
    saidInTurn(4, ['search', (n) => ({ query: WORDINGS(n) }), DOCS, READ]),
  ),
  quiet(
    'documents sought in other words, others found',
    saidInTurn(5, [
      'search',
      (n) => ({ query: WORDINGS(n) }),
      (n) => [DOCS[0], { id: `e${n}`, title: `E${n}` }, { id: `f${n}`, title: `F${n}` }],
      READ,
    ]),
  ),
  quiet(
    'eight questions of a study',
    saidInTurn(8, [
      'web_search',
      (n) => ({
        q: `question ${oneOf('tides', 'moons', 'ports', 'dykes', 'storms', 'maps', 'laws', 'costs')(n)}`,
      }),
      (n) =>
        `1. ${oneOf('Tides rise', 'Moons pull', 'Ports grow', 'Dykes hold', 'Storms come', 'Maps help', 'Laws bind', 'Costs rise')(n)} (source ${n})`,
      READ,
    ]),
  ),
  loop(
    'empty',
    [3, 4],
    'reworded, nothing found in words',
    saidInTurn(5, ['kb_lookup', (n) => ({ query: WORDINGS(n) }), 'No results found.', READ]),
  ),
  loop(
    'exact',
    2,
    'a ticket opened twice',
    saidInTurn(2, [
      'create_ticket',
      { customer: 'c1', title: 'Broken' },
      (n) => ({ ticket_id: `T-${n + 40}` }),
      WRITE,
    ]),
  ),
  quiet(
    'a ticket for each of five',
    saidInTurn(5, [
      'create_ticket',
      (n) => ({ customer: `c${n}`, title: 'Broken' }),
      (n) => ({ ticket_id: `T-${n + 40}` }),
      WRITE,
    ]),
  ),
  loop(
    'transport',
    2,
    'an invoice that times out',
    saidInTurn(3, [
      'create_invoice',
      { order: 'o-77' },
      'Request timed out after 30000 ms',
      { ...FAILED, ...WRITE },
    ]),
  ),
  quiet(
    'one contact, field by field',
    saidInTurn(4, [
      'update_contact',
      (n) => ({ id: 'k1', field: oneOf('phone', 'mail', 'town', 'zip')(n), value: `v${n}` }),
      { updated: true },
      WRITE,
    ]),
  ),
  loop(
    'noop_write',
    [2, 3],
    'a state that is set already',
    saidInTurn(3, ['set_status', { id: 'T-1', status: 'open' }, 'Status is already open.', WRITE]),
  ),
  loop(
    'validation',
    3,
    'a priority guessed',
    saidInTurn(4, [
      'create_lead',
      (n) => ({ name: 'Ann', priority: oneOf('urgent', 'p1', 'top', 'asap')(n) }),
      (n) =>
        `'${oneOf('urgent', 'p1', 'top', 'asap')(n)}' is invalid: priority must be one of low, medium, high`,
      FAILED,
    ]),
  ),
];
