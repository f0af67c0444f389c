import { resolveSession } from '@loopscope/analyzer';
import { describe, expect, it } from 'vitest';
import { isOwnCall, trueOutcome, trueSignature } from './wire-cells.ts';
import { gapOf, UNJOINED, type Gap } from './wire-gaps.ts';
import { emitters, rowsOf, scenariosOf, truthOf, type Truth } from './wire-recordings.ts';

const context = { declarations: new Map(), prices: new Map() };

interface SeenCall {
  step: number;
  tool: string;
  signature: string;
  outcome: string;
}

/** The true calls as far as they are on the wire: what is not is missing, and nothing stands in for it. */
function onTheWire({ tool_calls }: Truth, gap: Gap | undefined): SeenCall[] {
  if (gap?.lacks === 'everything') return [];
  return tool_calls.map((made) => {
    const isGap = gap !== undefined && (gap.of?.(made) ?? true);
    return {
      step: made.batch,
      tool: made.tool,
      signature: isGap && gap.lacks.includes('arguments') ? '' : trueSignature(made),
      outcome: isGap && gap.lacks.includes('outcome') ? 'unknown' : trueOutcome(made),
    };
  });
}

const seen = ({ step, tool, signature, outcome }: SeenCall): string =>
  [step, tool, signature, outcome].join(' ');
const withoutPlace = (call: SeenCall): SeenCall => ({ ...call, step: 0 });

describe.each(emitters().filter((emitter) => !UNJOINED.has(emitter)))('recorded %s', (emitter) => {
  it.each(scenariosOf(emitter))('%s: resolves into the one turn that was made', (scenario) => {
    const truth = truthOf(emitter, scenario);
    const expected = onTheWire(truth, gapOf(emitter, scenario));
    const { toolCalls, turnVerdicts } = resolveSession(rowsOf(emitter, scenario), context);
    const calls = toolCalls.filter(isOwnCall);
    expect(calls.map(({ step }) => step)).toEqual(expected.map(({ step }) => step));
    // What one step asks for at once may begin in any order.
    expect(calls.map(seen).toSorted()).toEqual(expected.map(seen).toSorted());
    expect(turnVerdicts).toMatchObject([
      {
        calls: toolCalls.length,
        model_calls: truth.model_calls,
        input_tokens: truth.usage.input_tokens,
        output_tokens: truth.usage.output_tokens,
      },
    ]);
  });
});

describe.each([...UNJOINED])('recorded %s, whose traces nothing joins', (emitter) => {
  it.each(scenariosOf(emitter))('%s: shows each call once', (scenario) => {
    const truth = truthOf(emitter, scenario);
    const expected = onTheWire(truth, gapOf(emitter, scenario)).map(withoutPlace);
    const { toolCalls, turnVerdicts } = resolveSession(rowsOf(emitter, scenario), context);
    expect(toolCalls.map(withoutPlace).map(seen).toSorted()).toEqual(expected.map(seen).toSorted());
    const input = turnVerdicts.reduce((sum, turn) => sum + turn.input_tokens, 0);
    expect(input).toBe(truth.usage.input_tokens);
  });
});
