import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, quiet, made, READ, WRITE, FAILED, requestId } from './story.ts';
import type { Story } from './story.ts';

/** The same of sub-agents, searches, builds and fixes that are taken back. */
export const TOLD_OF_AGENTS: readonly Story[] = [
  loop(
    'exact',
    3,
    'monitored hosts listed again and again',
    saidInTurn(5, [
      'zabbix_get_hosts',
      { group: 'Beijing' },
      (n: number) => ({
        content: [
          {
            type: 'text',
            text: JSON.stringify({
              jsonrpc: '2.0',
              result: [
                { hostid: '10084', host: 'bj-web-1', status: '0' },
                { hostid: '10085', host: 'bj-db-1', status: '0' },
              ],
              id: n + 1,
            }),
          },
        ],
      }),
    ]),
  ),
  loop(
    'exact',
    [2, 6],
    'one memory saved again',
    saidInTurn(8, [
      'save_memory',
      { memory: 'The user prefers vegetarian food.' },
      (n: number) => `Memory saved with id ${requestId(n)}`,
    ]),
  ),
  quiet(
    'twelve other statements with other rows',
    saidInTurn(12, [
      'run_sql',
      (n) => ({
        sql: `SELECT ${oneOf('region', 'month', 'product', 'channel')(n)}, SUM(amount) FROM ${oneOf('orders', 'refunds', 'invoices')(n)} WHERE year = ${2015 + n} GROUP BY 1`,
      }),
      (n: number) => `key | sum\n----+-----\na | ${n * 317 + 12}\nb | ${n * 911 + 7}\n(2 rows)`,
    ]),
  ),
  loop(
    'stagnant',
    [3, 6],
    'web searches in other words with the same links',
    saidInTurn(7, [
      'web_search',
      (n) => ({
        query: oneOf(
          'best vector database 2026',
          'top vector databases 2026',
          'vector database comparison 2026',
          'compare vector databases in 2026',
          '2026 vector database ranking',
          'leading vector databases 2026',
          'vector databases best 2026',
        )(n),
      }),
      (n: number) => {
        const links = [
          'https://a.example/vdb',
          'https://b.example/compare',
          'https://c.example/bench',
          'https://d.example/top10',
          'https://e.example/guide',
        ];
        return {
          results: [...links.slice(n % 5), ...links.slice(0, n % 5)].map((url, i) => ({
            title: `T ${url.slice(8, 9)}`,
            url,
            score: Number((0.9 - i * 0.05 - n * 0.003).toFixed(3)),
          })),
          response_time: 0.8 + n / 10,
        };
      },
    ]),
  ),
  loop(
    ['cycle', 'exact', 'interleaved'],
    [4, 12],
    'sub-agents spawned anew after each compaction',
    made((r) => {
      const tasks = [
        'Audit the docs in docs/guides for broken links and list each with its file and line.',
        'Audit the API reference for parameters that the code no longer has and list them.',
        'Check every code sample in docs/tutorials by running it and report those that fail.',
      ];
      for (let lap = 0; lap < 4; lap++) {
        for (const [i, task] of tasks.entries())
          r.call(
            'sessions_spawn',
            { task, model: 'glm-5.2' },
            {
              status: 'accepted',
              childSessionKey: `agent:main:subagent:${requestId(lap * 3 + i)}`,
              runId: requestId(lap * 5 + i + 40),
            },
          );
        r.call('sessions_yield', {}, 'yielded');
        r.compact();
      }
    }),
  ),
  loop(
    ['cycle', 'validation', 'interleaved', 'exact'],
    [7, 9],
    'read, failing edit, failing test, thrice',
    inTurn(4, [
      [
        'read_file',
        { path: 'lib/date.ts' },
        'export function day(d: string) {\n  return new Date(d).getDate();\n}\n',
        READ,
      ],
      [
        'edit_file',
        (n) => ({
          path: 'lib/date.ts',
          old: oneOf(
            'return new Date(d).getDay();',
            'return Date(d).getDate()',
            'new Date(d).getUTCDate()',
            'return getDate(d)',
          )(n),
          new: 'return 1',
        }),
        'Error: old text not found in lib/date.ts',
        FAILED,
      ],
      [
        'run_tests',
        { path: 'test/date.test.ts' },
        (n: number) =>
          `FAIL test/date.test.ts > day > is the day of the month\nexpected 4 to be 5\n\n Tests  1 failed | 6 passed\n Duration  ${300 + n * 17}ms`,
      ],
    ]),
  ),
  loop(
    'cycle',
    [9, 20],
    'a fix applied and taken back, with two tests that fail in turn',
    inTurn(5, [
      [
        'edit',
        { file: 'auth.py', find: 'utcnow()', put: 'now(tz)' },
        'Applied 1 edit to auth.py',
        WRITE,
      ],
      [
        'test',
        {},
        (n: number) =>
          `1 failed, 41 passed in ${2 + n * 0.13}s\nFAILED test_magic_link.py::test_expiry - assert 0 == 3600`,
      ],
      [
        'edit',
        { file: 'auth.py', find: 'now(tz)', put: 'utcnow()' },
        'Applied 1 edit to auth.py',
        WRITE,
      ],
      [
        'test',
        {},
        (n: number) =>
          `1 failed, 41 passed in ${2 + n * 0.17}s\nFAILED test_oauth.py::test_refresh - naive datetime`,
      ],
    ]),
  ),
  quiet(
    'one variable looked for by seven means',
    made((r) => {
      r.call('exec', { command: 'echo $API_BASE' }, '')
        .call('exec', { command: 'printenv API_BASE' }, '', {})
        .call(
          'grep',
          { pattern: 'API_BASE', path: '.' },
          'config/default.yml:4: api_base: ${API_BASE}',
          READ,
        )
        .call('read_file', { path: 'config/default.yml' }, 'api_base: ${API_BASE}', READ)
        .call(
          'exec',
          { command: 'cat /proc/1/environ | tr "\\0" "\\n" | grep API' },
          'API_BASE=https://api.example',
        )
        .call('exec', { command: 'curl -s https://api.example/health' }, '{"ok":true}');
    }),
  ),
  loop(
    ['interleaved', 'exact'],
    [3, 6],
    'builds with nothing changed between',
    inTurn(6, [
      [
        'shell',
        { command: ['cargo', 'build'] },
        (n: number) =>
          `    Finished \`dev\` profile [unoptimized + debuginfo] target(s) in 0.${41 + n * 3}s`,
      ],
      [
        'read_file',
        (n) => ({ path: `src/part${n}.rs` }),
        (n: number) => `fn part${n}() -> u32 { ${n * 17} }`,
        READ,
      ],
    ]),
  ),
  quiet(
    'a log looked at while it grows',
    made((r) => {
      for (let n = 0; n < 10; n++) {
        r.call('bash', { command: 'sleep 30' }, '', { ms: 30_000 });
        r.call(
          'bash',
          { command: 'tail -n 3 train.log' },
          `step ${n * 50} loss ${(3 / (n + 1)).toFixed(3)}\nstep ${n * 50 + 10} loss ${(2.9 / (n + 1)).toFixed(3)}\nstep ${n * 50 + 20} loss ${(2.8 / (n + 1)).toFixed(3)}`,
        );
      }
    }),
  ),
  loop(
    'exact',
    [3, 12],
    'one address opened again and again',
    saidInTurn(13, [
      'browser_navigate',
      { url: 'https://portal.example/orders' },
      (n: number) => ({
        success: true,
        url: 'https://portal.example/orders',
        title: 'Orders - Portal',
        tabId: 3,
        ts: 1_772_000_000_000 + n * 4_211,
        snapshot: 'heading "Orders"; table "No rows loaded"; button "Load"',
      }),
    ]),
  ),
  quiet(
    'four commands that fail each for its own reason',
    made((r) => {
      r.call(
        'bash',
        { command: 'ls conf' },
        "ls: cannot access 'conf': No such file or directory",
        FAILED,
      )
        .call(
          'bash',
          { command: 'find . -name "*.conf" -maxdepth 99x' },
          "find: expected a positive decimal integer argument to -maxdepth, but got '99x'",
          FAILED,
        )
        .call('bash', { command: 'rg conf' }, 'bash: rg: command not found', FAILED)
        .call('bash', { command: 'cd etc' }, 'bash: cd: etc: Not a directory', FAILED)
        .call('bash', { command: 'ls' }, 'etc\nsrc');
    }),
  ),
];
