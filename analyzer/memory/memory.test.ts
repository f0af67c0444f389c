import type { SpanRow } from '@loopscope/sql';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startAnalyzer } from '../start-analyzer.ts';
import { anySession } from '../testing/any-session.ts';
import { openTestHome, type TestHome } from '../testing/home.ts';
import { agentSpan, modelSpan, toolSpan } from '../testing/spans.ts';
import { createMemory, type MemorySize } from './memory.ts';

let home: TestHome;
beforeAll(async () => {
  home = await openTestHome();
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

interface Portion {
  spans: SpanRow[];
  /** The analyzer that looks at it starts anew, without what it remembered. */
  isRestarted: boolean;
}

/** Everything is held, some of it is forgotten again, nothing is held. */
const SIZES: readonly MemorySize[] = [
  { minSpans: 1, maxSpans: 10_000, maxTextChars: 1_000_000 },
  { minSpans: 1, maxSpans: 6, maxTextChars: 300 },
  { minSpans: 1_000, maxSpans: 1_000, maxTextChars: 1_000 },
];

const anyArrival: fc.Arbitrary<Portion[]> = anySession.chain((spans) =>
  fc
    .tuple(
      fc.shuffledSubarray([...spans, ...spans], { minLength: spans.length }),
      fc.array(fc.boolean(), { minLength: 2, maxLength: 4 }),
    )
    .map(([some, restarts]) => {
      const all = [...some, ...spans];
      const size = Math.ceil(all.length / restarts.length);
      return restarts.map((isRestarted, i) => ({
        spans: all.slice(i * size, (i + 1) * size),
        isRestarted,
      }));
    }),
);

/** Looks after each portion, by analyzers that remember. */
async function grow(project: string, portions: readonly Portion[], size: MemorySize) {
  let analyzer = start(project, size);
  for (const [hour, { spans, isRestarted }] of portions.entries()) {
    if (isRestarted) {
      await analyzer.close();
      analyzer = start(project, size);
    }
    await home.arrive(project, spans, hour);
    await analyzer.drain();
  }
  await analyzer.close();
  return home.rows(project);
}

function start(project: string, size: MemorySize) {
  const options = { project, declarations: new Map(), prices: new Map(), intervalMs: 3_600_000 };
  return startAnalyzer(
    { ...options, store: home.store, now: Date.now, log: () => {} },
    createMemory(Date.now, size),
  );
}

/** Looks once, when all of it is there. */
async function atOnce(project: string, portions: readonly Portion[]) {
  for (const [hour, { spans }] of portions.entries()) await home.arrive(project, spans, hour);
  await home.analyze(project);
  return home.rows(project);
}

let cases = 0;
const nextProject = (): string => `grown-${(cases += 1)}`;

describe('what is remembered', () => {
  it('never shows: any order of arrival, forgetting and restarts give the rows of one look', async () => {
    await fc.assert(
      fc.asyncProperty(anyArrival, fc.constantFrom(...SIZES), async (portions, size) => {
        const grown = await grow(nextProject(), portions, size);
        expect(grown).toEqual(await atOnce(nextProject(), portions));
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  it('grows with a turn whose loop goes on, whose calls come late and whose texts count', async () => {
    const call = (n: number) => [
      modelSpan({ id: `b${n}`, parent: '1', at: [n * 100, n * 100 + 40] }, { output_tokens: 7 }),
      toolSpan({
        id: `a${n}`,
        parent: '1',
        at: [n * 100 + 50, n * 100 + 90],
        args: { q: n % 3 === 0 ? 'same' : `other ${n}` },
        result: n % 3 === 0 ? { at: n, rows: [] } : { rows: [n] },
      }),
    ];
    const calls = Array.from({ length: 12 }, (_, n) => call(n));
    const late = calls.splice(4, 1).flat();
    const portions = [0, 3, 6, 9].map((from) => ({
      spans: calls.slice(from, from + 3).flat(),
      isRestarted: false,
    }));
    portions.push({ spans: late, isRestarted: false });
    portions.push({ spans: [agentSpan({ id: '1', at: [0, 2_000] })], isRestarted: false });
    for (const size of SIZES) {
      const grown = await grow(nextProject(), portions, size);
      expect(grown).toEqual(await atOnce(nextProject(), portions));
      expect(grown.toolCalls).toHaveLength(12);
    }
  }, 60_000);
});
