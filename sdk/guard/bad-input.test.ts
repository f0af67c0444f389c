import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createGuard } from './create-guard.ts';

const cyclic: Record<string, unknown> = { rows: [1, 2] };
cyclic['self'] = cyclic;

describe('whatever a tool gives back is handed on', () => {
  const turn = () => createGuard({ ceilings: { callsPerSession: 1_000 } }).startTurn();
  const hostile = new Proxy(
    {},
    {
      get(_, property) {
        // Every promise looks for this member of what it is resolved with.
        if (property === 'then') return undefined;
        throw new Error('hostile');
      },
      ownKeys() {
        throw new Error('hostile');
      },
    },
  );
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a stream', Readable.from(['a', 'b'])],
    ['a web stream', new ReadableStream()],
    [
      'an async iterator',
      (async function* parts() {
        yield 1;
      })(),
    ],
    [
      'a generator',
      (function* parts() {
        yield 1;
      })(),
    ],
    ['a megabyte of text', 'x'.repeat(1_000_000)],
    [
      'a megabyte of rows',
      Array.from({ length: 30_000 }, (_, id) => ({ id, note: 'row of a large table' })),
    ],
    ['a cyclic object', cyclic],
    ['a BigInt and a Map', { id: 9_007_199_254_740_993n, more: new Map([['a', 1]]) }],
    ['an object that throws when it is read', hostile],
    ['bytes', new Uint8Array(2_000_000)],
  ])('%s', async (_, result) => {
    const guarded = await turn().run({ tool: 'any', args: {} }, () => result as object);
    expect(guarded).toMatchObject({ action: 'pass', made: true, threw: false });
    expect('result' in guarded && Object.is(guarded.result, result)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['a string', 'went wrong'],
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', { code: 'E_BAD', detail: cyclic }],
    ['a frozen error', Object.freeze(new Error('frozen'))],
    ['an object that throws when it is read', hostile],
  ])('%s that is thrown, twice', async (_, thrown) => {
    const guarded = turn();
    for (let time = 0; time < 2; time += 1) {
      const outcome = await guarded
        .call({ tool: 'any', args: {} }, () => {
          throw thrown;
        })
        .catch((error: unknown) => ({ error }));
      const { error } = outcome as { error: unknown };
      if (typeof thrown === 'string') expect(String(error).startsWith(thrown)).toBe(true);
      else expect(error).toBe(thrown);
    }
  });

  test('the same cyclic object three times is a loop, the same stream is none', async () => {
    const looping = turn();
    const streaming = turn();
    for (let time = 0; time < 3; time += 1) {
      await looping.call({ tool: 'a', args: {} }, () => cyclic);
      await streaming.call({ tool: 'a', args: {} }, () => new ReadableStream());
    }
    expect(looping.state().stop?.reason).toBe('repeated_call');
    expect(streaming.state().stop).toBeNull();
  });

  test('large results are read in little time, and repeats of them are seen', async () => {
    const guarded = turn();
    const page = 'row of a large table '.repeat(100_000);
    for (let time = 0; time < 3; time += 1) await guarded.call({ tool: 'a', args: {} }, () => page);
    expect(guarded.state()).toMatchObject({ calls: 3, stop: { reason: 'repeated_call' } });
  });
});

describe('whatever a model sends', () => {
  test.each<[string, unknown]>([
    ['no JSON', '{"id": '],
    ['a cyclic object', cyclic],
    ['nothing', undefined],
    ['a megabyte', { text: 'x'.repeat(1_000_000) }],
    ['a symbol', Symbol('s')],
  ])('arguments that are %s are guarded', async (_, args) => {
    const turn = createGuard().startTurn();
    expect(await turn.call({ tool: 'any', args }, () => ({ ok: 1 }))).toEqual({ ok: 1 });
  });

  test('a call id that comes again says nothing', async () => {
    const turn = createGuard().startTurn();
    for (let id = 0; id < 10; id += 1) {
      expect(
        await turn.call({ tool: 'get', args: { id }, callId: 'call_1' }, () => ({ id })),
      ).toEqual({ id });
    }
  });

  test('forty identical calls in one step are three, and the rest is refused', async () => {
    const turn = createGuard().startTurn();
    let made = 0;
    const calls = Array.from({ length: 40 }, async () =>
      turn.run({ tool: 'mvn_test', args: {}, step: 1 }, async () => {
        made += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return 'BUILD FAILURE: 3 tests failed in module core';
      }),
    );
    const actions = (await Promise.all(calls)).map(({ action }) => action);
    expect(made).toBe(3);
    expect(actions.filter((action) => action === 'refuse')).toHaveLength(37);
  });

  test('forty different calls in one step never exceed the ceiling of the session', async () => {
    const turn = createGuard({ ceilings: { callsPerSession: 25 } }).startTurn();
    let made = 0;
    await Promise.all(
      Array.from({ length: 40 }, async (_, id) =>
        turn.call({ tool: 'get', args: { id } }, () => {
          made += 1;
          return { id };
        }),
      ),
    );
    expect(made).toBe(25);
  });
});

test('two turns at once in one process do not count together', async () => {
  const guard = createGuard();
  const turns = ['a', 'b'].map((turnId) => guard.startTurn({ sessionId: turnId, turnId }));
  await Promise.all(
    turns.map(async (turn) =>
      turn.within(async () => {
        for (let time = 0; time < 2; time += 1)
          await guard.call({ tool: 'search', args: { q: 'x' } }, async () => []);
      }),
    ),
  );
  expect(turns.map((turn) => turn.state())).toMatchObject([
    { calls: 2, stop: null },
    { calls: 2, stop: null },
  ]);
});

test('a second identical write waits for the first, and is not made where that ended in the dark', async () => {
  const turn = createGuard().startTurn();
  const made: string[] = [];
  const write = async (name: string) =>
    turn.run({ tool: 'pay', args: { order: 1 }, declaration: { effect: 'write' } }, async () => {
      made.push(name);
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new Error('Request timed out');
    });
  const [first, second] = await Promise.all([write('first'), write('second')]);
  expect(made).toEqual(['first']);
  expect(first).toMatchObject({ threw: true, terminal: null });
  expect(second).toMatchObject({ action: 'refuse', terminal: { kind: 'unknown_write' } });
});

test('a call that is guarded by two layers counts once', async () => {
  const turn = createGuard().startTurn();
  const call = { tool: 'search', args: { q: 'x' } };
  await turn.call(call, async () => turn.call(call, () => ['row']));
  expect(turn.state().calls).toBe(1);
});

test('who gives up waiting for an identical write that hangs gets an answer', async () => {
  const turn = createGuard().startTurn();
  const write = { tool: 'pay', args: { order: 1 }, declaration: { effect: 'write' as const } };
  const hung = new Promise<never>(() => {});
  void turn.run(write, () => hung);
  const patience = new AbortController();
  const second = turn.run(write, () => 'paid twice', { signal: patience.signal });
  patience.abort();
  expect((await second).terminal?.kind).toBe('in_flight_write');
  expect(turn.state().inFlight).toHaveLength(1);
});
