import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, FAILED, loop, made, quiet, READ } from './story.ts';
import type { Story } from './story.ts';

const GIT = oneOf('remote -v', 'status', 'branch -a', 'log -3', 'fetch', 'stash list');

const SQL = oneOf(
  'SELECT total FROM bills',
  'SELECT total, id FROM bills',
  'SELECT id, total FROM bills LIMIT 5',
  'SELECT sum(total) FROM bills',
  'SELECT b.total FROM bills b',
);

/** A shell's account of what it ran, with the group of its processes. */
function shell(command: string, output: string, nth: number, exitCode = 0): string {
  return `Command: ${command}\nDirectory: svc\nOutput: ${output}\nExit Code: ${exitCode}\nBackground PIDs: (none)\nProcess Group PGID: ${4_100 + nth * 13}`;
}

/** What a harness and its shell write round a result. */
export const FRAMED: readonly Story[] = [
  loop(
    'exact',
    3,
    'a command whose account names its processes',
    saidInTurn(5, [
      'run_shell_command',
      { command: 'make lint' },
      (n) => shell('make lint', 'warning: unused variable total in rate.c', n),
    ]),
  ),
  quiet(
    'a command whose output moves within the same account',
    saidInTurn(6, [
      'run_shell_command',
      { command: 'make lint' },
      (n) => shell('make lint', `warning: ${9 - n} unused variables in rate.c`, n),
    ]),
  ),
  loop(
    'validation',
    [3, 6],
    'one reason for ever other commands, each told once more above it',
    saidInTurn(6, [
      'run_shell_command',
      (n) => ({ command: `git ${GIT(n)}` }),
      (n) => shell(`git ${GIT(n)}`, 'fatal: not a git repository: .git', n, 128),
      FAILED,
    ]),
  ),
  quiet(
    'other commands that fail for other reasons',
    saidInTurn(5, [
      'run_shell_command',
      (n) => ({ command: `git ${GIT(n)}` }),
      (n) =>
        shell(
          `git ${GIT(n)}`,
          oneOf(
            'fatal: not a git repository: .git',
            'error: pathspec main did not match any file',
            'fatal: bad revision HEAD~4',
            'warning: LF will be replaced by CRLF',
            'fatal: No remote repository specified',
          )(n),
          n,
          128,
        ),
      FAILED,
    ]),
  ),
  loop(
    'exact',
    3,
    'an account of a process that has ended, in JSON',
    saidInTurn(5, [
      'exec',
      { command: 'boards --json' },
      (n) => ({
        exitCode: 0,
        durationMs: 410 + n * 7,
        pid: 20_311 + n * 3,
        aggregated: '2 boards: Main, Archive',
      }),
    ]),
  ),
  quiet(
    'a service whose process is another one each time: it keeps falling over',
    saidInTurn(5, [
      'service_status',
      { name: 'api' },
      (n) => ({ name: 'api', state: 'active', pid: 20_311 + n * 40 }),
      READ,
    ]),
  ),
  loop(
    'validation',
    [3, 6],
    'a traceback with how it ended below, and the guard counting',
    saidInTurn(6, [
      'terminal',
      { command: 'python train.py' },
      (n) =>
        `Traceback (most recent call last):\n  File "train.py", line 2\nModuleNotFoundError: No module named 'lantern'\nexit_code: 1${n > 1 ? `\n[Tool loop warning: repeated_exact_failure_warning; count=${n}]` : ''}`,
      FAILED,
    ]),
  ),
  quiet(
    'tracebacks that end alike and name another fault each time',
    saidInTurn(5, [
      'terminal',
      { command: 'python train.py' },
      (n) =>
        `Traceback (most recent call last):\n  File "train.py", line ${n * 9 + 2}\n${oneOf("ModuleNotFoundError: No module named 'lantern'", "KeyError: 'rate'", 'ZeroDivisionError: division by zero', "AttributeError: 'Net' object has no attribute 'fit'", 'FileNotFoundError: data/train.csv')(n)}\nexit_code: 1`,
      FAILED,
    ]),
  ),
  loop(
    'validation',
    [3, 5],
    'cells that are cut off, with where they ran below',
    saidInTurn(5, [
      'run_cell',
      (n) => ({ code: `patch("shop.py", """def total(basket, rate=${n}):` }),
      (n) =>
        `  Cell In[1], line ${40 + n}\n    patch("shop.py", """def total(basket, rate=${n}):\n                     ^\nSyntaxError: incomplete input\n[Jupyter current working directory: /workspace]`,
      FAILED,
    ]),
  ),
  loop(
    'stagnant',
    [3, 6],
    'a file read under headings that name each call',
    saidInTurn(6, [
      'read_file',
      (n) => ({
        path: 'app.py',
        start_line: oneOf('500', '12', '501', '1', '490', '13')(n),
      }),
      (n) =>
        `[read_file for 'app.py' from ${oneOf('500', '12', '501', '1', '490', '13')(n)}] Result:\n1 | import shop\n2 | import rates\n3 | class Basket:\n4 |   total = 0\n5 |   def add(self, item, price):\n6 |     self.total += price * rates.of(item)\n[showing 500 of 512 lines]`,
      READ,
    ]),
  ),
  quiet(
    'files read under headings that name each call',
    saidInTurn(6, [
      'read_file',
      (n) => ({ path: `src/part${n}.py` }),
      (n) =>
        `[read_file for 'src/part${n}.py'] Result:\n1 | import part_${n}\n2 | def run_${n}(): ...`,
      READ,
    ]),
  ),
  loop(
    'denied',
    [4, 6],
    'refusals that count how often they were given',
    made((run) => {
      run.call('read_file', { path: 'render.py' }, 'def render(): ...', READ);
      for (let nth = 3; nth < 12; nth += 1)
        run.call(
          'read_file',
          { path: 'render.py' },
          {
            error: `BLOCKED: You have read this exact region ${nth} times in a row. STOP re-reading.`,
            already_read: nth,
          },
          { ...READ, ...FAILED },
        );
    }),
  ),
  calm(
    'one refusal, and the next region instead',
    inTurn(3, [
      [
        'read_file',
        (n) => ({ path: 'render.py', offset: n }),
        (n) => `part ${n}: def r${n}()`,
        READ,
      ],
      [
        'read_file',
        (n) => ({ path: 'render.py', offset: n }),
        { error: 'BLOCKED: You have read this exact region. Go on.', already_read: 2 },
        { ...READ, ...FAILED },
      ],
    ]),
  ),
  loop(
    'denied',
    [3, 4],
    'a result that is withheld, filed under one reason or another',
    saidInTurn(6, [
      'open_record',
      { id: 'd-1' },
      (n) => ({
        verdict: 'QUARANTINE',
        reason: n % 2 === 0 ? 'SECRET_EXFIL' : 'TRUST_VIOLATION',
        message: 'This result was blocked by the guard and is not shown.',
      }),
    ]),
  ),
  quiet(
    'a board on which something is blocked by something, and moves',
    saidInTurn(5, [
      'board',
      { team: 'a' },
      (n) => ({ open: 9 - n, note: 'T-4 is blocked by T-2', next: oneOf('T-7', 'T-9', 'T-3')(n) }),
      READ,
    ]),
  ),
  loop(
    'denied',
    3,
    'ever other hosts, each turned down by the same policy',
    saidInTurn(6, [
      'probe',
      (n) => ({
        url: `https://${oneOf('cdn.a.example', 'mail.b.example', 'sso.c.example')(n)}/${n}`,
      }),
      (n) =>
        `Blocked by scope policy: ${oneOf('cdn.a.example', 'mail.b.example', 'sso.c.example')(n)} is no authorised target.`,
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'queries over the same missing column, each told once more in the message',
    saidInTurn(5, [
      'run_sql',
      (n) => ({ query: SQL(n) }),
      (n) => `ERROR: column "total" does not exist\nLINE 1: ${SQL(n)}\nHINT: there is "amount".`,
      FAILED,
    ]),
  ),
  quiet(
    'queries that each miss another column',
    saidInTurn(4, [
      'run_sql',
      (n) => ({ query: `SELECT ${oneOf('total', 'client', 'created', 'state')(n)} FROM bills` }),
      (n) =>
        `ERROR: column "${oneOf('total', 'client', 'created', 'state')(n)}" does not exist\nLINE 1: SELECT ${oneOf('total', 'client', 'created', 'state')(n)} FROM bills`,
      FAILED,
    ]),
  ),
];
