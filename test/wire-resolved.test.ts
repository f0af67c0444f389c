import { resolveSession } from '@loopscope/analyzer';
import type { ToolCallRow, TurnVerdictRow } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';
import { isOwnCall, trueOutcome, trueSignature } from './wire-cells.ts';
import {
  gapOf,
  isCutOff,
  NAMED_OTHERWISE,
  ONE_MODEL_SPAN,
  UNJOINED,
  WITHOUT_TOKENS,
} from './wire-gaps.ts';
import {
  emitters,
  requestsOf,
  rowsOf,
  scenariosOf,
  truthOf,
  type Truth,
} from './wire-recordings.ts';

const context = { declarations: new Map(), prices: new Map() };

interface SeenCall {
  step: number;
  tool: string;
  signature: string;
  outcome: string;
}

/** The true calls as far as they are on the wire: what is not is missing, and nothing stands in for it. */
function onTheWire({ emitter, scenario, tool_calls }: Truth): SeenCall[] {
  return tool_calls.flatMap((made) => {
    const lacks = gapOf(emitter, scenario, made)?.lacks ?? '';
    if (lacks === 'everything') return [];
    return {
      step: made.batch,
      tool: made.tool,
      signature: lacks.includes('arguments') ? '' : trueSignature(made),
      outcome: lacks.includes('outcome') ? 'unknown' : trueOutcome(made),
    };
  });
}

/** What the program is called and calls things by, where that stands in the bytes and was not found there. */
function unread(
  truth: Truth,
  [turn]: readonly TurnVerdictRow[],
  calls: readonly ToolCallRow[],
): string[] {
  const { emitter, scenario } = truth;
  const sent = requestsOf(emitter, scenario).map(({ body }) => body.toString());
  const isSent = (name: string | null): name is string =>
    name !== null &&
    !NAMED_OTHERWISE.has(`${emitter} ${name}`) &&
    sent.some((text) => text.includes(name));
  const names: [string | null, string | undefined][] = [
    [truth.user_id, turn?.user_id],
    [truth.session_id, turn?.session_id],
    [truth.agent_name, turn?.agent_name],
    [truth.model, turn?.model],
  ];
  const ids = new Set(calls.map((call) => call.call_id));
  return [
    ...names.flatMap(([name, found]) => (isSent(name) && name !== found ? name : [])),
    ...truth.tool_calls.flatMap((made) => {
      const isLost = gapOf(emitter, scenario, made)?.lacks === 'everything';
      return isSent(made.call_id) && !isLost && !ids.has(made.call_id) ? made.call_id : [];
    }),
  ];
}

const seen = ({ step, tool, signature, outcome }: SeenCall): string =>
  [step, tool, signature, outcome].join(' ');
const withoutPlace = (call: SeenCall): SeenCall => ({ ...call, step: 0 });

describe.each(emitters().filter((emitter) => !UNJOINED.has(emitter)))('recorded %s', (emitter) => {
  it.each(scenariosOf(emitter))('%s: resolves into the one turn that was made', (scenario) => {
    const truth = truthOf(emitter, scenario);
    const expected = onTheWire(truth);
    const { toolCalls, turnVerdicts } = resolveSession(rowsOf(emitter, scenario), context);
    const calls = toolCalls.filter(isOwnCall);
    expect(calls.map(({ step }) => step)).toEqual(expected.map(({ step }) => step));
    // What one step asks for at once may begin in any order.
    expect(calls.map(seen).toSorted()).toEqual(expected.map(seen).toSorted());
    const spent = {
      model_calls: ONE_MODEL_SPAN.has(emitter) ? 0 : truth.model_calls,
      input_tokens: truth.usage.input_tokens,
      output_tokens: truth.usage.output_tokens,
    };
    const isSent = !isCutOff(emitter, scenario) && !WITHOUT_TOKENS.has(emitter);
    const sent = isSent ? spent : {};
    expect(turnVerdicts).toMatchObject([{ calls: toolCalls.length, ...sent }]);
    expect(unread(truth, turnVerdicts, calls)).toEqual([]);
    const isEmpty = truth.tool_calls.every(({ outcome }) => outcome === 'empty');
    if (isEmpty) expect(calls.map((call) => call.result_kind)).not.toContain('value');
  });
});

describe.each([...UNJOINED])('recorded %s, whose traces nothing joins', (emitter) => {
  it.each(scenariosOf(emitter))('%s: shows each call once', (scenario) => {
    const truth = truthOf(emitter, scenario);
    const expected = onTheWire(truth).map(withoutPlace);
    const { toolCalls, turnVerdicts } = resolveSession(rowsOf(emitter, scenario), context);
    expect(toolCalls.map(withoutPlace).map(seen).toSorted()).toEqual(expected.map(seen).toSorted());
    const input = turnVerdicts.reduce((sum, turn) => sum + turn.input_tokens, 0);
    expect(input).toBe(truth.usage.input_tokens);
  });
});
