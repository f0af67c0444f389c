import { Readable } from 'node:stream';
import { trace } from '@opentelemetry/api';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGuard, type GuardOptions, type Turn } from '../guard/index.ts';
import { NODE_RUNTIME } from '../guard/runtime.ts';
import { LoopscopeSpanProcessor } from '../processor.ts';
import type { Called, Next, Play } from './testing/play.ts';
import { ADAPTERS } from './testing/players.ts';

/** What no test here may come to depend on: an exporter that fails, and a wall clock that jumps back and forth. */
beforeAll(() => {
  const down = {
    export: () => {
      throw new Error('ECONNREFUSED');
    },
    shutdown: async () => {},
    forceFlush: async () => {},
  };
  const spanProcessors = [
    new LoopscopeSpanProcessor(),
    new SimpleSpanProcessor({ exporter: down }),
  ];
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
});
afterAll(() => trace.disable());

let jumps = 0;
const JUMPING = {
  ...NODE_RUNTIME,
  nowMs: () => Date.now() + ((jumps += 1) % 2 === 0 ? 1 : -1) * 86_400_000,
};

function turnOf(options: GuardOptions = {}): Turn {
  return createGuard({ retry: false, ...options }, JUMPING).startTurn();
}

/** What the model read, and how the run ended. */
async function transcript(play: Play, turn: Turn | null, tool: () => unknown, next: Next) {
  const made: unknown[] = [];
  const run = (args: unknown): unknown => {
    made.push(args);
    return tool();
  };
  try {
    const story = { tools: [{ name: 'look', run }], next };
    const { asked, output } = await play(turn, story);
    return { read: asked.map(({ lastResult }) => lastResult), output, made };
  } catch (error) {
    return { failed: String(error), made };
  }
}

const once: Next = (nth) => (nth === 0 ? { tool: 'look', args: { of: 'it' } } : null);
const throwing = (thrown: unknown) => (): never => {
  throw thrown;
};
const cyclic: Record<string, unknown> = { rows: [1, 2] };
cyclic['self'] = cyclic;
async function* parts() {
  yield 1;
}

const TOOLS: readonly (readonly [name: string, tool: () => unknown])[] = [
  ['throws a string', throwing('went wrong')],
  ['throws nothing', throwing(undefined)],
  ['throws null', throwing(null)],
  ['throws a number', throwing(7)],
  ['throws an object', throwing({ code: 'E_BAD', detail: 'x' })],
  ['throws a frozen error', throwing(Object.freeze(new Error('frozen')))],
  ['gives back nothing', () => undefined],
  ['gives back a function', () => parts],
  ['gives back a symbol', () => Symbol('s')],
  ['gives back a stream', () => Readable.from(['a', 'b'])],
  ['gives back a web stream', () => ReadableStream.from(['a', 'b'])],
  ['gives back an async iterator', parts],
  ['gives back a megabyte', () => 'row of a large table '.repeat(50_000)],
  ['gives back a cyclic object', () => cyclic],
  ['gives back a BigInt in a Map', () => new Map([['id', 9_007_199_254_740_993n]])],
  ['gives back bytes', () => new Uint8Array([1, 2, 3])],
];

describe.each(ADAPTERS)('%s', (_, play) => {
  test.each(TOOLS)('a tool that %s is to the model what it is without a guard', async (_, tool) => {
    const turn = turnOf();
    expect(await transcript(play, turn, tool, once)).toEqual(
      await transcript(play, null, tool, once),
    );
    expect(turn.state()).toMatchObject({ calls: 1, inFlight: [], stop: null });
  });

  const odd = { '': null, n: -0.5, list: [[], {}, ''], deep: { a: { b: ['ü', '\u0000'] } } };
  const many = (count: number, id?: string): Called[] =>
    Array.from({ length: count }, (_, at) => ({
      tool: 'look',
      args: { of: `thing ${at}` },
      ...(id === undefined ? {} : { id }),
    }));
  const inTurn =
    (calls: readonly (Called | readonly Called[])[]): Next =>
    (nth) =>
      calls[nth] ?? null;

  test.each<[string, Next]>([
    ['sends what nobody foresaw', inTurn([{ tool: 'look', args: odd }])],
    ['sends arguments that are no JSON', inTurn([{ tool: 'look', args: {}, text: '{"of": ' }])],
    ['calls a tool that there is not', inTurn([{ tool: 'peek', args: {} }])],
    ['uses one call id for all', inTurn(many(4, 'call_1'))],
    ['calls forty at once', inTurn([many(40)])],
  ])('a model that %s reads what it reads without a guard', async (_, next) => {
    let answers = 0;
    const answer = () => `answer ${(answers += 1)}`;
    const turn = turnOf({ ceilings: { callsPerSession: 40 } });
    const guarded = await transcript(play, turn, answer, next);
    answers = 0;
    expect(guarded).toEqual(await transcript(play, null, answer, next));
    expect(turn.state()).toMatchObject({ inFlight: [], stop: null });
  });

  test('of forty identical calls at once three are made', async () => {
    const call = { tool: 'look', args: { of: 'it' } };
    const next = inTurn([Array.from({ length: 40 }, () => call)]);
    const { made } = await transcript(play, turnOf(), () => [], next);
    expect(made).toHaveLength(3);
  });

  test('turns that run at once are counted apart', async () => {
    const guard = createGuard({ retry: false }, JUMPING);
    const turns = [1, 2, 3].map(() => guard.startTurn());
    const call = { tool: 'look', args: { of: 'it' } };
    const twice: Next = (nth) => (nth < 2 ? call : null);
    await Promise.all(turns.map(async (turn) => transcript(play, turn, () => 'seen', twice)));
    expect(turns.map((turn) => turn.state())).toMatchObject(
      turns.map(() => ({ calls: 2, stop: null })),
    );
  });
});
