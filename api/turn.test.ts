import { beforeAll, describe, expect, it } from 'vitest';

import { trajectory, type Trajectory } from './contract/index.ts';
import { turnTotals } from '@loopscope/sql';
import { BASE_MS, callRow, turnRow } from '@loopscope/sql/placed-rows';
import { loopRow, spanRow } from './testing/rows.ts';
import { openTestStore, serve, type Served } from './testing/serve.ts';

let api: Served;

/** Fourteen tickets of 30 s each for one customer and order, all timed out; the model takes 2 s before each. */
const TICKETS = Array.from({ length: 14 }, (_, seq) => {
  const startMs = BASE_MS + seq * 32_000;
  const ids = { turn_id: 'tickets', trace_id: 'trace-tickets', session_id: 'session-tickets' };
  return {
    call: callRow({
      ...ids,
      span_id: `ticket-${seq}`,
      seq,
      step: seq,
      startMs: startMs + 2_000,
      tool: 'create_ticket',
      duration_ms: 30_000,
      outcome: 'error',
      error_class: 'timeout',
      error_family: 'transport',
      result_kind: 'error',
      result_fingerprint: 'eeeeeeeeeeeeeeee',
      signature: `${String(seq).padStart(2, '0')}aaaaaaaaaaaaaa`,
      identity_fields: ['customer_id', 'order_id'],
      effect: 'write',
      attempt: seq + 1,
      retry: seq === 0 ? '' : 'transport',
      loop_id: 'loop-tickets',
      input_tokens: 1_000,
      output_tokens: 50,
      cost: 0.01,
    }),
    tool: spanRow({
      trace_id: ids.trace_id,
      span_id: `ticket-${seq}`,
      parent_span_id: 'agent',
      name: 'execute_tool create_ticket',
      startMs: startMs + 2_000,
      duration_ms: 30_000,
      args: `{"customer_id":"c_40912","n":${seq}}`,
      args_known: 1,
      result_known: 0,
      error_message: 'timed out after 30 s',
    }),
    model: spanRow({
      trace_id: ids.trace_id,
      span_id: `model-${seq}`,
      parent_span_id: 'agent',
      kind: 'model',
      name: 'chat model-a',
      model: 'model-a',
      startMs,
      duration_ms: 2_000,
      input_tokens: 1_000,
      output_tokens: seq === 3 ? null : 50,
      finish_reason: 'tool_calls',
    }),
  };
});

const CALLS = [
  ...TICKETS.map(({ call }) => call),
  // Seen in the messages of a model span only: no span of its own.
  callRow({
    turn_id: 'messages',
    trace_id: 'trace-messages',
    span_id: 'model-a',
    call_index: 1,
    source: 'messages',
    call_id: 'call_2',
    model_ms: 5,
  }),
  callRow({
    turn_id: 'messages',
    trace_id: 'trace-messages',
    span_id: 'model-b',
    source: 'messages',
    call_id: 'call_3',
    seq: 1,
    startMs: BASE_MS + 1,
  }),
];
const totalsOf = (turnId: string) => turnTotals(CALLS.filter((call) => call.turn_id === turnId));

beforeAll(async () => {
  const { store, remove } = await openTestStore();
  await store.insert('tool_calls', CALLS);
  await store.insert('spans', [
    spanRow({
      trace_id: 'trace-tickets',
      span_id: 'agent',
      kind: 'agent',
      name: 'support',
      duration_ms: 448_000,
    }),
    ...TICKETS.flatMap(({ tool, model }) => [tool, model]),
    spanRow({
      trace_id: 'trace-messages',
      span_id: 'model-a',
      kind: 'model',
      messages: messages({ asked: [ask('call_1', '{"a":1}'), ask('call_2', '{"a":2}')] }),
    }),
    spanRow({
      trace_id: 'trace-messages',
      span_id: 'model-b',
      kind: 'model',
      startMs: BASE_MS + 1,
      messages: messages({
        asked: [ask('call_3', '', 0)],
        fed_back: [fedBack('call_2', '[]')],
        said: 'Once more.',
      }),
    }),
  ]);
  await store.insert('turn_verdicts', [
    turnRow({
      turn_id: 'tickets',
      trace_id: 'trace-tickets',
      trace_ids: ['trace-tickets'],
      duration_ms: 448_000,
      ...totalsOf('tickets'),
      input_tokens: 14_000,
      output_tokens: 700,
      cost: 0.14,
    }),
    turnRow({
      turn_id: 'messages',
      trace_id: 'trace-messages',
      trace_ids: ['trace-messages'],
      ...totalsOf('messages'),
    }),
    turnRow({ turn_id: 'a/b c?d#e%2F', trace_id: 'odd', trace_ids: ['odd'] }),
  ]);
  await store.insert('loops', [
    loopRow({
      loop_id: 'loop-tickets',
      turn_id: 'tickets',
      kind: 'transport',
      calls: TICKETS.map(({ call }) => call.seq),
      fix_place: 'executor_retry',
      fix_text: JSON.stringify({
        advice: 'Retry in the executor.',
        proposed_text: 'It may have succeeded.',
      }),
      test: 'no JSON',
    }),
  ]);
  api = await serve(store);
  return async () => {
    await api.close();
    await remove();
  };
});

const messages = (
  given: Partial<Record<'asked' | 'fed_back' | 'said' | 'heard', unknown>>,
): string =>
  JSON.stringify({ asked: [], fed_back: [], users: 1, assistants: 0, last_user: '', ...given });

const ask = (id: string, args: string, known = 1) => ({
  id,
  tool: 'search_orders',
  args,
  args_known: known,
  signature: '',
  identity: '',
  identity_fields: [],
  effect: 'read',
});

const fedBack = (id: string, result: string) => ({
  id,
  tool: '',
  result,
  result_size: result.length,
  outcome: 'ok',
  error_class: '',
  error_template: '',
  result_kind: 'empty',
  result_fingerprint: '',
});

async function read(turnId: string): Promise<Trajectory> {
  const answer = await api.get(`/api/v1/turns/${encodeURIComponent(turnId)}`);
  return trajectory.parse(answer.json);
}

describe('the trajectory of the fourteen tickets', () => {
  it('has agent, model and tool steps in start order, with offsets from the first', async () => {
    const { steps } = await read('tickets');
    expect(steps.map(({ seq }) => seq)).toEqual(Array.from({ length: 29 }, (_, seq) => seq));
    expect(steps.slice(0, 4).map(({ kind, offset_ms: offsetMs }) => [kind, offsetMs])).toEqual([
      ['agent', 0],
      ['model', 0],
      ['tool', 2_000],
      ['model', 32_000],
    ]);
    expect(steps.at(-1)).toMatchObject({ kind: 'tool', offset_ms: 418_000, attempt: 14 });
  });

  it('has on each tool step what was sent and what came of it', async () => {
    const { steps } = await read('tickets');
    expect(steps[2]).toMatchObject({
      kind: 'tool',
      name: 'execute_tool create_ticket',
      parent_span_id: 'agent',
      args: '{"customer_id":"c_40912","n":0}',
      result: null,
      outcome: 'error',
      error_class: 'timeout',
      error_message: 'timed out after 30 s',
      effect: 'write',
      identity_fields: ['customer_id', 'order_id'],
      loop_id: 'loop-tickets',
      call_seq: 0,
    });
  });

  it('has null tokens where the model step sent none', async () => {
    const { steps } = await read('tickets');
    const models = steps.filter((step) => step.kind === 'model');
    expect(models.map((step) => step.output_tokens)).toEqual(
      Array.from({ length: 14 }, (_, seq) => (seq === 3 ? null : 50)),
    );
  });

  it('says that a cap of two keeps three tickets and ends five and a half minutes earlier', async () => {
    const { savings } = await read('tickets');
    expect(savings.map(({ cap, calls }) => [cap, calls])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index + 1, 12 - index]),
    );
    const two = savings[1]!;
    expect(two).toMatchObject({
      calls: 11,
      ms: 11 * 30_000,
      input_tokens: 11_000,
      output_tokens: 550,
      side_effects: 11,
    });
    expect(two.usd).toBeCloseTo(0.11);
  });

  it('has the loop with its fix, and an empty test where the stored one cannot be read', async () => {
    const { loops } = await read('tickets');
    expect(loops).toMatchObject([
      {
        loop_id: 'loop-tickets',
        kind: 'transport',
        calls: TICKETS.map(({ call }) => call.seq),
        fix: {
          place: 'executor_retry',
          advice: 'Retry in the executor.',
          proposed_text: 'It may have succeeded.',
        },
        test: { evidence: [], excludes: [] },
      },
    ]);
  });
});

describe('a trajectory', () => {
  it('takes texts of calls without a span from the messages around them', async () => {
    const { steps } = await read('messages');
    const tools = steps.filter((step) => step.kind === 'tool');
    expect(tools.map(({ call_id: id, args, result }) => [id, args, result])).toEqual([
      ['call_2', '{"a":2}', '[]'],
      ['call_3', null, null],
    ]);
  });

  it('shows what the model wrote, where it was stored', async () => {
    const { steps } = await read('messages');
    const models = steps.filter((step) => step.kind === 'model');
    expect(models.map((step) => [step.text, step.user_text, step.answers_before])).toEqual([
      [null, null, 0],
      ['Once more.', null, 0],
    ]);
  });

  it('saves nothing where nothing repeats', async () => {
    const { savings } = await read('messages');
    expect(savings.length).toBe(10);
    expect(savings.every(({ calls, ms, usd }) => calls === 0 && ms === 0 && usd === 0)).toBe(true);
  });

  it('is found by an id with characters that mean something in an address', async () => {
    expect((await read('a/b c?d#e%2F')).turn.turn_id).toBe('a/b c?d#e%2F');
  });
});
