import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { resolve } from '../testing/resolve.ts';
import { agentSpan, asked, modelSpan, toolSpan } from '../testing/spans.ts';

const prices = new Map([['some-model', { input: 3, output: 15, cached_input: 0.3 }]]);
const usage = (input: number, output = 10) => ({ input_tokens: input, output_tokens: output });

const TOKENS = { input_tokens: 100, output_tokens: 10 };

describe('time of a turn', () => {
  it('of 96 s with forty tools of 92 ms is 92 s of model time, 2.3 s a step', () => {
    const steps = Array.from({ length: 40 }, (_, i) => i * 2_400);
    const rows = steps.flatMap((start, i) => [
      modelSpan({ id: `b${i}`, parent: '1', at: [start, start + 2_308] }),
      toolSpan({ id: `a${i}`, parent: '1', at: [start + 2_308, start + 2_400], args: { q: 1 } }),
    ]);
    const { toolCalls, turnVerdicts } = resolve([agentSpan({ id: '1', at: [0, 96_000] }), ...rows]);
    const [turn] = turnVerdicts;
    expect(turn).toMatchObject({ duration_ms: 96_000, calls: 40, model_calls: 40 });
    expect(turn?.tool_ms).toBeCloseTo(3_680);
    expect(turn?.model_ms).toBeCloseTo(92_320);
    expect(toolCalls.every((call) => Math.abs(call.model_ms - 2_308) < 1e-6)).toBe(true);
  });

  it('is inferred from what the tools leave where no model was seen, and says so', () => {
    const tools = [0, 1, 2].map((i) =>
      toolSpan({ id: `a${i}`, parent: '1', at: [i * 1_000 + 900, i * 1_000 + 1_000], args: {} }),
    );
    const { toolCalls, turnVerdicts } = resolve([agentSpan({ id: '1', at: [0, 4_000] }), ...tools]);
    expect(turnVerdicts).toMatchObject([
      { tool_ms: 300, model_ms: 3_700, marks: expect.arrayContaining(['model_time_inferred']) },
    ]);
    expect(toolCalls.map((call) => call.model_ms)).toEqual([900, 900, 900]);
  });

  it('counts parallel calls once, and a tool that runs an agent not at all', () => {
    const rows = [
      agentSpan({ id: '1', at: [0, 1_000] }),
      toolSpan({ id: 'a', parent: '1', at: [0, 1_000], tool: 'delegate', args: {} }),
      agentSpan({ id: '2', parent: 'a', at: [0, 1_000] }),
      modelSpan({ id: '3', parent: '2', at: [0, 100] }),
      toolSpan({ id: 'b', parent: '2', at: [100, 300], args: { q: 1 } }),
      toolSpan({ id: 'c', parent: '2', at: [100, 400], args: { q: 2 } }),
    ];
    expect(resolve(rows).turnVerdicts).toMatchObject([{ tool_ms: 300, model_ms: 100 }]);
  });
});

describe('tokens', () => {
  it('come from model calls, not from agents that repeat their sum', () => {
    const rows = [
      agentSpan({ id: '1', at: [0, 100] }, usage(375)),
      modelSpan({ id: '2', parent: '1', at: [0, 10] }, usage(100)),
      modelSpan({ id: '3', parent: '1', at: [20, 30] }, usage(275)),
    ];
    expect(resolve(rows).turnVerdicts).toMatchObject([{ input_tokens: 375, output_tokens: 20 }]);
  });

  it('come from the agent where no model call counts any', () => {
    const rows = [
      agentSpan({ id: '1', at: [0, 100] }, usage(375)),
      modelSpan({ id: '2', parent: '1', at: [0, 10] }),
    ];
    expect(resolve(rows).turnVerdicts).toMatchObject([{ input_tokens: 375, model_calls: 1 }]);
  });

  it('of nested model spans count once, where they were spent', () => {
    const rows = [
      modelSpan({ id: '1', at: [0, 90] }, usage(200)),
      modelSpan({ id: '2', parent: '1', at: [1, 40] }, usage(100)),
      modelSpan({ id: '3', parent: '1', at: [50, 80] }, usage(100)),
    ];
    expect(resolve(rows).turnVerdicts).toMatchObject([{ input_tokens: 200, model_calls: 2 }]);
  });

  it('of a framework and its client library side by side count once', () => {
    const rows = [
      modelSpan({ id: '1', at: [0, 90] }, usage(100)),
      modelSpan({ id: '2', at: [5, 85] }, { ...usage(100), scope: 'client' }),
      modelSpan({ id: '3', at: [100, 190] }, usage(100)),
    ];
    expect(resolve(rows).turnVerdicts).toMatchObject([{ input_tokens: 200, model_calls: 2 }]);
  });
});

describe('money', () => {
  it('of a chain and the call within it, which counts none, are those of one model call', () => {
    const chain = { scope: 'langchain', layer: 'framework' as const, model: 'm', ...TOKENS };
    const rows = [
      modelSpan({ id: '1', at: [0, 30] }, chain),
      modelSpan({ id: '2', at: [5, 25] }, { scope: 'client', model: 'ChatModel' }),
    ];
    expect(resolve(rows).turnVerdicts).toMatchObject([{ model_calls: 1, model: 'm', ...TOKENS }]);
  });

  it('of an unknown model is 0, and marked', () => {
    const rows = [modelSpan({ id: '1', at: [0, 10] }, { ...usage(100), model: 'own-finetune' })];
    const [turn] = resolve(rows).turnVerdicts;
    expect(turn).toMatchObject({ cost: 0 });
    expect(turn?.marks).toContain('unpriced');
  });

  it('goes to the calls that the model asked for, in equal parts', () => {
    const wishes = ['x', 'y'].map((id) => asked(id, 'search', { q: id }));
    const rows = [
      modelSpan({ id: '1', at: [0, 10], messages: { asked: wishes } }, usage(1_000_000, 0)),
      toolSpan({ id: 'a', at: [20, 30], args: { q: 'x' } }, { call_id: 'x' }),
      toolSpan({ id: 'b', at: [20, 30], args: { q: 'y' } }, { call_id: 'y' }),
    ];
    const { toolCalls, turnVerdicts } = resolve(rows, { prices });
    expect(toolCalls.map((call) => [call.cost, call.input_tokens, call.model_ms])).toEqual([
      [1.5, 500_000, 5],
      [1.5, 500_000, 5],
    ]);
    expect(turnVerdicts).toMatchObject([{ cost: 3 }]);
  });
});

it('what calls cost together is what the turn cost, model time aside', () => {
  const piece = fc.record({
    isModel: fc.boolean(),
    start: fc.integer({ min: 0, max: 500 }),
    length: fc.integer({ min: 0, max: 100 }),
    tokens: fc.integer({ min: 0, max: 1_000 }),
  });
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 30 }), (pieces) => {
      const rows = pieces.map(({ isModel, start, length, tokens }, i) => {
        const frame = { id: `a${i.toString(16)}`, at: [start, start + length] as const };
        return isModel ? modelSpan(frame, usage(tokens)) : toolSpan({ ...frame, args: { i } });
      });
      const { toolCalls, turnVerdicts } = resolve(rows, { prices });
      for (const turn of turnVerdicts.filter(({ calls }) => calls > 0)) {
        const own = toolCalls.filter((call) => call.turn_id === turn.turn_id);
        const sum = (of: (call: (typeof own)[number]) => number) =>
          own.reduce((total, call) => total + of(call), 0);
        expect(sum((call) => call.input_tokens)).toBeCloseTo(turn.input_tokens, 6);
        expect(sum((call) => call.output_tokens)).toBeCloseTo(turn.output_tokens, 6);
        expect(sum((call) => call.cost)).toBeCloseTo(turn.cost, 9);
        expect(sum((call) => call.model_ms)).toBeLessThanOrEqual(turn.model_ms + 1e-6);
      }
    }),
  );
});

describe('tokens of a model that asked for nothing', () => {
  const answer = (id: string, at: readonly [number, number]) =>
    modelSpan({ id, at }, usage(300, 30));

  it('go to the calls that it answers from, its time to none', () => {
    const rows = [
      modelSpan({ id: '1', at: [0, 10] }, usage(100)),
      toolSpan({ id: 'a', at: [10, 20], args: { q: 1 } }),
      modelSpan({ id: '2', at: [20, 30] }, usage(200)),
      toolSpan({ id: 'b', at: [30, 40], args: { q: 2 } }),
      answer('3', [40, 70]),
    ];
    expect(
      resolve(rows).toolCalls.map((call) => [call.input_tokens, call.output_tokens, call.model_ms]),
    ).toEqual([
      [100, 10, 10],
      [500, 40, 10],
    ]);
  });

  it('go to the first calls where they come before any', () => {
    const rows = [
      answer('1', [0, 10]),
      modelSpan({ id: '2', at: [10, 20] }, usage(100)),
      toolSpan({ id: 'a', at: [20, 30], args: { q: 1 } }),
    ];
    expect(resolve(rows).toolCalls).toMatchObject([{ input_tokens: 400 }]);
  });

  it('of an agent that alone counts go to all calls in equal parts', () => {
    const rows = [
      agentSpan({ id: '1', at: [0, 100] }, usage(300)),
      toolSpan({ id: 'a', parent: '1', at: [10, 20], args: { q: 1 } }),
      toolSpan({ id: 'b', parent: '1', at: [30, 40], args: { q: 2 } }),
    ];
    expect(resolve(rows).toolCalls.map((call) => call.input_tokens)).toEqual([150, 150]);
  });
});
