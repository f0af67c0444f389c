import { array, assert, constantFrom, integer, property, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { LoopKind } from './loop.ts';
import { Conversation } from './testing/conversation.ts';

const READ = { effect: 'read' } as const;
const WRITE = { effect: 'write' } as const;
const FAILED = { error: true } as const;

/** What a loop is made of, so that only its shape stays the same. */
interface Names {
  tool: string;
  id: string;
}

/** The n-th call of a loop of each kind, with the names given. */
const LOOPS: Record<
  string,
  [kinds: LoopKind[], times: number, say: (run: Conversation, nth: number, names: Names) => void]
> = {
  repeat: [
    ['exact', 'interleaved'],
    4,
    (run, _, { tool, id }) => run.call(tool, { id }, `item ${id}: nothing moved`, READ),
  ],
  'repeated write': [
    ['exact', 'interleaved'],
    3,
    (run, nth, { tool, id }) => run.call(tool, { id }, { ok: true, messageId: `m-${nth}` }, WRITE),
  ],
  nothing: [['empty'], 4, (run, _, { tool, id }) => run.call(tool, { id }, '[]', READ)],
  'same answer': [
    ['stagnant'],
    4,
    (run, nth, { tool, id }) =>
      run.call(
        tool,
        {
          q: `${['menu bar theme', 'theme of menu bar', 'bar menu theme', 'menu theme'][nth % 4]} ${id}`,
        },
        `options of ${id}: auto, light, dark`,
        READ,
      ),
  ],
  rejection: [
    ['validation'],
    4,
    (run, nth, { tool, id }) =>
      run.call(tool, { id, kind: `guess ${nth}` }, '"kind" must be one of: small, large', FAILED),
  ],
  fault: [
    ['transport'],
    4,
    (run, nth, { tool, id }) =>
      run.call(
        tool,
        { id },
        nth % 2 === 0 ? '503 Service Unavailable' : 'connection reset',
        FAILED,
      ),
  ],
  refusal: [
    ['denied'],
    4,
    (run, _, { tool, id }) => run.call(tool, { id }, 'permission denied', FAILED),
  ],
  clock: [
    ['clock_wait'],
    4,
    (run, nth, { tool }) => run.call(tool, {}, `2026-01-06T10:0${nth}:12Z`, READ),
  ],
  'written for nothing': [
    ['noop_write'],
    3,
    (run, _, { tool, id }) => run.call(tool, { id }, `${id} is already set`, WRITE),
  ],
  ring: [
    ['cycle'],
    9,
    (run, nth, { tool, id }) =>
      run.call(`${tool}_${nth % 3}`, { id }, `answer ${nth % 3} of ${id}`, READ),
  ],
};

const names = {
  tool: stringMatching(/^[a-z]{3,10}(?:_[a-z]{2,8})?$/),
  id: stringMatching(/^[a-f0-9]{6,12}$/),
};

/** Kinds and sizes of the alerts on a loop with other calls between; the others are all new reads. */
function alertsOf(loop: string, given: Names, gaps: readonly number[]): unknown[] {
  const [, times, say] = LOOPS[loop] ?? [[], 0, () => {}];
  const run = new Conversation();
  for (let nth = 0; nth < times; nth += 1) {
    say(run, nth, given);
    for (let other = 0; other < (gaps[nth] ?? 0); other += 1)
      run.call('open_other', { name: `n${nth}-${other}` }, `other text ${nth} ${other}`, READ);
  }
  return run
    .loops()
    .filter(({ severity }) => severity === 'alert')
    .map(({ kind, calls, tools }) => [kind, calls.length, tools.includes('open_other')]);
}

describe('the verdict does not change', () => {
  test.each(Object.keys(LOOPS))('with the names of tools and things: %s', (loop) => {
    const [kinds, times] = LOOPS[loop] ?? [[], 0];
    assert(
      property(names.tool, names.id, (tool, id) => {
        const [only, ...more] = alertsOf(loop, { tool, id }, []);
        expect(more).toEqual([]);
        expect(only).toEqual([kinds[0], times, false]);
      }),
      { numRuns: 40 },
    );
  });

  test.each(Object.keys(LOOPS))('with other calls between: %s', (loop) => {
    const [kinds, times] = LOOPS[loop] ?? [[], 0];
    // A declared write is asked for at once again or not at all; a look between is care.
    const most = loop === 'repeated write' || loop === 'written for nothing' ? 0 : 2;
    assert(
      property(
        names.tool,
        names.id,
        array(integer({ min: 0, max: most }), { minLength: 9, maxLength: 9 }),
        (tool, id, gaps) => {
          const found = alertsOf(loop, { tool, id }, gaps);
          expect(found).toHaveLength(1);
          expect(kinds.map((kind) => [kind, times, false])).toContainEqual(found[0]);
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each(Object.keys(LOOPS))('with long work before and after: %s', (loop) => {
    const [kinds, times, say] = LOOPS[loop] ?? [[], 0, () => {}];
    assert(
      property(integer({ min: 0, max: 12 }), integer({ min: 0, max: 12 }), (before, after) => {
        const run = new Conversation().work(before);
        for (let nth = 0; nth < times; nth += 1) say(run, nth, { tool: 'look_up', id: 'a1b2c3' });
        run.work(after);
        expect(run.loops()).toMatchObject([
          { kind: kinds[0], severity: 'alert', calls: { length: times } },
        ]);
      }),
      { numRuns: 20 },
    );
  });

  test('with the language of the questions', () => {
    const words = [
      ['menu bar theme', 'theme of the menu bar', 'menu theme bar'],
      ['Frist Rückgabe Stiefel', 'Rückgabe Stiefel Frist', 'Stiefel Rückgabe: Frist'],
      ['тема строки меню', 'строка меню тема строки', 'меню строки тема'],
      ['メニューバーの色', '色 メニューバー', 'メニューバー 色'],
    ];
    assert(
      property(constantFrom(...words), names.tool, (questions, tool) => {
        const run = new Conversation();
        for (const q of questions)
          run.call(tool, { q }, 'Article twelve applies to this case.', READ);
        expect(run.alerts()).toEqual(['stagnant']);
      }),
    );
  });
});
