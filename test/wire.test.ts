import { describe, expect, it } from 'vitest';
import { compare, seenCalls, type Comparison } from './wire-calls.ts';
import { gapOf, WITHOUT_SESSION, WITHOUT_USER, type Gap } from './wire-gaps.ts';
import { emitters, rowsOf, scenariosOf, truthOf, type Truth } from './wire-recordings.ts';

/** Only the end of the run tells of it, which the analyzer reads and the plain join does not. */
const TOLD_BY_THE_END = new Set(['genkit/unknown-tool', 'oi-openai-agents/unknown-tool']);

function rowGapOf(emitter: string, scenario: string): Gap | undefined {
  return TOLD_BY_THE_END.has(`${emitter}/${scenario}`)
    ? { why: 'the run ends with it', lacks: 'outcome' }
    : gapOf(emitter, scenario);
}

function expected({ tool_calls }: Truth, gap: Gap | undefined): Comparison {
  const calls = tool_calls.length;
  const isMissing = gap?.lacks === 'everything';
  return {
    found: isMissing ? 0 : calls,
    missing: isMissing ? calls : 0,
    withoutArguments: gap?.lacks.includes('arguments') ? calls : 0,
    withoutOutcome: gap?.lacks.includes('outcome') ? calls : 0,
    wrong: 0,
    tooMany: 0,
  };
}

describe.each(emitters())('recorded %s', (emitter) => {
  it.each(scenariosOf(emitter))('%s: shows the calls that were made, and no others', (scenario) => {
    const truth = truthOf(emitter, scenario);
    const seen = seenCalls(rowsOf(emitter, scenario));
    expect(compare(truth.tool_calls, seen)).toEqual(expected(truth, rowGapOf(emitter, scenario)));
  });
});

describe.each(emitters())('recorded %s', (emitter) => {
  const distinct = (values: readonly string[]) =>
    [...new Set(values)].filter((text) => text !== '');

  it('has one session and one user, those of the program', () => {
    for (const scenario of scenariosOf(emitter)) {
      const rows = rowsOf(emitter, scenario);
      const { session_id, user_id } = truthOf(emitter, scenario);
      expect(distinct(rows.map((row) => row.session_id))).toEqual(
        WITHOUT_SESSION.has(emitter) ? [] : [session_id],
      );
      expect(distinct(rows.map((row) => row.user_id))).toEqual(
        WITHOUT_USER.has(emitter) ? [] : [user_id],
      );
    }
  });
});
