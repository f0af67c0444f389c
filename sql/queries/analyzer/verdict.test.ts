import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleSpan, sampleToolCall, sampleTurn, wholeYear } from '../../testing/sample-rows.ts';
import { openTemporaryStore, type TemporaryStore } from '../../store/temporary-store.ts';
import type { DeclarationRow } from '../../rows/verdict-rows.ts';
import { declarationHistory } from '../api/declaration-history.ts';
import { declarations } from './declarations.ts';
import { fleetSavings } from '../api/fleet-savings.ts';
import { signedTexts } from './signed-texts.ts';
import { toolArguments } from './tool-arguments.ts';
import { tracesOfTool } from './traces-of-tool.ts';
import { turnCounts } from '../turn-counts.ts';
import { turnTraces } from './turn-traces.ts';

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary[Symbol.asyncDispose]());

describe('fleet savings', () => {
  const project = 'savings';
  beforeAll(async () => {
    const attempts = { loops: [1, 2, 3, 4], healthy: [1, 2, 1], single: [1] };
    for (const [turn_id, counts] of Object.entries(attempts)) {
      await temporary.store.insert('turn_verdicts', [
        sampleTurn({
          project,
          turn_id,
          calls: counts.length,
          verdict: turn_id === 'loops' ? 'loop' : 'healthy',
        }),
      ]);
      await temporary.store.insert(
        'tool_calls',
        counts.map((attempt, seq) =>
          sampleToolCall({
            project,
            turn_id,
            trace_id: turn_id,
            span_id: `${seq}`,
            seq,
            attempt,
            duration_ms: 100,
            model_ms: 10,
            input_tokens: 5,
            output_tokens: 1,
            cost: 0.5,
            effect: 'write',
            outcome: seq === 3 ? 'error' : 'ok',
            error_class: seq === 3 ? 'validation' : '',
          }),
        ),
      );
    }
  });

  it('add up what comes after the stop of each turn, and the healthy turns that a cap ends', async () => {
    const rows = await temporary.store.query(fleetSavings, wholeYear(project));
    const common = { ms: 110, input_tokens: 5, output_tokens: 1, cost: 0.5 };
    expect(rows).toEqual([
      {
        cap: 1,
        calls: 3,
        ms: 330,
        input_tokens: 15,
        output_tokens: 3,
        cost: 1.5,
        side_effects: 2,
        turns_cut: 2,
        healthy_turns_cut: 1,
      },
      { cap: 2, calls: 1, ...common, side_effects: 0, turns_cut: 1, healthy_turns_cut: 0 },
      {
        cap: 3,
        calls: 0,
        ms: 0,
        input_tokens: 0,
        output_tokens: 0,
        cost: 0,
        side_effects: 0,
        turns_cut: 1,
        healthy_turns_cut: 0,
      },
    ]);
  });

  it('stand beside the counts of all matching turns', async () => {
    const [counts] = await temporary.store.query(turnCounts, wholeYear(project));
    expect(counts).toMatchObject({
      turns: 3,
      turns_with_calls: 3,
      healthy_turns: 2,
      looping_turns: 1,
      calls: 8,
    });
    const none = { ...wholeYear(project), agents: ['nobody'] };
    expect(await temporary.store.query(turnCounts, none)).toMatchObject([{ turns: 0, calls: 0 }]);
    expect(await temporary.store.query(fleetSavings, none)).toEqual([]);
  });
});

describe('declarations', () => {
  const row = (own: Partial<DeclarationRow>): DeclarationRow => ({
    project: 'declared',
    tool: 'create_ticket',
    declaration: '{"identity":["customer_id"]}',
    removed: 0,
    author: 'ada',
    reason: 'free text hides the loop',
    changed_at: '2026-03-01 10:00:00.000',
    version: '1',
    ...own,
  });

  it('stand as last changed, and every change is kept', async () => {
    await temporary.store.insert('declarations', [row({}), row({ tool: 'other' })]);
    await temporary.store.insert('declarations', [
      row({ version: '3', removed: 1, author: 'bob' }),
    ]);
    await temporary.store.insert('declarations', [row({ version: '2', author: 'cy' })]);
    const standing = await temporary.store.query(declarations, { project: 'declared' });
    expect(
      standing.map(({ tool, author, removed, changes }) => [tool, author, removed, changes]),
    ).toEqual([
      ['create_ticket', 'bob', 1, 3],
      ['other', 'ada', 0, 1],
    ]);
    const history = await temporary.store.query(declarationHistory, {
      project: 'declared',
      tool: 'create_ticket',
      limit: 10,
    });
    expect(history.map(({ author }) => author)).toEqual(['bob', 'cy', 'ada']);
  });
});

describe('calls of a tool', () => {
  const project = 'tool';
  beforeAll(async () => {
    for (const [trace, count] of [
      ['a', 1],
      ['b', 3],
      ['c', 2],
    ] as const) {
      await temporary.store.insert('turn_verdicts', [
        sampleTurn({ project, turn_id: trace, trace_ids: [trace] }),
      ]);
      for (let seq = 0; seq < count; seq += 1) {
        const key = { project, trace_id: trace, span_id: `${seq}` };
        const args = `{"q":${seq}}`;
        await temporary.store.insert('tool_calls', [
          sampleToolCall({ ...key, turn_id: trace, seq, tool: 'search' }),
        ]);
        await temporary.store.insert('spans', [
          sampleSpan({
            ...key,
            tool: 'search',
            args,
            args_known: 1,
            args_size: args.length,
            result: '[]',
            result_known: 1,
            result_size: 2,
          }),
        ]);
      }
    }
  });

  it('are sampled from turns that called it more than once, in order', async () => {
    const rows = await temporary.store.query(toolArguments, {
      ...wholeYear(project),
      tool: 'search',
      calls: 5,
      chars: 100,
    });
    expect(rows.map(({ turn_id, seq, args }) => [turn_id, seq, args])).toEqual([
      ['b', 0, '{"q":0}'],
      ['b', 1, '{"q":1}'],
      ['b', 2, '{"q":2}'],
      ['c', 0, '{"q":0}'],
      ['c', 1, '{"q":1}'],
    ]);
  });

  it('are found by trace, page by page, and their texts whole', async () => {
    const traces = { project, tool: 'search', limit: 2 };
    const first = await temporary.store.query(tracesOfTool, { ...traces, after: '' });
    const second = await temporary.store.query(tracesOfTool, { ...traces, after: 'b' });
    expect([...first, ...second].map(({ trace_id }) => trace_id)).toEqual(['a', 'b', 'c']);
    const page = { after_trace: '', after_span: '', limit: 10 };
    const texts = { project, trace_ids: ['a'], tools: ['search'], ...page };
    expect(await temporary.store.query(signedTexts, { ...texts, with_results: [] })).toMatchObject([
      { args: '{"q":0}', result: null, args_size: 7 },
    ]);
    expect(
      await temporary.store.query(signedTexts, { ...texts, with_results: ['search'] }),
    ).toMatchObject([{ result: '[]' }]);
  });

  it('lie in turns whose traces are listed, the oldest first', async () => {
    const page = { limit: 2, after_value: 0, after_id: '' };
    const rows = await temporary.store.query(turnTraces, { ...wholeYear(project), ...page });
    const last = rows.at(-1)!;
    const next = await temporary.store.query(turnTraces, {
      ...wholeYear(project),
      limit: 2,
      after_value: last.sort_value,
      after_id: last.turn_id,
    });
    expect([...rows, ...next].map(({ trace_ids }) => trace_ids)).toEqual([['a'], ['b'], ['c']]);
  });
});
