import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, quiet, calm, made, READ, WRITE, FAILED, requestId } from './story.ts';
import type { Story } from './story.ts';

const hex = (n: number) => requestId(n).slice(0, 8);

/** Reviews, clusters, states that are locked, cells, pictures and pages. */
export const IN_QUEUES: readonly Story[] = [
  quiet(
    'a verification in review, looked at once a minute',
    made((r) => {
      for (let n = 0; n < 12; n++) {
        r.call(
          'get_verification',
          { id: 'kyc-7' },
          { id: 'kyc-7', status: 'in_review', reviewer: null },
          READ,
        );
        r.call('wait', { seconds: 60 }, 'waited 60 s', { ms: 60_000 });
      }
      r.call(
        'get_verification',
        { id: 'kyc-7' },
        { id: 'kyc-7', status: 'approved', reviewer: 'ann' },
        READ,
      );
    }),
  ),
  quiet(
    'a job that runs, its minutes count',
    saidInTurn(8, [
      'bash',
      { command: 'squeue -u ann' },
      (n: number) =>
        `             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n              4411       gpu    train      ann  R       ${n}:${String((n * 31) % 60).padStart(2, '0')}      1 node17`,
    ]),
  ),
  calm(
    'a job that waits in the queue of a cluster',
    saidInTurn(8, [
      'bash',
      { command: 'squeue -u ann' },
      '             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n              4411       gpu    train      ann PD       0:00      1 (Priority)',
    ]),
  ),
  loop(
    ['cycle', 'validation', 'exact', 'transport', 'interleaved'],
    [5, 8],
    'plan and apply before a lock',
    inTurn(4, [
      [
        'bash',
        { command: 'terraform plan -out p' },
        'Plan: 2 to add, 0 to change, 0 to destroy.\n\nSaved the plan to: p',
      ],
      [
        'bash',
        { command: 'terraform apply p' },
        `Error: Error acquiring the state lock\n\nError message: ConditionalCheckFailedException: The conditional request failed\nLock Info:\n  ID:        ${requestId(7)}\n  Who:       ci@runner\n  Created:   2026-03-04 09:00:01 UTC\n`,
        FAILED,
      ],
    ]),
  ),
  quiet(
    'a rebase with a conflict in one file after the other',
    made((r) => {
      for (let n = 0; n < 5; n++) {
        r.call(
          'bash',
          { command: 'git rebase --continue' },
          `CONFLICT (content): Merge conflict in src/part${n}.ts\nerror: could not apply ${hex(n).slice(0, 7)}... change ${n}`,
          FAILED,
        );
        r.call('edit', { path: `src/part${n}.ts`, old: '<<<<<<<', put: 'resolved' }, 'ok', WRITE);
        r.call('bash', { command: `git add src/part${n}.ts` }, '');
      }
      r.call(
        'bash',
        { command: 'git rebase --continue' },
        'Successfully rebased and updated refs/heads/feature.',
      );
    }),
  ),
  loop(
    ['exact', 'validation'],
    3,
    'a rebase that is told to go on without anything resolved',
    saidInTurn(4, [
      'bash',
      { command: 'git rebase --continue' },
      "error: Committing is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'",
      FAILED,
    ]),
  ),
  quiet(
    'a table of data explored',
    made((r) => {
      for (const [i, c] of [
        'df.head()',
        'df.shape',
        'df.dtypes',
        'df.isna().sum()',
        'df.describe()',
        'df.region.value_counts()',
        'df.groupby("region").amount.mean()',
        'df.amount.hist()',
      ].entries())
        r.call('run_cell', { code: c }, i === 7 ? '<Axes: >' : `out ${i}: ${i * 17 + 3} ${i * 5}`);
    }),
  ),
  loop(
    ['validation', 'exact'],
    3,
    'one cell without its variable',
    saidInTurn(4, [
      'run_cell',
      { code: 'df.head()' },
      (n: number) =>
        `---------------------------------------------------------------------------\nNameError                                 Traceback (most recent call last)\nCell In[${n + 4}], line 1\n----> 1 df.head()\n\nNameError: name 'df' is not defined`,
      FAILED,
    ]),
  ),
  quiet(
    'pictures from ever other prompts',
    saidInTurn(5, [
      'generate_image',
      (n) => ({
        prompt: `a ${oneOf('red', 'blue', 'green', 'small', 'wooden')(n)} boat at ${oneOf('dawn', 'noon', 'night', 'sea', 'rest')(n)}`,
      }),
      (n: number) => ({ url: `https://img.example/${hex(n)}.png`, width: 1024 }),
    ]),
  ),
  quiet(
    'strings translated',
    saidInTurn(10, [
      'translate',
      (n) => ({
        text: oneOf(
          'Save',
          'Cancel',
          'Open',
          'Close',
          'Delete',
          'Edit',
          'Next',
          'Back',
          'Help',
          'Quit',
        )(n),
        to: 'de',
      }),
      (n: number) =>
        oneOf(
          'Speichern',
          'Abbrechen',
          'Öffnen',
          'Schließen',
          'Löschen',
          'Bearbeiten',
          'Weiter',
          'Zurück',
          'Hilfe',
          'Beenden',
        )(n),
    ]),
  ),
  quiet(
    'pages read by eye, some blank',
    saidInTurn(12, [
      'ocr_page',
      (n) => ({ file: 'scan.pdf', page: n + 1 }),
      (n: number) => (n % 5 === 4 ? '' : `Page ${n + 1}: paragraph ${n * 31}`),
      READ,
    ]),
  ),
];
