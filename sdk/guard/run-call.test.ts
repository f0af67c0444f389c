import { context, trace } from '@opentelemetry/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LocalContext, V3 } from '../otel-versions.ts';
import { withSession, withTurn } from '../context.ts';
import { createGuard } from './create-guard.ts';
import { currentCall } from './ambient.ts';
import type { GuardOptions } from './options.ts';
import { retryAfterOf } from './retry-after.ts';
import { DEFAULT_RETRY, retryDelay } from './retry.ts';
import { NODE_RUNTIME } from './runtime.ts';

beforeAll(() => context.setGlobalContextManager(new LocalContext()));
afterAll(() => {
  context.disable();
});

/** A guard whose waits take no time, and what it waited. */
function patient(options: GuardOptions = {}) {
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => {
    waits.push(ms);
  };
  const guard = createGuard(options, { ...NODE_RUNTIME, random: () => 0.5, sleep });
  return { guard, waits, turn: guard.startTurn() };
}

const READ = {
  tool: 'get_shipment',
  args: { order: 4471 },
  declaration: { effect: 'read' as const },
};

/** Fails so often, then answers. */
function flaky(times: number, error: () => unknown) {
  let made = 0;
  return {
    made: () => made,
    execute: () => {
      made += 1;
      if (made <= times) throw error();
      return { order: 4471 };
    },
  };
}

const unavailable = () => new Error('upstream returned 503');

describe('the executor', () => {
  test('repeats a read that a passing fault has hit, and the model never knows', async () => {
    const { turn, waits } = patient();
    const tool = flaky(2, unavailable);
    expect(await turn.call(READ, tool.execute)).toEqual({ order: 4471 });
    expect([tool.made(), waits]).toEqual([3, [100, 200]]);
    expect(turn.state().calls).toBe(1);
  });

  test('gives up after its attempts, and the model sees the one fault', async () => {
    const { turn } = patient();
    const tool = flaky(9, unavailable);
    await expect(turn.call(READ, tool.execute)).rejects.toThrow('upstream returned 503');
    expect(tool.made()).toBe(3);
  });

  test.each([
    ['a rejection', READ, () => new Error('order_id is required'), 1],
    ['a write', { ...READ, declaration: { effect: 'write' as const } }, unavailable, 1],
    ['a call of unknown effect', { ...READ, declaration: {} }, unavailable, 1],
    [
      'a write that honours the key',
      { ...READ, declaration: { effect: 'write' as const, idempotency: 'key' as const } },
      unavailable,
      3,
    ],
  ])('%s is executed as often as it is safe', async (_, call, error, made) => {
    const { turn } = patient();
    const tool = flaky(9, error);
    await turn.call(call, tool.execute).catch(() => {});
    expect(tool.made()).toBe(made);
  });

  test('hands the same key to every retry, in the context and in the declared argument', async () => {
    const { turn } = patient();
    const keys = new Set<unknown>();
    const declaration = { effect: 'write' as const, idempotency: 'key' as const };
    await turn
      .call({ ...READ, declaration }, ({ idempotencyKey, attempt }) => {
        keys.add(idempotencyKey);
        keys.add(currentCall()?.idempotencyKey);
        throw Object.assign(unavailable(), { attempt });
      })
      .catch(() => {});
    expect(keys.size).toBe(1);
  });

  test('retries nothing in observe mode, and nothing where it is switched off', async () => {
    for (const options of [{ mode: 'observe' as const }, { retry: false as const }]) {
      const { turn } = patient(options);
      const tool = flaky(1, unavailable);
      await turn.call(READ, tool.execute).catch(() => {});
      expect(tool.made()).toBe(1);
    }
  });
});

describe('the wait before a retry', () => {
  const failed = {
    attempt: 1,
    errorClass: 'server_error',
    retryAfterMs: null,
    elapsedMs: 0,
    random: 1,
  } as const;
  test('doubles, is spread by chance and bounded', () => {
    const delays = [1, 2, 3, 9].map((attempt) =>
      retryDelay({ ...DEFAULT_RETRY, attempts: 20 }, { ...failed, attempt }),
    );
    expect(delays).toEqual([200, 400, 800, 5_000]);
    expect(retryDelay(DEFAULT_RETRY, { ...failed, random: 0 })).toBe(0);
  });

  test('is never shorter than the server asked for, and where it asked for too long there is none', () => {
    expect(retryDelay(DEFAULT_RETRY, { ...failed, random: 0, retryAfterMs: 3_000 })).toBe(3_000);
    expect(retryDelay(DEFAULT_RETRY, { ...failed, retryAfterMs: 60_000 })).toBeNull();
    expect(retryDelay(DEFAULT_RETRY, { ...failed, elapsedMs: 14_900 })).toBeNull();
  });

  test.each([
    [{ headers: { 'retry-after': '2' } }, 2_000],
    [{ headers: new Headers({ 'Retry-After': '2' }) }, 2_000],
    [{ response: { headers: { 'Retry-After': 'Thu, 01 Jan 1970 00:00:09 GMT' } } }, 8_000],
    [{ headers: { 'retry-after-ms': '150' } }, 150],
    [{ retryAfter: 1 }, 1_000],
    [{ headers: { 'retry-after': 'soon' } }, null],
    [new Error('x'), null],
    ['429', null],
  ])('is read from %j', (fault, waitMs) => {
    expect(retryAfterOf(fault, 1_000)).toBe(waitMs);
  });
});

describe('in spans', () => {
  const guardedSpans = async (options: GuardOptions, exporter: Parameters<typeof V3>[0] = {}) => {
    const pipeline = V3(exporter);
    const { guard } = patient(options);
    const call = { tool: 'search_orders', args: { status: 'refunded' } };
    await withSession('s', () =>
      withTurn('t', async () => {
        for (let time = 0; time < 4; time += 1) {
          const span = pipeline.tracer.startSpan('execute_tool search_orders');
          span.setAttributes({
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': call.tool,
            'gen_ai.tool.call.arguments': JSON.stringify(call.args),
          });
          const answer = await context.with(trace.setSpan(context.active(), span), async () =>
            guard.call(call, () => '[]'),
          );
          span.setAttribute(
            'gen_ai.tool.call.result',
            typeof answer === 'string' ? answer : JSON.stringify(answer),
          );
          span.end();
        }
      }),
    );
    return pipeline.finished();
  };

  test('every decision is an event and, on the span of the call, attributes; the tool own answer stays what it was', async () => {
    const spans = await guardedSpans({});
    const of = (name: string) =>
      spans.map(({ attributes }) => attributes[`loopscope.guard.${name}`]);
    expect(of('mode')).toEqual(['block', 'block', 'block', 'block']);
    expect(of('decision')).toEqual([undefined, 'note', 'stop', 'refuse']);
    expect(of('kind')).toEqual([undefined, 'repeated_key', 'repeated_key', 'closed_turn']);
    expect(of('code')).toEqual([undefined, undefined, 'repeated_call', 'repeated_call']);
    expect(of('attempts')).toEqual([undefined, 2, 3, 3]);
    expect(of('saved_calls')).toEqual([undefined, 0, 0, 1]);
    expect(of('tried')[2]).toEqual(['{"status":"refunded"}']);
    expect(spans[2]?.events.map(({ name }) => name)).toEqual(['loopscope.guard']);
    const prints = spans
      .slice(0, 3)
      .map(({ attributes }) => attributes['loopscope.tool.result.fingerprint']);
    expect(new Set(prints).size).toBe(1);
    expect(spans.map(({ attributes }) => attributes['loopscope.tool.result.kind'])).toEqual([
      'empty',
      'empty',
      'empty',
      'error',
    ]);
    expect(spans[3]?.attributes['loopscope.tool.error.class']).toBe('denied');
  });

  test('a guarded call is signed once, and as the processor alone would sign it', async () => {
    const [guarded] = await guardedSpans({ tools: { search_orders: { effect: 'read' } } });
    const alone = V3({ tools: { search_orders: { effect: 'read' } } });
    const span = alone.tracer.startSpan('execute_tool search_orders');
    span.setAttributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search_orders',
      'gen_ai.tool.call.arguments': '{"status":"refunded"}',
      'gen_ai.tool.call.result': '[]',
    });
    span.end();
    const tags = Object.entries(alone.finished()[0]?.attributes ?? {});
    expect(guarded?.attributes).toMatchObject(Object.fromEntries(tags));
  });

  test('with hashes only, no text of arguments, results or errors leaves the process', async () => {
    for (const spans of [
      await guardedSpans({}, { content: 'hashes' }),
      await guardedSpans({ content: 'hashes' }, { content: 'hashes' }),
    ]) {
      const all = JSON.stringify(spans.map(({ attributes, events }) => ({ attributes, events })));
      expect(all).not.toContain('refunded');
      expect(all).toContain('loopscope.guard.saved_calls');
    }
  });

  test('a decision outside of any span gets a span of its own', async () => {
    const pipeline = V3({});
    const provider = { getTracer: () => pipeline.tracer };
    trace.setGlobalTracerProvider(provider);
    try {
      const turn = createGuard().startTurn({ sessionId: 's', turnId: 't' });
      for (let time = 0; time < 3; time += 1)
        await turn.call({ tool: 'search', args: {} }, () => '[]');
      expect(pipeline.finished()).toMatchObject([
        {
          name: 'loopscope.guard',
          attributes: { 'loopscope.session.id': 's', 'loopscope.turn.id': 't' },
        },
        {
          name: 'loopscope.guard',
          events: [{ attributes: { 'loopscope.guard.decision': 'stop' } }],
        },
      ]);
    } finally {
      trace.disable();
    }
  });

  test('retries are seen, with their wait', async () => {
    const pipeline = V3({});
    const { turn } = patient();
    const tool = flaky(2, unavailable);
    await pipeline.tracer.startActiveSpan('execute_tool get_shipment', async (span) => {
      span.setAttributes({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_shipment',
      });
      await turn.call(READ, tool.execute);
      span.end();
    });
    const [span] = pipeline.finished();
    expect(
      span?.events.map(({ attributes }) => attributes?.['loopscope.guard.retry.delay_ms']),
    ).toEqual([100, 200]);
    expect(span?.attributes['loopscope.guard.retries']).toBe(2);
  });

  test('a listener or a tracer that throws is not the agent affair', async () => {
    const guard = createGuard({
      onDecision: () => {
        throw new Error('listener');
      },
    });
    const turn = guard.startTurn();
    for (let time = 0; time < 3; time += 1)
      await turn.call({ tool: 'search', args: {} }, () => '[]');
    expect(turn.state().stop?.reason).toBe('repeated_call');
  });
});
