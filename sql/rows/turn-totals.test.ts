import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sampleToolCall } from '../testing/sample-rows.ts';
import { turnTotals } from './turn-totals.ts';
import { reference, totals } from '../testing/views-reference.ts';

const write = (seq: number, own: Parameters<typeof sampleToolCall>[0] = {}) =>
  sampleToolCall({ seq, tool: 'create_ticket', effect: 'write', ...own });
const unheard = { outcome: 'error', error_class: 'timeout' } as const;

describe('turn totals', () => {
  it('of no calls are zeros', () => {
    expect(turnTotals([])).toMatchObject({ calls: 0, max_attempts: 0, max_attempts_tool: '' });
  });

  it('name the tool that first reached the most attempts', () => {
    const calls = [
      sampleToolCall({ seq: 3, tool: 'late', attempt: 2 }),
      sampleToolCall({ seq: 1, tool: 'first', attempt: 2 }),
      sampleToolCall({ seq: 0, tool: 'once', attempt: 1 }),
    ];
    expect(turnTotals(calls)).toMatchObject({ max_attempts: 2, max_attempts_tool: 'first' });
  });

  it('count a call without signature or identity as distinct from all others', () => {
    const unknown = { signature: '', identity: '' };
    const calls = [write(0), write(1), write(2, unknown), write(3, unknown)];
    expect(turnTotals(calls)).toMatchObject({
      signatures: ['aaaaaaaaaaaaaaaa'],
      distinct_signatures: 3,
      identities: ['bbbbbbbbbbbbbbbb'],
      distinct_identities: 3,
      failed_identities: 0,
    });
  });

  it('count a purpose that failed once, and once more where a retry brought it home', () => {
    const failed = { outcome: 'error', error_class: 'validation' } as const;
    const retry = { retry: 'semantic', eventual_success: 1 } as const;
    const calls = [
      write(0, failed),
      write(1, { ...failed, ...retry }),
      write(2, retry),
      write(3, { ...failed, identity: 'other' }),
    ];
    expect(turnTotals(calls)).toMatchObject({
      errors: 3,
      retries: 2,
      failed_identities: 2,
      eventual_successes: 1,
      retry_tokens: 22,
      retry_cost: 1,
    });
  });

  it.each([
    ['a write after a timeout of the same purpose', [write(0, unheard), write(1)], 1],
    ['each further one', [write(0, unheard), write(1, unheard), write(2)], 2],
    [
      'no write after a refusal',
      [write(0, { ...unheard, error_class: 'validation' }), write(1)],
      0,
    ],
    ['no read', [write(0, { ...unheard, effect: 'read' }), write(1, { effect: 'read' })], 0],
    ['no write for another purpose', [write(0, unheard), write(1, { identity: 'x' })], 0],
    ['no write by another tool', [write(0, unheard), write(1, { tool: 'note' })], 0],
    ['no write of unknown purpose', [write(0, { ...unheard, identity: '' }), write(1)], 0],
  ])('count as a repeated side effect %s', (_name, calls, expected) => {
    expect(turnTotals(calls).side_effect_repeats).toBe(expected);
    expect(turnTotals(calls.toReversed()).side_effect_repeats).toBe(expected);
  });

  it('name each error template once, as far as there is room', () => {
    const failed = (seq: number, error_template: string) => write(seq, { error_template });
    const calls = [failed(0, ''), failed(1, 'b'), failed(2, 'a'), failed(3, 'b')];
    expect(turnTotals(calls).error_templates).toEqual(['b', 'a']);
    const long = [failed(0, 'a'), failed(1, 'x'.repeat(64_000)), failed(2, 'y')];
    expect(turnTotals(long).error_templates).toEqual(['a']);
  });

  it('equal a recount, in whatever order the calls are given', () => {
    const call = fc
      .record({
        signature: fc.constantFrom('', 's1', 's2'),
        identity: fc.constantFrom('', 'i1', 'i2'),
        tool: fc.constantFrom('a', 'b'),
        effect: fc.constantFrom('read', 'write'),
        outcome: fc.constantFrom('ok', 'error'),
        error_class: fc.constantFrom('timeout', 'validation'),
        attempt: fc.integer({ min: 1, max: 3 }),
        error_family: fc.constantFrom('', 'transport', 'semantic'),
        result_kind: fc.constantFrom('empty', 'value'),
        retry: fc.constantFrom('', 'semantic'),
        eventual_success: fc.constantFrom(0 as const, 1 as const),
        loop_id: fc.constantFrom('', 'l1', 'l2'),
      })
      .map((own) => sampleToolCall(own));
    const inPlace = fc.array(call).map((calls) => calls.map((row, seq) => ({ ...row, seq })));
    fc.assert(
      fc.property(
        inPlace.chain((calls) =>
          fc.tuple(fc.constant(calls), fc.shuffledSubarray(calls, { minLength: calls.length })),
        ),
        ([calls, shuffled]) => {
          const { distinct_ratio, ...recount } = totals(calls);
          const found = turnTotals(shuffled);
          expect(found).toMatchObject(recount);
          const byTool = reference['tool_stats']!({ calls, turns: [], loops: [] });
          expect(found.tool_totals).toHaveLength(byTool.length);
          for (const { identity_fields: _fields, ...own } of found.tool_totals) {
            expect(byTool).toContainEqual(expect.objectContaining(own));
          }
          expect(distinct_ratio === null).toBe(calls.length === 0);
        },
      ),
    );
  });
});
