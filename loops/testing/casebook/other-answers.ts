import { oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, made, quiet, READ, timeOfDay } from './story.ts';
import type { Story } from './story.ts';

const REFUND = oneOf(
  'refund status boots',
  'status of boots refund',
  'boots refund',
  'refund boots when',
  'boots: refund status?',
  'refund for boots status',
);

/** Equal answers that are about other things. */
export const OTHER_ANSWERS: readonly Story[] = [
  quiet(
    'searches that find other things',
    saidInTurn(9, [
      'kb_search',
      (n) => ({ q: REFUND(n) }),
      (n) => [{ id: `kb-${n * 2}` }, { id: `kb-${n * 2 + 1}` }],
      READ,
    ]),
  ),
  quiet(
    'a list that is narrowed down',
    made((run) => {
      for (const [q, ids] of [
        ['boots', [1, 2, 3, 4, 5, 6, 7, 8]],
        ['boots brown', [2, 3, 5, 8]],
        ['boots brown 42', [3, 8]],
        ['boots brown 42 leather', [8]],
      ] as const)
        run.call(
          'shop_search',
          { q },
          ids.map((id) => ({ id })),
          READ,
        );
    }),
  ),
  quiet(
    'stock of other things',
    saidInTurn(9, [
      'stock',
      (n) => ({
        sku: oneOf('LAMP', 'DESK', 'CHAIR', 'RUG', 'BED', 'SOFA', 'VASE', 'CLOCK', 'SHELF')(n),
      }),
      { available: true },
      READ,
    ]),
  ),
  quiet(
    'roles of five people',
    saidInTurn(5, [
      'roles',
      (n) => ({ user: oneOf('ann', 'bob', 'cid', 'dee', 'eve')(n) }),
      ['reader', 'writer'],
      READ,
    ]),
  ),
  quiet(
    'permissions of five folders',
    saidInTurn(5, [
      'stat',
      (n) => ({ path: `/srv/${oneOf('mail', 'http', 'ftp', 'git', 'dns')(n)}` }),
      'drwxr-xr-x root root',
      READ,
    ]),
  ),
  quiet(
    'three dates without a flight',
    made((run) => {
      for (const day of ['2026-05-01', '2026-05-02', '2026-05-03'])
        run.call('flights', { from: 'LIS', to: 'FNC', day }, [], READ);
      run.call('flights', { from: 'LIS', to: 'FNC', day: '2026-05-04' }, [{ id: 'TP-1685' }], READ);
    }),
  ),
  calm(
    'twenty folders that all hold other files',
    saidInTurn(20, ['ls', (n) => ({ dir: `out/${n}` }), (n) => `chunk_${n}.bin ${n * 31}`, READ]),
  ),
  quiet(
    'a symbol searched in four places until it is there',
    made((run) => {
      for (const path of ['api', 'core', 'web'])
        run.call('grep', { pattern: 'retryPolicy', path }, '', READ);
      run.call('grep', { pattern: 'retryPolicy', path: 'sdk' }, 'sdk/http.ts:12', READ);
    }),
  ),
  quiet(
    'a clock read twice around an errand',
    made((run) => {
      run
        .call('now', {}, timeOfDay(1), READ)
        .call('route', { to: 'airport' }, '35 minutes by metro', READ)
        .call('now', {}, timeOfDay(40), READ);
    }),
  ),
];
