import { oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, FAILED, loop, made, quiet, READ, timeOfDay, WRITE } from './story.ts';
import type { Story } from './story.ts';

const FAILED_WRITE = { ...FAILED, ...WRITE };

/** Refusals, faults that pass, and failures that are got over. */
export const PASSING_FAULTS: readonly Story[] = [
  loop(
    'denied',
    3,
    'a user who says no',
    saidInTurn(5, [
      'bash',
      { cmd: 'rm -rf dist' },
      "The user doesn't want to proceed with this tool use. The tool use was rejected.",
      FAILED,
    ]),
  ),
  loop(
    'denied',
    3,
    'a policy',
    saidInTurn(5, [
      'send_mail',
      (n) => ({ to: 'all@corp.example', text: `v${n}` }),
      'Blocked by policy: mass mail is not allowed',
      FAILED,
    ]),
  ),
  loop(
    'denied',
    3,
    'a scope that is missing',
    saidInTurn(5, [
      'github',
      { path: '/orgs/x/members' },
      { message: 'Resource not accessible by integration', status: 403 },
      FAILED,
    ]),
  ),
  loop(
    'denied',
    3,
    'a mode without writing',
    saidInTurn(5, [
      'write_file',
      (n) => ({ path: 'a.md', text: `draft ${n}` }),
      'Permission denied: write_file is not allowed in plan mode',
      FAILED,
    ]),
  ),
  loop(
    'denied',
    4,
    'a harness that does not run it again',
    made((run) => {
      run
        .call('open', { f: 'plan.md' }, '1. collect 2. compare', READ)
        .times(
          5,
          'open',
          { f: 'plan.md' },
          'This call was blocked by the harness: identical to the previous one. Use the earlier result.',
          READ,
        );
    }),
  ),
  loop(
    'transport',
    3,
    'a gateway that answers 502 and 504',
    saidInTurn(6, [
      'quote',
      { s: 'ACME' },
      oneOf('502 Bad Gateway', '504 Gateway Time-out'),
      FAILED,
    ]),
  ),
  loop(
    'transport',
    3,
    'a rate limit with a time that moves',
    saidInTurn(6, [
      'llm_rank',
      { doc: 4 },
      (n) => ({
        error: { type: 'rate_limit_error', message: `Too many requests, retry in ${20 - n} s` },
      }),
    ]),
  ),
  loop(
    'transport',
    3,
    'a server that cannot be reached',
    saidInTurn(6, ['mcp_ping', {}, 'connect ECONNREFUSED 127.0.0.1:8931', FAILED]),
  ),
  loop(
    'transport',
    3,
    'a Python exception',
    saidInTurn(6, [
      'fetch',
      { u: 'https://a.example' },
      (n) =>
        `requests.exceptions.ReadTimeout: HTTPSConnectionPool(host='a.example', port=443): Read timed out. (read timeout=${10 + n})`,
      FAILED,
    ]),
  ),
  loop(
    'transport',
    3,
    'a fault inside MCP content',
    saidInTurn(6, [
      'fetch',
      { u: 'https://a.example' },
      {
        content: [{ type: 'text', text: 'Error: request timed out after 30000 ms' }],
        isError: true,
      },
    ]),
  ),
  loop(
    'transport',
    2,
    'a write that may have been made',
    saidInTurn(4, [
      'pay',
      { invoice: 'i-9', eur: 40 },
      'timeout of 30000 ms exceeded',
      { ...FAILED_WRITE, ms: 30_000 },
    ]),
  ),
  loop(
    'transport',
    2,
    'a write whose connection broke',
    saidInTurn(4, ['queue_job', { report: 'weekly' }, 'fetch failed', FAILED_WRITE]),
  ),
  loop(
    'transport',
    2,
    'tickets with ever other summaries, identity declared',
    made(
      (run) => {
        for (let nth = 0; nth < 8; nth += 1)
          run.call(
            'open_case',
            { account: 'a-4', topic: 'refund', text: `Customer asks again, version ${nth}` },
            'timeout: no answer within 30 s',
            { ...FAILED_WRITE, ms: 30_000 },
          );
      },
      new Map([['open_case', { identity: ['account', 'topic'], effect: 'write' as const }]]),
    ),
  ),
  loop(
    ['transport', 'exact'],
    2,
    'a mail sent again after the client had given up',
    made((run) => {
      run
        .call(
          'mail',
          { to: 'x@y.example', subject: 'Invoice' },
          { isError: false, messageId: 'm-17' },
          { ...WRITE, ms: 60_400 },
        )
        .call(
          'mail',
          { to: 'x@y.example', subject: 'Invoice' },
          { isError: false, messageId: 'm-18' },
          WRITE,
        );
    }),
  ),
  quiet(
    'a retry that works',
    made((run) =>
      run
        .call('quote', { s: 'ACME' }, '503 Service Unavailable', FAILED)
        .call('quote', { s: 'ACME' }, { price: 12 }, READ),
    ),
  ),
  quiet(
    'two timeouts and an answer',
    made((run) =>
      run
        .times(2, 'build', { target: 'web' }, 'timed out', FAILED)
        .call('build', { target: 'web' }, 'built web in 40 s'),
    ),
  ),
  calm(
    'failing edits that get there at the fifth',
    made((run) => {
      for (let nth = 0; nth < 4; nth += 1)
        run.call('edit', { p: 'a', old: `size = ${nth}` }, 'text not found in a', FAILED);
      run.call('edit', { p: 'a', old: 'size =\n 7' }, '1 replacement', WRITE);
    }),
  ),
  quiet(
    'missing fields that are added one by one',
    made((run) =>
      run
        .call('mk', { a: 1 }, 'field "b" is required', FAILED)
        .call('mk', { a: 1, b: 1 }, 'field "c" is required', FAILED)
        .call('mk', { a: 1, b: 1, c: 1 }, { ok: true }, WRITE),
    ),
  ),
  quiet(
    'a build that fails for another reason each time',
    made((run) => {
      for (const [nth, fault] of [
        'missing semicolon in a.c',
        'undefined reference to main',
        'unused variable x',
        'type mismatch in b.c',
      ].entries())
        run
          .call('make', {}, `error: ${fault}`, FAILED)
          .call('edit', { f: 'a.c', change: nth }, `edited ${nth}`, WRITE);
      run.call('make', {}, 'build finished');
    }),
  ),
  quiet(
    'paths that are tried one after the other',
    made((run) => {
      for (const path of ['conf.yml', 'config.yml', 'etc/conf.yml'])
        run.call('read', { path }, `ENOENT: no such file: ${path}`, FAILED);
      run.call('read', { path: 'etc/app.yml' }, 'listen: 8080', READ);
    }),
  ),
  quiet(
    'documents that tell of faults',
    saidInTurn(6, [
      'read',
      (n) => ({ p: `runbook-${n}.md` }),
      (n) => `Step ${n}: if you see "permission denied" or HTTP 500, restart node ${n}.`,
      READ,
    ]),
  ),
  quiet(
    'a rate limit waited out',
    made((run) =>
      run
        .call('post', { t: 1 }, '429 Too Many Requests', FAILED_WRITE)
        .call('sleep', { s: 20 }, 'Slept 20 s', { ms: 20_000 })
        .call('post', { t: 1 }, { ok: true, at: timeOfDay(1) }, WRITE),
    ),
  ),
];
