import { describe, expect, it } from 'vitest';

import type { SpanRow } from '@loopscope/sql';

import { resolve } from '../testing/resolve.ts';
import { agentSpan, modelSpan, toolSpan } from '../testing/spans.ts';
import { foldCalls } from './fold-calls.ts';
import { readSpans, setOrigin } from './read-spans.ts';

function fold(...rows: SpanRow[]) {
  const spans = readSpans(rows);
  setOrigin(spans);
  return foldCalls(spans).map(({ span, layers, content }) => ({
    id: span.row.span_id.replace(/^0+/, ''),
    layers: layers.map((layer) => layer.row.span_id.replace(/^0+/, '')),
    content,
  }));
}

const args = { q: 1 };

describe('layers of one call', () => {
  it('are one: framework, MCP client and MCP server', () => {
    const calls = fold(
      toolSpan({ id: 'a', at: [0, 90], args }),
      toolSpan({ id: 'b', parent: 'a', at: [10, 80], args }, { layer: 'protocol' }),
      toolSpan(
        { id: 'c', parent: 'b', at: [20, 70], args, tool: 'mcp__shop__search' },
        { layer: 'protocol', scope: 'server' },
      ),
    );
    expect(calls).toMatchObject([{ id: 'a', layers: ['b', 'c'] }]);
  });

  it.each([300_000, -3_600_000])('are one where the server’s clock is %i ms off', (off) => {
    const server = { layer: 'protocol', scope: 'server', service: 'mcp-server' } as const;
    const calls = fold(
      toolSpan({ id: 'a', at: [0, 90], args }),
      toolSpan({ id: 'b', parent: 'a', at: [off + 20, off + 70], args }, server),
    );
    expect(calls).toMatchObject([{ id: 'a', layers: ['b'] }]);
  });

  it('fill what the outer one lacks, and keep what it has', () => {
    const [call] = fold(
      toolSpan({ id: 'a', at: [0, 90], args }, { call_id: 'x' }),
      toolSpan({ id: 'b', parent: 'a', at: [10, 80], args: { q: 1 }, error: 'connection reset' }),
    );
    expect(call?.content).toMatchObject({
      call_id: 'x',
      args_known: 1,
      outcome: 'error',
      error_class: 'connection',
    });
  });

  it('do not turn a result that the model read into an error', () => {
    const [call] = fold(
      toolSpan({ id: 'a', at: [0, 90], args, result: { rows: [1] } }),
      toolSpan({ id: 'b', parent: 'a', at: [10, 80], args, error: 'connection reset' }),
    );
    expect(call?.content).toMatchObject({ outcome: 'ok', result_kind: 'value' });
  });

  it.each([
    ['other arguments', { args: { q: 2 }, at: [10, 80] as const }],
    ['another tool', { args, tool: 'count', at: [10, 80] as const }],
    ['another time', { args, at: [80, 190] as const }],
  ])('are not made of a call below with %s', (_title, inner) => {
    const outer = toolSpan({ id: 'a', at: [0, 90], args });
    expect(fold(outer, toolSpan({ id: 'b', parent: 'a', ...inner }))).toHaveLength(2);
  });

  it('do not reach through an agent that calls the tool again', () => {
    const calls = fold(
      toolSpan({ id: 'a', at: [0, 90], args }),
      agentSpan({ id: 'b', parent: 'a', at: [5, 85] }),
      modelSpan({ id: 'c', parent: 'b', at: [6, 9] }),
      toolSpan({ id: 'd', parent: 'b', at: [10, 80], args }),
    );
    expect(calls).toHaveLength(2);
  });
});

describe('two instrumentations', () => {
  it('see one call in two traces, each in a clock of milliseconds', () => {
    const calls = fold(
      toolSpan({ id: 'a', at: [6, 6.999], args }, { call_id: 'x' }),
      toolSpan({ id: 'b', trace: '2', at: [7, 7.9], args }, { call_id: 'x', scope: 'legacy' }),
    );
    expect(calls).toMatchObject([{ id: 'a', layers: ['b'] }]);
  });

  it('pair equal parallel calls one to one', () => {
    const calls = fold(
      toolSpan({ id: 'a', at: [0, 50], args }),
      toolSpan({ id: 'b', at: [1, 50], args }),
      toolSpan({ id: 'c', at: [2, 50], args }, { scope: 'mcp', layer: 'protocol' }),
      toolSpan({ id: 'd', at: [3, 50], args }, { scope: 'mcp', layer: 'protocol' }),
    );
    expect(calls.map((call) => call.layers)).toEqual([['c'], ['d']]);
  });

  it('let the framework stand for a protocol that hides the arguments', () => {
    const calls = fold(
      toolSpan({ id: 'a', at: [0, 50] }, { layer: 'protocol', scope: 'mcp' }),
      toolSpan({ id: 'b', at: [0, 51], args }),
    );
    expect(calls).toMatchObject([{ id: 'b', layers: ['a'], content: { args_known: 1 } }]);
  });
});

describe('different calls', () => {
  it('stay apart when one instrumentation saw both, side by side and equal', () => {
    const one = toolSpan({ id: 'a', at: [0, 50], args });
    expect(fold(one, toolSpan({ id: 'b', at: [0, 50], args }))).toHaveLength(2);
  });

  it('stay apart when an id is given out again later', () => {
    const own = { call_id: 'call_1' };
    const calls = fold(
      toolSpan({ id: 'a', at: [0, 50], args }, own),
      toolSpan({ id: 'b', at: [500, 550], args }, { ...own, scope: 'legacy' }),
    );
    expect(calls).toHaveLength(2);
  });

  it('stay apart across services', () => {
    const own = { service: 'other', scope: 'legacy' };
    const calls = fold(
      toolSpan({ id: 'a', at: [0, 50], args }),
      toolSpan({ id: 'b', trace: '2', at: [0, 50], args }, own),
    );
    expect(calls).toHaveLength(2);
  });
});

it('a log record of a call and its span are one call, which has what either knows', () => {
  const id = { call_id: 'toolu_1' };
  const calls = fold(
    toolSpan({ id: 'a', at: [0, 90] }, { ...id, scope: 'agent' }),
    toolSpan(
      { id: 'b', trace: '2', at: [2, 92], args, result: [] },
      { ...id, scope: 'agent', marks: ['from_log'] },
    ),
  );
  expect(calls).toMatchObject([{ id: 'a', layers: ['b'], content: { args_known: 1 } }]);
});

it('of spans that begin at once the one that was sent first stands first', () => {
  const { toolCalls } = resolve([
    toolSpan({ id: 'b', at: [0, 0.3], tool: 'read' }, { position: 0 }),
    toolSpan({ id: 'a', at: [0, 0.2], tool: 'test' }, { position: 1 }),
    toolSpan({ id: 'd', at: [0, 0.25], tool: 'read' }, { position: 2 }),
    toolSpan({ id: 'c', at: [0, 0.1], tool: 'test' }, { position: 3 }),
  ]);
  expect(toolCalls.map((call) => call.tool)).toEqual(['read', 'test', 'read', 'test']);
});
