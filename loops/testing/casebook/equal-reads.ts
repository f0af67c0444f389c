import { saidInTurn } from '../said-in-turn.ts';
import { loop, made, READ, requestId, timeOfDay, WRITE } from './story.ts';
import type { Story } from './story.ts';

const mcp = (text: string): Record<string, unknown> => ({ content: [{ type: 'text', text }] });
const TREE = 'src/\n  index.ts\n  routes/\n    orders.ts\n    users.ts\npackage.json';
const PAGE = `<html><head><title>Invoices</title></head><body><h1>Invoices</h1><p>Session ended.</p></body></html>`;

/** The same read with the same answer. */
export const EQUAL_READS: readonly Story[] = [
  loop(
    'exact',
    3,
    'a tree listed by an MCP server',
    saidInTurn(9, ['fs_tree', { root: '.' }, mcp(TREE), READ]),
  ),
  loop(
    'exact',
    3,
    'a query whose plan is shown with its run time',
    saidInTurn(6, [
      'pg_query',
      { sql: 'select count(*) from invoices where paid' },
      (n) => `count\n-----\n  412\n(1 row)\nTime: ${3 + n}.${n}12 ms`,
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a Python repr of one record',
    saidInTurn(7, [
      'crm_lookup',
      { email: 'dora@shop.example' },
      "{'id': 88, 'tier': 'gold', 'owner': None}",
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'an XML answer',
    saidInTurn(5, [
      'soap_stock',
      { sku: 'LAMP-4' },
      '<stock><sku>LAMP-4</sku><onHand>0</onHand><reserved>3</reserved></stock>',
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a web answer under ever other request ids',
    saidInTurn(5, [
      'http',
      { url: 'https://api.example/v2/plan' },
      (n) => ({
        success: true,
        data: { plan: 'basic', seats: 4 },
        request_id: requestId(n),
        timestamp: timeOfDay(n),
      }),
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a page fetched with cookies that change',
    saidInTurn(5, [
      'fetch_url',
      { url: 'https://bills.example/list' },
      (n) => `HTTP/2 200\nset-cookie: sid=${requestId(n)}\n\n${PAGE}`,
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a memory that is looked up in Spanish',
    saidInTurn(4, [
      'buscar_memoria',
      { clave: 'preferencias' },
      'Preferencia de asiento: ventana. Idioma: español.',
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'arguments encoded twice',
    saidInTurn(5, [
      'get_doc',
      '"{\\"doc\\": \\"handbook\\"}"',
      'Chapter list: hiring, travel, expenses',
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'keys in ever other orders',
    saidInTurn(6, [
      'quote',
      (n) => (n % 2 === 0 ? { from: 'LIS', to: 'OPO' } : { to: 'OPO', from: 'LIS' }),
      (n) => (n % 2 === 0 ? { fare: 31, seats: 9 } : { seats: 9, fare: 31 }),
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a long text of which the beginning is kept',
    saidInTurn(5, [
      'read_pdf',
      { file: 'terms.pdf' },
      'Clause: the lessee pays the rent in advance. '.repeat(90),
      { ...READ, kept: 2_000 },
    ]),
  ),
  loop(
    'exact',
    3,
    'an undeclared tool that shows a table',
    saidInTurn(4, [
      'run_query',
      { q: 'regions' },
      'region | revenue\nnorth | 120\nsouth | 88\nwest | 340',
    ]),
  ),
  loop(
    'exact',
    3,
    'a step label that nobody needs, declared volatile',
    made(
      (run) => {
        for (let nth = 0; nth < 6; nth += 1)
          run.call(
            'exec',
            { code: 'print(1)', step: `probe ${nth}`, at: timeOfDay(nth) },
            '1 printed to console',
          );
      },
      new Map([['exec', { volatile: ['step', 'at'] }]]),
    ),
  ),
  loop(
    'exact',
    8,
    'after productive work and before more of it',
    made((run) => {
      run
        .call('open', { f: 'a.sql' }, 'create table a', READ)
        .call('open', { f: 'b.sql' }, 'create table b', READ)
        .call('patch', { f: 'a.sql' }, 'patched', WRITE);
      run
        .call('open', { f: 'c.sql' }, 'create table c', READ)
        .call('open', { f: 'd.sql' }, 'create table d', READ);
      run.times(5, 'open', { f: 'a.sql' }, 'create table a2', READ).work(4);
    }),
  ),
  loop(
    'exact',
    3,
    'over a context that was compacted',
    made((run) => {
      for (let nth = 0; nth < 6; nth += 1)
        run.call('read_spec', { part: 'scope' }, 'Scope: billing only.', READ).compact();
    }),
  ),
  loop(
    'exact',
    3,
    'by a sub-agent',
    saidInTurn(5, [
      'glob',
      { pattern: '**/*.proto' },
      'api/v1/orders.proto',
      { ...READ, agent: 'explorer' },
    ]),
  ),
  loop(
    'exact',
    5,
    'with another agent at work meanwhile',
    made((run) => {
      for (let nth = 0; nth < 4; nth += 1)
        run
          .call('glob', { pattern: '*.tf' }, 'main.tf', { ...READ, agent: 'one' })
          .call('open', { f: `n${nth}.tf` }, `resource ${nth}`, { ...READ, agent: 'two' });
    }),
  ),
  loop(
    'exact',
    3,
    'a tool that tells the agent to call again',
    saidInTurn(6, [
      'next_question',
      {},
      'Question stored. Please call next_question to continue.',
      READ,
    ]),
  ),
  loop(
    ['exact', 'denied'],
    4,
    'a framework that says the input was used before',
    made((run) => {
      run
        .call('scrape', { site: 'a' }, 'Prices: 12, 14', READ)
        .times(
          5,
          'scrape',
          { site: 'a' },
          "I tried reusing the same input, I must stop using this action input. I'll try something else instead.",
          READ,
        );
    }),
  ),
  loop(
    'exact',
    3,
    'a screen that does not change when it is scrolled',
    saidInTurn(6, ['swipe_up', {}, 'screen: Settings > About; bottom reached, 0 px left']),
  ),
  loop(
    'exact',
    3,
    'a click on a button that does nothing',
    saidInTurn(5, [
      'click',
      { selector: '#save' },
      'Page unchanged: form "Profile" with 3 empty required inputs',
      {},
    ]),
  ),
];
