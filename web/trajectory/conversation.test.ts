import { describe, expect, test } from 'vitest';

import { findAgents } from './agents.ts';
import { findGaps } from './minimap/gaps.ts';
import { agentStep, modelStep, toolStep } from './make-steps.ts';
import { findNotes } from './notes.ts';
import { findWords } from './words.ts';

describe('a compacted context', () => {
  const models = (...answers: (number | null)[]) =>
    answers.map((before, at) =>
      modelStep(at, {
        answers_before: before,
        input_tokens: before === null ? null : before * 100,
      }),
    );

  test('is where the input holds fewer answers than before', () => {
    const notes = findNotes(models(1, 2, 3, 1, 2));
    expect([...notes.keys()]).toEqual([3]);
    expect(notes.get(3)).toEqual([
      {
        kind: 'compaction',
        answers: { before: 3, after: 1 },
        tokens: { before: 300, after: 100 },
      },
    ]);
  });

  test('is not a helper’s call between two that go on', () => {
    expect(findNotes(models(4, 0, 5, 6)).size).toBe(0);
  });

  test('shows in the tokens where inputs were not sent', () => {
    const step = (seq: number, tokens: number) => modelStep(seq, { input_tokens: tokens });
    expect([...findNotes([step(0, 90_000), step(1, 9000), step(2, 9100)]).keys()]).toEqual([1]);
    expect(findNotes([step(0, 90_000), step(1, 80_000)]).size).toBe(0);
  });

  test('is seen for each agent on its own', () => {
    const steps = [
      modelStep(0, { answers_before: 9 }),
      modelStep(1, { agent: 'helper', answers_before: 0 }),
      modelStep(2, { answers_before: 10 }),
    ];
    expect(findNotes(steps).size).toBe(0);
  });
});

test('another model is noted where it stays', () => {
  const steps = ['a', 'a', 'b', 'b', 'c', 'b'].map((model, seq) => modelStep(seq, { model }));
  expect([...findNotes(steps)].map(([seq, [note]]) => [seq, note])).toEqual([
    [2, { kind: 'model', before: 'a', after: 'b' }],
    [5, { kind: 'model', before: 'c', after: 'b' }],
  ]);
});

describe('sub-agents', () => {
  test('are one deeper than who called them, and their steps with them', () => {
    const steps = [
      agentStep(0, { span_id: 'root', duration_ms: 10_000 }),
      modelStep(1, { parent_span_id: 'root' }),
      toolStep(2, 0, { span_id: 'handover', parent_span_id: 'root' }),
      agentStep(3, { span_id: 'sub', parent_span_id: 'handover', agent: 'researcher' }),
      toolStep(4, 1, { parent_span_id: 'sub' }),
      modelStep(5, { parent_span_id: 'root' }),
    ];
    const { depths, subAgents } = findAgents(steps);
    expect([...depths.values()]).toEqual([0, 0, 0, 1, 1, 0]);
    expect(subAgents.get(3)).toMatchObject({ depth: 1, calls: 1 });
    expect(subAgents.size).toBe(1);
  });

  test('are found by their time where the spans between are not known', () => {
    const steps = [
      agentStep(0, { span_id: 'root', duration_ms: 9000 }),
      agentStep(1, { span_id: 'sub', parent_span_id: 'chain', duration_ms: 2500 }),
      toolStep(2, 0, { parent_span_id: 'node' }),
      toolStep(5, 1, { parent_span_id: 'node' }),
    ];
    expect([...findAgents(steps).depths.values()]).toEqual([0, 1, 1, 0]);
  });

  test('are none where nobody called an agent', () => {
    expect(findAgents([modelStep(0), toolStep(1, 0)]).subAgents.size).toBe(0);
  });

  test('that name each other as parents do not hang the page', () => {
    const steps = [
      modelStep(0, { span_id: 'a', parent_span_id: 'b' }),
      modelStep(1, { span_id: 'b', parent_span_id: 'a' }),
    ];
    expect([...findAgents(steps).depths.values()]).toEqual([0, 0]);
  });
});

test('what a user said stands once, though agent and model carry it', () => {
  const steps = [
    agentStep(0, { user_text: 'Where?' }),
    modelStep(1, { user_text: 'Where?', text: 'Looking.' }),
    modelStep(2),
    modelStep(3, { user_text: 'And now?' }),
  ];
  expect([...findWords(steps)]).toEqual([
    [0, { user: 'Where?', model: null }],
    [1, { user: null, model: 'Looking.' }],
    [3, { user: 'And now?', model: null }],
  ]);
});

test('a gap is where neither a tool nor the model ran', () => {
  const at = (seq: number, offset_ms: number, duration_ms: number) =>
    toolStep(seq, seq, { offset_ms, duration_ms });
  const steps = [agentStep(0), at(1, 0, 100), at(2, 50, 20), at(3, 500, 100)];
  expect(findGaps(steps, 1000)).toEqual([
    { fromMs: 100, toMs: 500 },
    { fromMs: 600, toMs: 1000 },
  ]);
});
