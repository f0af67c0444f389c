import { describe, expect, it } from 'vitest';
import { compare, seenCalls, type Comparison } from './wire-calls.ts';
import { emitters, rowsOf, scenariosOf, truthOf, type Truth } from './wire-recordings.ts';

/** What an emitter does not put on the wire in any form, and which of its cells it is. */
interface Gap {
  why: string;
  in?: readonly string[];
  not?: readonly string[];
  lacks: 'everything' | 'arguments' | 'outcome' | 'arguments and outcome';
}

const GAPS: Readonly<Record<string, readonly Gap[]>> = {
  'ai6-norecord': [
    { why: 'an unknown tool is named nowhere', in: ['unknown-tool'], lacks: 'everything' },
    { why: 'inputs are not recorded', in: ['timeouts'], lacks: 'arguments' },
    { why: 'inputs and outputs are not recorded', lacks: 'arguments and outcome' },
  ],
  genkit: [{ why: 'the run ends with it', in: ['unknown-tool'], lacks: 'outcome' }],
  'google-adk': [{ why: 'no response is sent', in: ['unknown-tool'], lacks: 'outcome' }],
  mastra: [{ why: 'status OK, no output', in: ['unknown-tool'], lacks: 'outcome' }],
  'oi-langchain-hidden': [{ why: 'inputs are hidden', lacks: 'arguments' }],
  'oi-openai-agents': [{ why: 'the run ends with it', in: ['unknown-tool'], lacks: 'outcome' }],
  'openlit-openai': [{ why: 'results come back without ids', lacks: 'outcome' }],
  'otel-contrib-openai': [{ why: 'spans carry no content', lacks: 'everything' }],
};

function gapOf(emitter: string, scenario: string): Gap | undefined {
  return GAPS[emitter]?.find((gap) => gap.in === undefined || gap.in.includes(scenario));
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
    expect(compare(truth.tool_calls, seen)).toEqual(expected(truth, gapOf(emitter, scenario)));
  });
});

/** Emitters that put no session, or no user, on any span. */
const WITHOUT_SESSION = new Set([
  'ai7-default-options',
  'openlit-openai',
  'otel-contrib-openai',
  'tl-mcp',
]);
const WITHOUT_USER = new Set([...WITHOUT_SESSION, 'anthropic-sdk-native', 'genkit', 'google-adk']);

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
