import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, quiet, made, READ, WRITE, requestId, timeOfDay } from './story.ts';
import type { Story } from './story.ts';

const id6 = (n: number) => requestId(n).slice(0, 6);

/** Runs, rollouts, pages, chunks and prices that are looked at again. */
export const WATCHED_AND_STEERED: readonly Story[] = [
  quiet(
    'a workflow run watched, job after job',
    saidInTurn(16, [
      'get_workflow_run',
      { run_id: 9917 },
      (n: number) => ({
        status: n < 15 ? 'in_progress' : 'completed',
        conclusion: n < 15 ? null : 'success',
        jobs: ['lint', 'unit', 'e2e', 'docs'].map((name, i) => ({
          name,
          status: n > i * 4 + 3 ? 'completed' : n > i * 4 ? 'in_progress' : 'queued',
        })),
      }),
      READ,
    ]),
  ),
  loop(
    ['cycle', 'exact', 'interleaved'],
    [2, 9],
    'a failed job started again and again, same failure',
    inTurn(5, [
      ['rerun_job', { job: 'e2e', run_id: 9917 }, { ok: true, message: 'Job queued' }, WRITE],
      [
        'wait_for_job',
        { job: 'e2e', run_id: 9917 },
        { conclusion: 'failure', failing: 'checkout.spec.ts:41 expected 200 got 500' },
        { effect: 'read', ms: 90_000 },
      ],
    ]),
  ),
  quiet(
    'git bisect',
    made((r) => {
      r.call(
        'bash',
        { command: 'git bisect start HEAD v1.4' },
        'Bisecting: 31 revisions left to test after this (roughly 5 steps)',
      );
      for (const [n, v] of ['bad', 'good', 'good', 'bad', 'good'].entries()) {
        r.call(
          'bash',
          { command: './check.sh' },
          v === 'bad' ? 'FAIL: total is 0' : 'OK',
          v === 'bad' ? { error: true } : {},
        );
        r.call(
          'bash',
          { command: `git bisect ${v}` },
          `Bisecting: ${30 >> (n + 1)} revisions left to test after this (roughly ${4 - n} steps)\n[${id6(n)}] change ${n}`,
        );
      }
    }),
  ),
  quiet(
    'a rollout watched',
    made((r) => {
      for (let n = 0; n < 9; n++)
        r.call(
          'kubectl',
          { args: 'rollout status deploy/api --timeout=5s' },
          `Waiting for deployment "api" rollout to finish: ${Math.floor(n / 3)} of 3 updated replicas are available...\nerror: timed out waiting for the condition`,
          { error: true, ms: 5_000 },
        );
      r.call(
        'kubectl',
        { args: 'rollout status deploy/api --timeout=5s' },
        'deployment "api" successfully rolled out',
      );
    }),
  ),
  quiet(
    'pages by opaque cursors',
    saidInTurn(9, [
      'list_issues',
      (n) =>
        n === 0
          ? { state: 'open' }
          : { state: 'open', cursor: `Y3Vyc29yOnYy${requestId(n).slice(0, 8)}` },
      (n: number) => ({
        items: Array.from({ length: 5 }, (_, i) => ({
          id: n * 5 + i,
          title: `Issue ${n * 5 + i}`,
        })),
        next: `Y3Vyc29yOnYy${requestId(n + 1).slice(0, 8)}`,
      }),
      READ,
    ]),
  ),
  loop(
    ['stagnant', 'exact', 'sweep'],
    [3, 6],
    'ever other cursors, ever the first page',
    saidInTurn(7, [
      'list_issues',
      (n) => ({ state: 'open', cursor: `Y3Vyc29yOnYy${requestId(n).slice(0, 8)}` }),
      (n: number) => ({
        items: Array.from({ length: 5 }, (_, i) => ({ id: 900 + i, title: `Issue ${900 + i}` })),
        next: `Y3Vyc29yOnYy${requestId(n + 1).slice(0, 8)}`,
      }),
      READ,
    ]),
  ),
  quiet(
    'shell work with a status now and then',
    made((r) => {
      for (let n = 0; n < 5; n++)
        r.call('bash', { command: `sed -i 's/a${n}/b${n}/' src/f${n}.py` }, '')
          .call(
            'bash',
            { command: `python -m pytest tests/t${n}.py -q` },
            `${n + 2} passed in 0.${n}4s`,
          )
          .call(
            'bash',
            { command: 'git status --short' },
            Array.from({ length: n + 1 }, (_, i) => ` M src/f${i}.py`).join('\n'),
          );
    }),
  ),
  loop(
    'stagnant',
    [3, 6],
    'chunks retrieved in other words, other scores',
    saidInTurn(6, [
      'retrieve',
      (n) => ({
        query: oneOf(
          'refund policy digital goods',
          'policy on refunds for digital goods',
          'are digital goods refundable',
          'refunds digital products policy',
          'digital goods refund rules',
          'can digital goods be refunded',
        )(n),
        top_k: 4,
      }),
      (n: number) => ({
        chunks: ['pol-12', 'pol-13', 'faq-3', 'tos-8'].map((chunk_id, i) => ({
          id: chunk_id,
          score: Number((0.83 - i * 0.07 - n * 0.011).toFixed(3)),
          text: `Text of ${chunk_id}: digital goods ...`,
        })),
      }),
      READ,
    ]),
  ),
  quiet(
    'other questions that share one chunk',
    saidInTurn(6, [
      'retrieve',
      (n) => ({
        query: oneOf(
          'refund policy',
          'shipping times to Norway',
          'warranty of lamps',
          'gift cards expiry',
          'student discount',
          'return address',
        )(n),
      }),
      (n: number) => ({
        chunks: [
          { id: 'intro-1', text: 'Welcome to our help centre' },
          ...[1, 2, 3].map((i) => ({
            id: `c-${n * 3 + i}`,
            text: `Chunk ${n * 3 + i} says ${n * 31 + i}`,
          })),
        ],
      }),
      READ,
    ]),
  ),
  quiet(
    'a caller silent for a moment',
    made((r) => {
      r.call('speak', { text: 'Hello, how can I help?' }, 'played', { effect: 'write', ms: 2_000 });
      for (let n = 0; n < 3; n++)
        r.call(
          'listen',
          { seconds: 4 },
          { transcript: '', silence: true },
          { ms: 4_000, effect: 'read' },
        );
      r.call(
        'listen',
        { seconds: 4 },
        { transcript: 'Yes hello', silence: false },
        { ms: 4_000, effect: 'read' },
      );
    }),
  ),
  quiet(
    'a price looked at, which moves',
    saidInTurn(12, [
      'get_quote',
      { symbol: 'VOLV-B' },
      (n: number) => ({
        symbol: 'VOLV-B',
        last: Number((251.3 + Math.sin(n) * 2).toFixed(2)),
        volume: 91_000 + n * 77,
      }),
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a price looked at while the market is closed',
    saidInTurn(5, [
      'get_quote',
      { symbol: 'VOLV-B' },
      (n: number) => ({
        symbol: 'VOLV-B',
        last: 251.3,
        volume: 91_000,
        market: 'closed',
        as_of: '2026-03-06T17:30:00Z',
        server_time: timeOfDay(n),
        request_id: requestId(n),
      }),
      READ,
    ]),
  ),
];
