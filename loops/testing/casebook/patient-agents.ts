import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { BESIDE, calm, FAILED, loop, made, quiet, READ, WRITE } from './story.ts';
import type { Story } from './story.ts';

/** What agents do that wait, read on, try again and hand over. */
export const PATIENT_AGENTS: readonly Story[] = [
  quiet(
    'a job waited for',
    saidInTurn(6, [
      'get_job',
      { id: 'j1' },
      (n) => ({ id: 'j1', status: n < 5 ? 'running' : 'done' }),
      READ,
    ]),
  ),
  calm(
    'a job that runs on',
    saidInTurn(12, ['get_job', { id: 'j1' }, { id: 'j1', status: 'running' }, READ]),
  ),
  quiet(
    'a job waited for with pauses',
    inTurn(6, [
      ['get_run', { id: 'r9' }, (n) => (n < 5 ? 'state: queued' : 'state: success, 3 files'), READ],
      ['sleep', { seconds: 10 }, 'Slept for 10 seconds', { ms: 10_000 }],
    ]),
  ),
  loop(
    ['exact', 'interleaved'],
    3,
    'a job that has failed, asked again',
    saidInTurn(4, [
      'get_job',
      { id: 'j1' },
      { id: 'j1', status: 'failed', reason: 'disk full' },
      READ,
    ]),
  ),
  quiet(
    'a transfer that moves',
    saidInTurn(8, [
      'get_transfer',
      { id: 't1' },
      (n) => `Transfer t1: ${n * 12} % done, ${n * 40} MB of 330 MB`,
      READ,
    ]),
  ),
  quiet(
    'a list by its cursor',
    saidInTurn(8, [
      'list_users',
      (n) => (n === 0 ? {} : { cursor: `c${n}` }),
      (n) => ({ users: [{ id: `u${n}a` }, { id: `u${n}b` }], next_cursor: `c${n + 1}` }),
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a cursor that stands still',
    saidInTurn(4, [
      'list_users',
      { cursor: 'c2' },
      { users: [{ id: 'u5' }, { id: 'u6' }], next_cursor: 'c2' },
      READ,
    ]),
  ),
  quiet(
    'a scanned book page by page',
    saidInTurn(8, [
      'ocr',
      (n) => ({ file: 'scan.pdf', page: n + 1 }),
      (n) =>
        `Page ${n + 1}\nInvoice for ${oneOf('Ann', 'Bob', 'Cid', 'Dee')(n)}\nTotal ${n * 31 + 7} due\nThank you for your order`,
      READ,
    ]),
  ),
  loop(
    ['sweep', 'interleaved', 'cycle'],
    [8, 12],
    'a scanned book read twice',
    saidInTurn(12, [
      'ocr',
      (n) => ({ file: 'scan.pdf', page: (n % 6) + 1 }),
      (n) =>
        `Page ${(n % 6) + 1}\nInvoice for ${oneOf('Ann', 'Bob', 'Cid', 'Dee', 'Eva', 'Fay')(n)}\nTotal ${(n % 6) * 31 + 7} due`,
      READ,
    ]),
  ),
  quiet(
    'told to slow down, twice',
    made((run) =>
      run
        .call('fetch', { u: '/a' }, '429 Too Many Requests', FAILED)
        .call('sleep', { s: 1 }, 'Slept 1 s', { ms: 1_000 })
        .call('fetch', { u: '/a' }, '429 Too Many Requests', FAILED)
        .call('sleep', { s: 2 }, 'Slept 2 s', { ms: 2_000 })
        .call('fetch', { u: '/a' }, 'page a', READ),
    ),
  ),
  loop(
    'transport',
    5,
    'a service that is down, with pauses',
    inTurn(3, [
      ['fetch', { u: '/a' }, '503 Service Unavailable', FAILED],
      ['sleep', (n) => ({ s: n + 1 }), (n) => `Slept ${n + 1} s`, { ms: 1_000 }],
    ]),
  ),
  quiet(
    'three addresses that time out once',
    saidInTurn(3, [
      'fetch',
      (n) => ({ u: `https://${oneOf('a', 'b', 'c')(n)}.example` }),
      'ETIMEDOUT',
      FAILED,
    ]),
  ),
  loop(
    'denied',
    3,
    'a removal that the user refuses',
    saidInTurn(3, ['bash', { command: 'rm -r build' }, 'Permission denied by user', FAILED]),
  ),
  quiet(
    'twenty things processed',
    saidInTurn(20, ['process_item', (n) => ({ item: `item-${n}` }), { ok: true }]),
  ),
  quiet(
    'each helper sets itself up',
    made((run) => {
      for (const agent of ['a', 'b', 'c', 'd'])
        run.call('bash', { command: 'npm ci' }, 'added 312 packages', { agent });
    }),
  ),
  loop(
    'cycle',
    [5, 8],
    'two helpers that hand over to each other',
    made((run) => {
      for (let nth = 0; nth < 4; nth += 1)
        run
          .call('transfer_to_billing', { reason: 'refund' }, 'Transferred to billing.', {
            agent: 'support',
          })
          .call('transfer_to_support', { reason: 'not billing' }, 'Transferred to support.', {
            agent: 'billing',
          });
    }),
  ),
  quiet(
    'memory asked before each part',
    saidInTurn(3, [
      'memory_search',
      (n) => ({ q: oneOf('name of customer', 'last order', 'shipping address')(n) }),
      (n) => oneOf('Ann Lee', 'o-77 of May', '1 Road, Town')(n),
      READ,
    ]),
  ),
  loop(
    'duplicate_dispatch',
    2,
    'a mail sent twice in one answer',
    made((run) =>
      run
        .call('send_email', { to: 'a@x.example', subject: 'Hi' }, { sent: true, id: 'm1' }, WRITE)
        .call(
          'send_email',
          { to: 'a@x.example', subject: 'Hi' },
          { sent: true, id: 'm2' },
          { ...WRITE, together: true },
        ),
    ),
  ),
  quiet(
    'one file asked for twice in one answer',
    made((run) =>
      run
        .call('read', { f: 'a.md' }, 'the text of a', READ)
        .call('read', { f: 'a.md' }, 'the text of a', BESIDE),
    ),
  ),
  loop(
    'batch',
    3,
    'one command three times in one answer',
    made((run) => {
      for (let nth = 0; nth < 3; nth += 1)
        run.call('shell', { cmd: 'mvn test' }, 'BUILD FAILURE in module core', {
          together: nth > 0,
        });
    }),
  ),
];
