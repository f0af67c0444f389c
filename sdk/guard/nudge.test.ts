import { describe, expect, test } from 'vitest';
import { createGuard } from './create-guard.ts';
import type { Mode } from './mode.ts';

const REJECTED = 'Unknown column "name" in "field list"';

/** Queries in other words, each with the same fault; the answers of the calls from the first note or stop on. */
async function ask(mode: Mode, answers: readonly (string | null)[]) {
  const turn = createGuard({ mode, retry: false }).startTurn();
  const actions: string[] = [];
  const said: string[] = [];
  for (const [nth, answer] of answers.entries()) {
    const args = { sql: `select name from teachers where age > ${nth}` };
    const { action, note } = await turn.run({ tool: 'query', args }, () => {
      if (answer === null) throw new Error(REJECTED);
      return answer;
    });
    actions.push(action);
    if (note !== null) said.push(note);
  }
  return { actions, said, stop: turn.state().stop };
}

describe('calls that differ and bring nothing new', () => {
  test('are told once, and end the turn where the next one brings nothing new either', async () => {
    const { actions, said, stop } = await ask('block', [null, null, null, null, null]);
    expect(actions).toEqual(['pass', 'pass', 'note', 'stop', 'refuse']);
    expect(said).toEqual([expect.stringMatching(/query brought nothing new.*Unknown column/)]);
    expect(stop?.result).toMatchObject({ kind: 'stalled', attempts: 4 });
  });

  test('end nothing where the model has taken the hint', async () => {
    const rows = ['[{"id":1}]', '[{"id":2}]', '[{"id":3}]', '[{"id":4}]'];
    const { actions, stop } = await ask('block', [null, null, null, ...rows]);
    expect(actions.slice(2)).toEqual(['note', 'pass', 'pass', 'pass', 'pass']);
    expect(stop).toBeNull();
  });

  test('are told again and again in nudge mode, and nothing in observe mode', async () => {
    const nudged = await ask('nudge', [null, null, null, null]);
    expect(nudged.actions).toEqual(['pass', 'pass', 'note', 'note']);
    expect((await ask('observe', [null, null, null, null])).actions).toEqual(
      Array.from({ length: 4 }, () => 'pass'),
    );
  });
});
