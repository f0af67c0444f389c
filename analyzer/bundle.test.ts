import { toInstant } from '@loopscope/sql';
import type { ResolvedKey } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';

import { bundle, stretchesOf } from './bundle.ts';
import type { SessionTrace } from './bundle.ts';

function trace(session_id: string, trace_id: string, minute: number): SessionTrace {
  const at = toInstant(Date.UTC(2026, 2, 1, 10, minute));
  return { session_id, trace_id, first_at: at, last_at: at };
}

function verdict(turn_id: string, trace_id: string): ResolvedKey {
  const none = { span_id: '', call_index: 0, loop_id: '', session_id: '', version: '1' };
  return { table_name: 'turn_verdicts', turn_id, trace_id, started_at: '', ...none };
}

describe('what is read of a session', () => {
  const session = [
    trace('s', 'a', 0),
    trace('s', 'b', 10),
    trace('s', 'c', 40),
    trace('s', 'd', 41),
  ];

  it('is the stretch without a long break that was touched', () => {
    expect(stretchesOf(session, new Set(['b']))).toEqual([
      { sessionId: 's', traceIds: ['a', 'b'] },
    ]);
  });

  it('is the same whichever of its traces was touched', () => {
    const touched = [new Set(['c']), new Set(['d']), new Set(['c', 'd'])];
    const [first, ...others] = touched.map((traces) => stretchesOf(session.toReversed(), traces));
    for (const other of others) expect(other).toEqual(first);
  });

  it('is nothing beyond the trace where the id stands on everything', () => {
    const all = Array.from({ length: 5_001 }, (_, i) => trace('default', `t${i}`, i / 100));
    expect(stretchesOf(all, new Set(['t7']))).toEqual([]);
  });
});

describe('a bundle', () => {
  it('holds what one session joins, and is owned by it', () => {
    const stretches = [{ sessionId: 's', traceIds: ['a', 'b'] }];
    expect(bundle(['b', 'z'], { stretches, twins: [], current: [] })).toEqual([
      { traceIds: ['a', 'b'], owner: 's', current: new Map() },
      { traceIds: ['z'], owner: 'z', current: new Map() },
    ]);
  });

  it('holds what a turn joined before, so that the turn can be taken back', () => {
    const current = [verdict('t', 'a'), verdict('u', 'a'), verdict('u', 'b')];
    expect(bundle(['a'], { stretches: [], twins: [], current })).toEqual([
      {
        traceIds: ['a', 'b'],
        owner: 'a',
        current: new Map([
          ['turn t', current[0]],
          ['turn u', current[2]],
        ]),
      },
    ]);
  });

  it('holds traces that may report the same calls', () => {
    const twins = [{ trace_id: 'a', twin_id: 'c' }];
    expect(bundle(['a'], { stretches: [], twins, current: [] })).toEqual([
      { traceIds: ['a', 'c'], owner: 'a', current: new Map() },
    ]);
  });
});
