import type { SpanRow } from '@loopscope/sql';
import * as fc from 'fast-check';

import { agentSpan, asked, fedBack, modelSpan, spanRow, stepSpan, toolSpan } from './spans.ts';

interface Seed {
  kind: 'agent' | 'step' | 'model' | 'tool' | 'other';
  trace: number;
  /** Index of the parent among the seeds; beyond them, a span that never comes. */
  parent: number;
  start: number;
  length: number;
  value: number;
  isNamed: boolean;
  failed: boolean;
  scope: 'framework' | 'client';
}

const seed: fc.Arbitrary<Seed> = fc.record({
  kind: fc.constantFrom('agent', 'step', 'model', 'tool', 'tool', 'other'),
  trace: fc.integer({ min: 1, max: 4 }),
  parent: fc.integer({ min: 0, max: 40 }),
  // Few different times, so that clocks tie; some beyond a pause.
  start: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 900_000, max: 900_010 })),
  length: fc.integer({ min: 0, max: 20 }),
  value: fc.integer({ min: 0, max: 3 }),
  isNamed: fc.boolean(),
  failed: fc.boolean(),
  scope: fc.constantFrom('framework', 'client'),
});

/** Spans of a few traces of one or two sessions, in any shape that a sender may send, sane or not. */
export const anySession: fc.Arbitrary<SpanRow[]> = fc
  .array(seed, { minLength: 1, maxLength: 25 })
  .map((seeds) => seeds.map((each, i) => toSpan(each, i, seeds)));

function toSpan(seed: Seed, i: number, seeds: readonly Seed[]): SpanRow {
  const { trace, parent, start, length, value, scope, isNamed } = seed;
  // A parent of another trace is as good as none.
  const parentId = parent < seeds.length ? idOf(parent) : parent < 30 ? undefined : 'dead';
  const frame = {
    id: idOf(i),
    trace: String(trace),
    at: [start, start + length] as const,
    ...(parentId === undefined ? {} : { parent: parentId }),
  };
  const own: Partial<SpanRow> = {
    scope,
    session_id: isNamed && trace < 4 ? `s${trace % 2}` : '',
    turn_id: value === 3 && trace === 3 ? `t${i % 2}` : '',
  };
  return WRITE[seed.kind](frame, seed, own);
}

type Frame = Parameters<typeof spanRow>[0];

const WRITE: Readonly<
  Record<Seed['kind'], (frame: Frame, seed: Seed, own: Partial<SpanRow>) => SpanRow>
> = {
  agent: (frame, _seed, own) => agentSpan(frame, own),
  step: (frame, _seed, own) => stepSpan(frame, own),
  other: (frame, _seed, own) => spanRow(frame, own),
  model: (frame, { value, isNamed, failed }, own) =>
    modelSpan(
      isNamed
        ? {
            ...frame,
            messages: {
              asked: failed ? [] : [asked(`c${value}`, 'search', { value })],
              fed_back: failed ? [fedBack(`c${value}`, [value])] : [],
              users: value,
              assistants: value,
              last_user: `h${value}`,
            },
          }
        : frame,
      { ...own, input_tokens: value * 10, output_tokens: 1 },
    ),
  tool: (frame, { value, isNamed, failed }, own) =>
    toolSpan(
      {
        ...frame,
        tool: value === 0 ? 'mcp__shop__search' : 'search',
        ...(isNamed ? { args: { value } } : {}),
        ...(failed ? { error: 'timed out' } : { result: [value] }),
      },
      {
        ...own,
        call_id: isNamed ? `c${value}` : '',
        layer: value === 0 ? 'protocol' : 'framework',
      },
    ),
};

function idOf(i: number): string {
  return `a${i.toString(16).padStart(2, '0')}`;
}
