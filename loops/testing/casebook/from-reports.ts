import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, FAILED, loop, made, quiet, READ, requestId, WRITE } from './story.ts';
import type { Story } from './story.ts';

const STATEMENT = oneOf(
  'SELECT region, sum(amount) FROM main.sales.orders GROUP BY region',
  'SELECT o.region, SUM(o.amount) AS total FROM main.sales.orders o GROUP BY o.region',
  'SELECT region, sum(amount) total FROM main.sales.orders GROUP BY 1 ORDER BY 2 DESC',
  'SELECT DISTINCT region FROM main.sales.orders',
);
const NAMES = oneOf('Acme', 'Borealis', 'Cyan Works', 'Dunlin Sons', 'Elder', 'Fjord');
const FIRST_NAMES = oneOf('Ann', 'Bob', 'Cid', 'Dee', 'Eve', 'Fay');

/** What public reports told: failures that nobody marked, deeds done anew, names of several words, waits for what is over. */
export const FROM_REPORTS: readonly Story[] = [
  loop(
    ['validation'],
    [3, 4],
    'a failure that the tool does not mark, met by ever other statements',
    saidInTurn(4, [
      'query',
      (n) => ({ sql: STATEMENT(n) }),
      'Error: [SINGLE_PART_NAMESPACE] the catalog requires a single-part namespace, but got main.sales',
    ]),
  ),
  calm(
    'failures that the tool does not mark, of other things',
    saidInTurn(4, [
      'open',
      (n) => ({ name: NAMES(n) }),
      'Error: this document is not shared with you',
    ]),
  ),
  loop(
    ['validation'],
    [3, 4],
    'coworkers that are not among the names listed',
    saidInTurn(4, [
      'delegate',
      (n) => ({
        coworker: oneOf('Researcher', 'the researcher', 'Research agent', 'researcher_a')(n),
      }),
      'Error executing tool. Coworker not found, it must be one of:\n- senior writer\n- editor in chief',
    ]),
  ),
  loop(
    ['validation'],
    [3, 4],
    'one file and ever other lines, with an error that begins by counting',
    saidInTurn(4, [
      'patch',
      (n) => ({ path: 'cli/fill.go', diff: `:${n * 31 + 12}: x := load()` }),
      'Diff 1 failed for file: cli/fill.go\nError: search and replace content are identical',
      FAILED,
    ]),
  ),
  loop(
    'empty',
    3,
    'nichts gefunden, mit anderen Worten gesucht',
    saidInTurn(5, [
      'suchen',
      (n) => ({
        text: oneOf(
          'Rechnung Moss',
          'Moss Rechnung',
          'Rechnungen von Moss',
          'Rechnung Fa. Moss',
        )(n),
      }),
      'Es wurden keine Treffer gefunden.',
    ]),
  ),
  quiet(
    'names of one word and of more, of which nothing is known',
    saidInTurn(5, [
      'ask',
      (n) => ({ question: `What was the revenue of ${NAMES(n)} in 2023?` }),
      (n: number) => `The provided context does not contain information about ${NAMES(n)}.`,
      READ,
    ]),
  ),
  quiet(
    'a name before small letters, of which nothing is known',
    saidInTurn(5, ['find', (n) => ({ query: `${FIRST_NAMES(n)} travel budget` }), [], READ]),
  ),
  loop(
    'exact',
    3,
    'a flight booked three times, each with its own confirmation',
    saidInTurn(3, [
      'book',
      { from: 'Berlin', to: 'Lisbon' },
      (n: number) =>
        `The flight to Lisbon is booked. Your confirmation number is ${oneOf('QX7T2A', 'LM90PB', 'ZK31VD')(n)}.`,
    ]),
  ),
  loop(
    'exact',
    [6, 8],
    'a timer put up in the background, and another, and another',
    saidInTurn(9, [
      'shell',
      { command: 'sleep 60', background: true },
      (n: number) => `Command running in background with ID: bash_${n + 11}`,
    ]),
  ),
  calm(
    'three pictures made from one prompt',
    saidInTurn(3, ['draw', { prompt: 'a red boat' }, (n: number) => `Image created: id ${n + 70}`]),
  ),
  quiet(
    'a queue from which the next is taken each time',
    inTurn(7, [
      ['next_ticket', {}, (n: number) => ({ ticket_id: n * 7 + 3, status: 'open' })],
      ['close_ticket', (n: number) => ({ ticket_id: n * 7 + 3 }), 'closed', WRITE],
    ]),
  ),
  loop(
    'cycle',
    [6, 7],
    'one task given back and forth through one tool',
    made((run) => {
      const task = oneOf(
        'Write the intro',
        'Please write the introduction',
        'The intro is yours to write',
      );
      const research = oneOf(
        'Do the research',
        'Please research it first',
        'Research for the intro',
      );
      for (let lap = 0; lap < 4; lap += 1) {
        run.call('delegate', { to: 'writer', task: task(lap) }, 'I need the research first.', {
          agent: 'r',
        });
        run.call(
          'delegate',
          { to: 'r', task: research(lap) },
          'The writer should begin with the intro.',
          {
            agent: 'writer',
          },
        );
      }
    }),
  ),
  loop(
    ['exact', 'stagnant'],
    3,
    'waiting for a command that has ended',
    saidInTurn(6, [
      'read_session',
      { session: 41, wait_ms: 1000 },
      'error: could not compile `app`\n\nProcess exited with code 101',
      { ms: 1000 },
    ]),
  ),
  quiet(
    'an approval that is waited for',
    made((run) =>
      run
        .times(
          8,
          'approval',
          { of: 'rq-19' },
          { decision: null, status: 'awaiting approver' },
          READ,
        )
        .call('approval', { of: 'rq-19' }, { decision: 'approved', status: 'closed' }, READ),
    ),
  ),
  loop(
    'reverify',
    [6, 7],
    'an invoice looked at in seven ways by the number it was given',
    made((run) => {
      run.call('create_invoice', { customer: 'c-77', amount: 420 }, { invoice_id: 'INV-9' }, WRITE);
      for (const part of ['', '_pdf', '_status', '_lines', '_history', '_owner', '_tax'])
        run.call(`get_invoice${part}`, { invoice_id: 'INV-9' }, { part, of: 'INV-9' }, READ);
    }),
  ),
  loop(
    'transport',
    3,
    'a warehouse that times out for ever other words',
    saidInTurn(4, [
      'warehouse',
      (n) => ({ question: oneOf('orders May', 'orders of May', 'orders in May', 'May orders')(n) }),
      'Request timed out',
      { error: true, effect: 'read', ms: 60_000 },
    ]),
  ),
  loop(
    'exact',
    3,
    'a short request id beside what is asked for',
    saidInTurn(4, [
      'stock',
      (n) => ({ sku: 'A-1', request_id: `r-${n * 7919 + 40_000}` }),
      { sku: 'A-1', stock: 4, warehouse: 'north', price: 12.5 },
      READ,
    ]),
  ),
  quiet(
    'requests approved one after the other',
    saidInTurn(8, [
      'approve',
      (n) => ({ request_id: requestId(n), comment: 'as discussed' }),
      { approved: true, notified: ['manager', 'requester'], workflow: 'standard', stage: 'closed' },
    ]),
  ),
  quiet(
    'leaves approved by number, each told to the same three',
    saidInTurn(10, [
      'approve',
      (n) => ({ request_id: n + 41, note: 'ok' }),
      { approved: true, notified: ['manager', 'payroll', 'employee'], mail: 'sent' },
    ]),
  ),
  calm(
    'names of one and of three words before small letters, of which nothing is known',
    saidInTurn(4, [
      'find',
      (n) => ({
        query: `${oneOf('Ada Moss', 'Dov', 'Chi Tanaka', 'Eli Le Roy')(n)} leave request`,
      }),
      { files: [] },
      READ,
    ]),
  ),
  loop(
    'exact',
    [6, 7],
    'one worker started again and again',
    saidInTurn(8, ['start', { queue: 'mail' }, (n: number) => `Worker started: ${4400 + n * 13}`]),
  ),
];
