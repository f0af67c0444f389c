import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, FAILED, loop, made, quiet, READ, requestId, WRITE } from './story.ts';
import type { Story } from './story.ts';

const session = (id: number, output: string): string =>
  `Chunk ID: ${requestId(id).slice(0, 6)}\nWall time: 10.0${id} seconds\nProcess running with session ID 51\nOriginal token count: 0\nOutput:\n${output}`;
const todos = (nth: number, done: number) => ({
  todos: ['Read the schema', 'Write the migration', 'Run the tests'].map((content, at) => ({
    id: requestId(nth * 10 + at),
    content,
    status: at < done ? 'completed' : 'pending',
  })),
});

/** What coding agents do beside their work: lists, notes, sessions that are waited for. */
export const BESIDE_THE_WORK: readonly Story[] = [
  loop(
    ['noop_write', 'exact'],
    [2, 3],
    'a to-do list written again under fresh ids',
    saidInTurn(5, ['todo_write', (n) => todos(n, 0), 'Todos have been updated.', WRITE]),
  ),
  loop(
    ['noop_write', 'exact', 'stagnant'],
    [3, 6],
    'the same, undeclared',
    saidInTurn(12, [
      'todo_write',
      (n) => todos(n, 1),
      'Todos have been updated. Ensure that you continue to use the list to track your progress.',
    ]),
  ),
  quiet(
    'a to-do list under fresh ids that gets on',
    saidInTurn(4, ['todo_write', (n) => todos(n, n), 'Todos have been updated.', WRITE]),
  ),
  quiet(
    'one command for each of five machines',
    saidInTurn(5, [
      'run_jobs',
      (n) => ({ jobs: [{ id: requestId(n), command: 'restart nginx service' }] }),
      'Jobs accepted.',
      WRITE,
    ]),
  ),
  calm(
    'a plan read again after each compaction, before new work',
    made((run) => {
      for (let nth = 0; nth < 6; nth += 1)
        run
          .compact()
          .call('read', { path: 'NOTES.md' }, 'Goal: compare the five vendors.', READ)
          .call(
            'search',
            { q: `vendor ${oneOf('Acme', 'Birch', 'Cove', 'Delta', 'Elm', 'Fjord')(nth)} terms` },
            `${nth + 3} pages on ${oneOf('Acme', 'Birch', 'Cove', 'Delta', 'Elm', 'Fjord')(nth)}`,
            READ,
          )
          .call(
            'open',
            { page: `p-${nth}` },
            `Terms of ${oneOf('Acme', 'Birch', 'Cove', 'Delta', 'Elm', 'Fjord')(nth)}: ${nth * 14 + 30} days`,
            READ,
          );
    }),
  ),
  loop(
    ['exact', 'interleaved', 'cycle'],
    [3, 6],
    'a plan read again after each compaction, and nothing else',
    made((run) => {
      for (let nth = 0; nth < 6; nth += 1)
        run.compact().call('read', { path: 'NOTES.md' }, 'Goal: compare the five vendors.', READ);
    }),
  ),
  quiet(
    'files read again once after a compaction',
    made((run) => {
      for (let pass = 0; pass < 2; pass += 1) {
        for (const f of ['a.ts', 'b.ts', 'c.ts', 'd.ts'])
          run.call('read', { f }, `export const of_${f} = 1`, READ);
        run.compact();
      }
      run.call('edit', { f: 'a.ts', text: 'x' }, 'edited', WRITE);
    }),
  ),
  calm(
    'no diagnostics after each of five edits',
    inTurn(5, [
      ['edit', (n) => ({ f: 'a.ts', old: `v${n}`, new: `w${n}` }), 'Edit applied.'],
      ['diagnostics', { f: 'a.ts' }, 'No diagnostics.', READ],
    ]),
  ),
  loop(
    'validation',
    [3, 4],
    'an edit whose text stands there three times',
    saidInTurn(4, [
      'str_replace',
      (n) => ({ path: 'a.css', old_str: `color: red;${' '.repeat(n)}`, new_str: 'color: blue;' }),
      'No replacement was performed. Multiple occurrences of old_str in lines 4, 19 and 33. Please ensure it is unique.',
      FAILED,
    ]),
  ),
  quiet(
    'a bisection',
    saidInTurn(6, [
      'bash',
      { command: 'git bisect bad' },
      (n) =>
        `Bisecting: ${64 >> n} revisions left to test after this (roughly ${6 - n} steps)\n[${requestId(n).slice(0, 8)}] change ${n}`,
    ]),
  ),
  quiet(
    'hunks staged one after the other',
    saidInTurn(5, [
      'write_stdin',
      { session: 1, chars: 'y\n' },
      (n) =>
        `@@ -${n * 20},6 +${n * 20},7 @@\n+const added_${n} = ${n * 3};\nStage this hunk [y,n,q,a,d,e,?]?`,
    ]),
  ),
  quiet(
    'a session polled until it prints',
    saidInTurn(7, [
      'write_stdin',
      { session_id: 51, chars: '', yield_time_ms: 10_000 },
      (n) => session(n, n < 6 ? '' : '312 passed'),
      { ms: 10_000 },
    ]),
  ),
  loop(
    'exact',
    [3, 4],
    'a session polled that has ended',
    saidInTurn(5, [
      'write_stdin',
      { session_id: 51, chars: '', yield_time_ms: 10_000 },
      (n) =>
        `Chunk ID: ${requestId(n).slice(0, 6)}\nWall time: 0.0${n} seconds\nProcess exited with code 1\nOutput:\nerror: no such target`,
    ]),
  ),
  quiet(
    'a shell in the background that runs',
    saidInTurn(8, [
      'BashOutput',
      { bash_id: 'b1' },
      (n) =>
        n < 7
          ? '<status>running</status>\n\n<stdout>\n</stdout>'
          : '<status>completed</status>\n<exit_code>0</exit_code>\n<stdout>built</stdout>',
      READ,
    ]),
  ),
  quiet(
    'helpers waited for',
    saidInTurn(5, [
      'wait',
      { ids: ['h1', 'h2'], timeout_ms: 30_000 },
      (n) =>
        n < 4
          ? { status: {}, timed_out: true }
          : { status: { h1: 'completed', h2: 'completed' }, timed_out: false },
      { ms: 30_000 },
    ]),
  ),
  quiet(
    'cells of a notebook without output',
    saidInTurn(8, ['run_cell', (n) => ({ code: `x${n} = load('part-${n}.csv')` }), '']),
  ),
  calm(
    'the head of a table after each step',
    inTurn(5, [
      ['python', (n) => ({ code: `df['c${n}'] = df.a * ${n + 2}; df.to_parquet('t.pq')` }), ''],
      [
        'python',
        { code: "print(pd.read_parquet('t.pq')[['a','b']].head(2))" },
        '   a  b\n0  1  4\n1  2  9',
      ],
    ]),
  ),
  loop(
    ['exact', 'validation'],
    3,
    'a script that fails for a missing module, run again',
    saidInTurn(4, [
      'bash',
      { command: 'python train.py' },
      'Traceback (most recent call last):\n  File "train.py", line 1, in <module>\nModuleNotFoundError: No module named \'torch\'',
      FAILED,
    ]),
  ),
  quiet(
    'a merge got over file by file',
    made((run) => {
      for (const f of ['a', 'b', 'c', 'd'])
        run
          .call(
            'bash',
            { command: 'git rebase --continue' },
            `CONFLICT (content): Merge conflict in src/${f}.ts`,
            FAILED,
          )
          .call('edit', { f: `src/${f}.ts`, text: 'merged' }, 'edited');
      run.call('bash', { command: 'git rebase --continue' }, 'Successfully rebased');
    }),
  ),
  loop(
    ['exact'],
    3,
    'containers listed with how long they are up',
    saidInTurn(4, [
      'bash',
      { command: 'docker ps' },
      (n) =>
        `NAMES STATUS PORTS\napi   Up ${n + 3} minutes 8080/tcp\ndb    Up ${n + 5} minutes 5432/tcp`,
    ]),
  ),
  loop(
    ['exact'],
    3,
    'a history that tells how long ago',
    saidInTurn(4, [
      'bash',
      { command: 'git log -2 --format="%h %ar %s"' },
      (n) => `4f1c9d2 ${n + 3} minutes ago fix totals\n99b01aa ${n + 47} minutes ago add totals`,
    ]),
  ),
  loop(
    ['exact', 'interleaved'],
    [3, 5],
    'a flaky suite whose failure is the same',
    saidInTurn(5, [
      'bash',
      { command: 'pytest -q tests/test_pay.py' },
      (n) =>
        `.......F\nFAILED tests/test_pay.py::test_refund - assert 3 == 4\n1 failed, 7 passed in ${n}.${n}4s`,
    ]),
  ),
  quiet(
    'a flaky suite that fails elsewhere each time',
    saidInTurn(4, [
      'bash',
      { command: 'pytest -q tests/test_pay.py' },
      (n) =>
        `FAILED tests/test_pay.py::test_${oneOf('refund', 'charge', 'void', 'split')(n)} - assert ${n} == 4\n1 failed, 7 passed in 1.04s`,
    ]),
  ),
];
