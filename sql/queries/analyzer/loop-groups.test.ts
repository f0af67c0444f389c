import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleLoop, sampleTurn, wholeYear } from '../../testing/sample-rows.ts';
import { openTemporaryStore, type TemporaryStore } from '../../store/temporary-store.ts';
import type { LoopFeedbackRow } from '../../rows/verdict-rows.ts';
import { loopFeedback } from '../api/loop-feedback.ts';
import { loopGroups } from './loop-groups.ts';
import { loop } from '../api/loop.ts';
import { loopsNewSince } from '../api/loops-new-since.ts';

let temporary: TemporaryStore;
beforeAll(async () => {
  temporary = await openTemporaryStore();
});
afterAll(() => temporary[Symbol.asyncDispose]());

describe('loops by what repeats', () => {
  const project = 'groups';
  beforeAll(async () => {
    const turns = [
      ['old', '1', 'm'],
      ['new', '2', 'm'],
      ['newer', '2', 'n'],
    ] as const;
    for (const [turn_id, agent_version, model] of turns) {
      await temporary.store.insert('turn_verdicts', [
        sampleTurn({ project, turn_id, agent_version, model }),
      ]);
    }
    const of = (loop_id: string, turn_id: string, own: object) =>
      sampleLoop({ project, loop_id, turn_id, ...own });
    await temporary.store.insert('loops', [
      of('1', 'old', { kind: 'empty', shape: 'search(q)', calls: [0, 1, 2] }),
      of('2', 'new', { kind: 'empty', shape: 'search(q)', calls: [0, 1, 2, 3] }),
      of('3', 'new', { kind: 'exact', shape: 'create(id)', calls: [4, 5] }),
      of('4', 'newer', { kind: 'exact', shape: 'create(id)', calls: [4, 5], severity: 'watch' }),
    ]);
  });

  it('are counted by kind and shape', async () => {
    const rows = await temporary.store.query(loopGroups, { ...wholeYear(project), limit: 10 });
    expect(
      rows.map(({ kind, shape, loops, turns, calls, longest, alerts }) => ({
        kind,
        shape,
        loops,
        turns,
        calls,
        longest,
        alerts,
      })),
    ).toEqual([
      { kind: 'empty', shape: 'search(q)', loops: 2, turns: 2, calls: 7, longest: 4, alerts: 2 },
      { kind: 'exact', shape: 'create(id)', loops: 2, turns: 2, calls: 4, longest: 2, alerts: 1 },
    ]);
  });

  it('are new since a version, or a model, where nothing else has shown them', async () => {
    const since = { project, since: '2026-01-01 00:00:00.000', limit: 10 };
    const kinds = async (dimension: 'version' | 'model', value: string) => {
      const rows = await temporary.store.query(loopsNewSince, { ...since, dimension, value });
      return rows.map(({ kind, loops, alerts }) => [kind, loops, alerts]);
    };
    expect(await kinds('version', '2')).toEqual([['exact', 2, 1]]);
    expect(await kinds('version', '1')).toEqual([]);
    expect(await kinds('model', 'n')).toEqual([]);
  });

  it('are found one by one', async () => {
    expect(await temporary.store.query(loop, { project, loop_id: '3' })).toMatchObject([
      { kind: 'exact' },
    ]);
    expect(await temporary.store.query(loop, { project, loop_id: 'x' })).toEqual([]);
  });
});

describe('feedback', () => {
  it('is remembered by shape, the latest first', async () => {
    const row = (feedback_id: string, own: Partial<LoopFeedbackRow>): LoopFeedbackRow => ({
      project: 'feedback',
      feedback_id,
      loop_id: 'l',
      turn_id: 't',
      kind: 'empty',
      shape: 'search(q)',
      tools: ['search'],
      verdict: 'not_a_loop',
      reason: 'it polls',
      author: 'ada',
      given_at: '2026-03-01 10:00:00.000',
      ...own,
    });
    await temporary.store.insert('loop_feedback', [
      row('a', {}),
      row('b', { verdict: 'loop', given_at: '2026-03-02 10:00:00.000' }),
      row('c', { shape: 'create(id)' }),
    ]);
    const ask = async (shapes: string[]) => {
      const rows = await temporary.store.query(loopFeedback, {
        project: 'feedback',
        shapes,
        limit: 10,
      });
      return rows.map(({ feedback_id: id }) => id);
    };
    expect(await ask(['search(q)'])).toEqual(['b', 'a']);
    expect(await ask([])).toEqual(['b', 'a', 'c']);
  });
});
