import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Call } from './call.ts';
import { createRun, detectLoops } from './run.ts';

const PAGE = Array.from({ length: 30 }, (_, at) => `the ${at}th line of a page that is read`);

/** What a tool answers: emptiness, lists, windows onto a text, prose that is transcribed, rejections, receipts, states. */
const answer = fc.oneof(
  fc.constantFrom('[]', 'No matches found for "fooBar_1"', 'running', '12:30:05', 'saved', ''),
  fc.nat(3).map((n) => JSON.stringify([{ id: n }, { id: n + 1 }, { id: 7 }])),
  fc.nat(20).map((from) => PAGE.slice(from, from + 8).join('\n')),
  fc.nat(4).map((n) => PAGE.with(n, `another line of ${n}`).join(' ')),
  fc.nat(2).map((n) => `Error: value must be one of ['a', 'b'], got ${n}`),
);

const asked = fc.oneof(
  fc.nat(2).map((n) => ({ q: `menu theme ${['', 'dark', 'light'][n]}` })),
  fc.nat(6).map((from) => ({ path: 'a.txt', from })),
  fc.constant({}),
);

const anyCalls: fc.Arbitrary<Call[]> = fc
  .array(
    fc.record({
      tool: fc.constantFrom('read', 'search', 'act'),
      args: asked,
      result: answer,
      times: fc.integer({ min: 1, max: 7 }),
      fails: fc.boolean(),
      effect: fc.constantFrom('read', 'read', 'unknown', 'write'),
      agent: fc.constantFrom('a', 'a', 'b'),
    }),
    { maxLength: 12 },
  )
  .map((blocks) =>
    blocks
      .flatMap(({ times, ...block }) => Array.from({ length: times }, () => block))
      .map(({ args, result, tool, fails, effect, agent }, seq): Call => {
        const isError = fails && result.startsWith('Error');
        return {
          seq,
          turn: 1,
          step: seq,
          tool,
          signature: JSON.stringify(args),
          identity: JSON.stringify(args),
          outcome: isError ? 'error' : 'ok',
          errorClass: isError ? 'validation' : null,
          errorTemplate: isError ? result : '',
          resultKind: result === '[]' ? 'empty' : 'value',
          resultFingerprint: result,
          effect,
          startMs: seq * 100,
          durationMs: 40,
          agent,
          session: 's',
          epoch: 0,
          modelMs: 60,
          inputTokens: 10,
          outputTokens: 5,
          cost: 0.001,
          text: { args: JSON.stringify(args), result, resultLength: result.length },
        };
      }),
  );

test('a verdict after any of the calls is the verdict on all so far', () => {
  const options = { declarations: new Map() };
  fc.assert(
    fc.property(anyCalls, fc.integer({ min: 1, max: 9 }), (calls, stride) => {
      const run = createRun(options);
      for (const [at, call] of calls.entries()) {
        run.push(call);
        if (at % stride !== 0) continue;
        expect(run.loops()).toEqual(detectLoops(calls.slice(0, at + 1), options));
      }
      expect(run.loops()).toEqual(detectLoops(calls, options));
    }),
    { numRuns: 60 },
  );
});
