import { describe, expect, it } from 'vitest';

import { createScanBatch } from '../scan/scan-batch.ts';
import { detectForm } from './detect-form.ts';
import { parseRecord } from './parse-record.ts';

const args = { customer_id: 'cus_8123', status: 'refunded' };
const text = JSON.stringify(args);
const FIVE = [0, 1, 2, 3, 4];
const at = (second: number): string => `2026-11-30T10:00:0${second}.000Z`;
const trace = 'abcdef0123456789abcdef0123456789';

/** Five equal searches that find nothing, as each product would write them. */
const EXPORTS: Record<string, unknown[]> = {
  'a Jaeger trace': [
    {
      data: [
        {
          traceID: trace,
          processes: { p1: { serviceName: 'shop', tags: [] } },
          spans: FIVE.map((i) => ({
            traceID: trace,
            spanID: `00000000000000b${i}`,
            operationName: 'execute_tool search_orders',
            references: [],
            startTime: 1796047200000000 + i * 1e6,
            duration: 500000,
            processID: 'p1',
            logs: [],
            tags: [
              { key: 'gen_ai.operation.name', type: 'string', value: 'execute_tool' },
              { key: 'gen_ai.tool.name', type: 'string', value: 'search_orders' },
              { key: 'gen_ai.tool.call.arguments', type: 'string', value: text },
              { key: 'gen_ai.tool.call.result', type: 'string', value: '[]' },
            ],
          })),
        },
      ],
    },
  ],
  'a Tempo trace with ids in base64': [
    {
      batches: [
        {
          resource: { attributes: [] },
          scopeSpans: [
            {
              scope: { name: 'x' },
              spans: FIVE.map((i) => ({
                traceId: Buffer.from(trace, 'hex').toString('base64'),
                spanId: Buffer.from([1, 0, 0, 0, 0, 0, 0, i]).toString('base64'),
                name: 'execute_tool search_orders',
                kind: 'SPAN_KIND_INTERNAL',
                startTimeUnixNano: String(1796047200n * 10n ** 9n + BigInt(i) * 10n ** 9n),
                endTimeUnixNano: String(1796047200n * 10n ** 9n + BigInt(i) * 10n ** 9n + 5n),
                attributes: [
                  { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
                  { key: 'gen_ai.tool.name', value: { stringValue: 'search_orders' } },
                  { key: 'gen_ai.tool.call.arguments', value: { stringValue: text } },
                  { key: 'gen_ai.tool.call.result', value: { stringValue: '[]' } },
                ],
              })),
            },
          ],
        },
      ],
    },
  ],
  'rows of a Phoenix data frame': FIVE.map((i) => ({
    'context.span_id': `a${i}`,
    'context.trace_id': 'tt',
    parent_id: null,
    name: 'search_orders',
    span_kind: 'TOOL',
    start_time: at(i),
    end_time: at(i),
    status_code: 'OK',
    'attributes.tool': { name: 'search_orders' },
    'attributes.input.value': text,
    'attributes.output.value': '[]',
  })),
  'a Langfuse trace': [
    {
      id: 't1',
      sessionId: 's1',
      observations: FIVE.map((i) => ({
        id: `o${i}`,
        traceId: 't1',
        type: 'TOOL',
        name: 'search_orders',
        startTime: at(i),
        endTime: at(i),
        input: args,
        output: [],
        level: 'DEFAULT',
      })),
    },
  ],
  'LangSmith runs': FIVE.map((i) => ({
    id: `t${i}`,
    trace_id: 'r0',
    parent_run_id: null,
    name: 'search_orders',
    run_type: 'tool',
    start_time: `2026-11-30T10:00:0${i}`,
    end_time: `2026-11-30T10:00:0${i}`,
    inputs: { input: text },
    outputs: { output: '[]' },
    error: null,
  })),
  'Braintrust rows': FIVE.map((i) => ({
    id: `b${i}`,
    span_id: `b${i}`,
    root_span_id: 'b',
    span_parents: ['b'],
    span_attributes: { name: 'search_orders', type: 'tool' },
    input: args,
    output: [],
    metrics: { start: 1796047200.5 + i, end: 1796047200.9 + i },
  })),
  'Weave calls': FIVE.map((i) => ({
    id: `w${i}`,
    trace_id: 'wt',
    parent_id: null,
    op_name: 'weave:///e/p/op/search_orders:v1',
    started_at: at(i),
    ended_at: at(i),
    inputs: args,
    output: [],
    attributes: { kind: 'tool' },
  })),
  'an Inspect log': [
    {
      eval: { task: 'shop', model: 'openai/x', run_id: 'r' },
      samples: [
        {
          id: 1,
          epoch: 1,
          messages: [
            { role: 'user', content: 'Refunded?' },
            ...FIVE.flatMap((i) => [
              {
                role: 'assistant',
                content: '',
                tool_calls: [{ id: `c${i}`, function: 'search_orders', arguments: args }],
              },
              { role: 'tool', content: '[]', tool_call_id: `c${i}`, function: 'search_orders' },
            ]),
          ],
        },
      ],
    },
  ],
  'contents of Gemini': [
    {
      contents: [
        { role: 'user', parts: [{ text: 'Refunded?' }] },
        ...FIVE.flatMap(() => [
          { role: 'model', parts: [{ functionCall: { name: 'search_orders', args } }] },
          {
            role: 'user',
            parts: [{ functionResponse: { name: 'search_orders', response: { result: [] } } }],
          },
        ]),
      ],
    },
  ],
  'a session of Gemini CLI': [
    {
      sessionId: 'g1',
      messages: [
        { type: 'user', content: 'Refunded?', timestamp: at(0) },
        ...FIVE.map((i) => ({
          type: 'gemini',
          content: '',
          timestamp: at(i),
          toolCalls: [
            {
              id: `c${i}`,
              name: 'search_orders',
              args,
              status: 'success',
              result: [{ functionResponse: { response: { output: '[]' } } }],
            },
          ],
        })),
      ],
    },
  ],
  'a trajectory of SWE-agent': [
    { trajectory: FIVE.map(() => ({ action: 'grep foo', observation: '0 matches for foo' })) },
  ],
  'the history of OpenHands': [
    {
      instance_id: 'i1',
      history: FIVE.flatMap((i) => [
        {
          id: 2 * i,
          source: 'agent',
          action: 'run',
          args: { command: 'grep foo', thought: `${i}` },
        },
        { id: 2 * i + 1, cause: 2 * i, source: 'agent', observation: 'run', content: '0 matches' },
      ]),
    },
  ],
};

const scan = createScanBatch({
  declarations: new Map(),
  prices: new Map(),
  nowMs: Date.UTC(2026, 10, 30, 12),
});

describe('exports of other products', () => {
  it.each(Object.entries(EXPORTS))('%s shows its five calls and their loop', (_name, records) => {
    const raw = records.map((record) => ({ line: 1, text: JSON.stringify(record), problem: '' }));
    const [first] = raw.flatMap((record) => parseRecord(record).values);
    const form = detectForm(first);
    if (form === null) throw new Error('no form was seen');
    const { runs, problems } = scan({
      form,
      records: raw.map((record) => ({ file: 'x.json', record })),
    });
    expect(problems).toEqual([]);
    expect(runs).toMatchObject([{ calls: 5, loops: [{ calls: FIVE, severity: 'alert' }] }]);
  });
});
