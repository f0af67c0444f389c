import { assert, asyncProperty, array, boolean, constantFrom, integer, record } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleToolCall, sampleTurn, wholeYear } from '../../testing/sample-rows.ts';
import { openTemporaryStore, type TemporaryStore } from '../../store/temporary-store.ts';
import { fleetSavings } from './fleet-savings.ts';
import { turnSavings } from './turn-savings.ts';

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary[Symbol.asyncDispose]());

/** A turn: the key of each call, what it cost, and whether the turn is healthy. */
const turn = record({
  healthy: boolean(),
  calls: array(
    record({
      key: constantFrom('a', 'b'),
      ms: integer({ min: 0, max: 9_000 }),
      tokens: integer({ min: 0, max: 500 }),
      effect: constantFrom('read', 'write'),
    }),
    { maxLength: 14 },
  ),
});

/** Whether some key is tried more often than the cap allows. */
function exceeds(calls: readonly { key: string }[], cap: number): boolean {
  return ['a', 'b'].some((key) => calls.filter((call) => call.key === key).length > cap);
}

describe('fleet savings', () => {
  it('are for every cap the sum of what each turn would have saved, healthy turns counted apart', async () => {
    let fleet = 0;
    await assert(
      asyncProperty(array(turn, { minLength: 1, maxLength: 6 }), async (turns) => {
        fleet += 1;
        const project = `fleet-${fleet}`;
        const { store } = temporary;
        await store.insert(
          'turn_verdicts',
          turns.map(({ healthy }, at) =>
            sampleTurn({
              project,
              turn_id: `t${at}`,
              trace_ids: [`t${at}`],
              verdict: healthy ? 'healthy' : 'loop',
            }),
          ),
        );
        const rows = turns.flatMap(({ calls }, at) => {
          const counts = new Map<string, number>();
          return calls.map(({ key, ms, tokens, effect }, seq) => {
            const attempt = (counts.get(key) ?? 0) + 1;
            counts.set(key, attempt);
            return sampleToolCall({
              project,
              turn_id: `t${at}`,
              trace_id: `t${at}`,
              span_id: `${seq}`,
              seq,
              attempt,
              duration_ms: ms,
              model_ms: 1,
              input_tokens: tokens,
              output_tokens: 1,
              cost: tokens / 8,
              effect,
              outcome: 'ok',
              error_class: '',
            });
          });
        });
        if (rows.length > 0) await store.insert('tool_calls', rows);
        const found = await store.query(fleetSavings, wholeYear(project));
        const single = await Promise.all(
          turns.map((_, at) => store.query(turnSavings, { project, turn_id: `t${at}` })),
        );
        for (let cap = 1; cap <= 10; cap += 1) {
          const ended = turns.filter(({ calls }) => exceeds(calls, cap));
          const cut = single.flat().filter((row) => row.cap === cap);
          const sum = (of: (row: (typeof cut)[number]) => number): number =>
            cut.reduce((total, row) => total + of(row), 0);
          const fleetRow = found.find((row) => row.cap === cap);
          expect([cap, fleetRow?.turns_cut ?? 0]).toEqual([cap, ended.length]);
          const healthy = ended.filter((each) => each.healthy).length;
          expect(fleetRow?.healthy_turns_cut ?? 0).toBe(healthy);
          expect(fleetRow?.calls ?? 0).toBe(sum(({ calls }) => calls));
          expect(fleetRow?.ms ?? 0).toBe(sum(({ ms }) => ms));
          expect(fleetRow?.input_tokens ?? 0).toBe(sum(({ input_tokens }) => input_tokens));
          expect(fleetRow?.cost ?? 0).toBe(sum(({ cost }) => cost));
          expect(fleetRow?.side_effects ?? 0).toBe(sum(({ side_effects }) => side_effects));
        }
      }),
      { numRuns: 4, seed: 7 },
    );
  });
});
