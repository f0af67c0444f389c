import type { LoopCase } from '@loopscope/loops';

/** The case as a ready vitest file: it passes as it is, and says what is left to be tested of the agent. */
export function toTest(loopCase: LoopCase): string {
  const { id, want, loop, note, expect } = loopCase;
  const severity = want === 'watch' ? 'watch' : 'alert';
  const kind = want === 'watch' ? loopCase.family : want;
  const next = expect?.tool == null ? 'ends its turn and says so' : `calls ${expect.tool} next`;
  return `import { callsOfCase, declarationsOfCase, detectLoops, type LoopCase } from '@loopscope/loops';
import { describe, expect, test } from 'vitest';

const CASE: LoopCase = ${JSON.stringify(loopCase, null, 2)};

describe(${JSON.stringify(id)}, () => {
  test(${JSON.stringify(`loops: ${note}`)}, () => {
    const loops = detectLoops(callsOfCase(CASE), { declarations: declarationsOfCase(CASE) });
    expect(loops).toContainEqual(
      expect.objectContaining(${JSON.stringify({ kind, severity, calls: loop })}),
    );
  });

  test.todo(${JSON.stringify(`after the first of these calls the agent ${next}: ${expect?.why ?? ''}`)});
});
`;
}
