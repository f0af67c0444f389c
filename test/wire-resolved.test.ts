import { resolveSession } from '@loopscope/analyzer';
import { readArguments, signCall } from '@loopscope/signature';
import { describe, expect, it } from 'vitest';

import { emitters, rowsOf, scenariosOf, truthOf, type TrueCall } from './wire-recordings.ts';

const context = { declarations: new Map(), prices: new Map() };

/** What stands in the way of an exact answer, by emitter or cell. */
const UNSEEN: Readonly<Record<string, string>> = {
  'ai6-norecord': 'inputs and outputs are not recorded',
  'ai7-plus-tl-mcp': 'the inner calls are in a trace without the session',
  'genkit/unknown-tool': 'the run ends with it',
  'google-adk/unknown-tool': 'no response is sent',
  'mastra/unknown-tool': 'status OK, no output',
  'oi-langchain-hidden': 'inputs are hidden',
  'oi-openai-agents/unknown-tool': 'the run ends with it',
  'openlit-openai': 'nothing joins the traces of one turn',
  'otel-contrib-openai': 'spans carry no content',
  'tl-mcp': 'no model, and calls of one millisecond in no order',
};

function isSeen(emitter: string, scenario: string): boolean {
  return !(emitter in UNSEEN || `${emitter}/${scenario}` in UNSEEN);
}

function inWords(made: TrueCall): string {
  const { signature } = signCall(made.tool, readArguments(JSON.stringify(made.args)));
  return `${made.batch} ${made.tool} ${signature} ${made.outcome === 'empty' ? 'ok' : made.outcome}`;
}

describe.each(emitters())('recorded %s', (emitter) => {
  const scenarios = scenariosOf(emitter).filter((scenario) => isSeen(emitter, scenario));

  it.skipIf(scenarios.length === 0)('resolves into the one turn that was made', () => {
    for (const scenario of scenarios) {
      const truth = truthOf(emitter, scenario);
      const { toolCalls, turnVerdicts } = resolveSession(rowsOf(emitter, scenario), context);
      const calls = toolCalls.map(
        (call) => `${call.step} ${call.tool} ${call.signature} ${call.outcome}`,
      );
      expect(calls, scenario).toEqual(truth.tool_calls.map(inWords));
      expect(turnVerdicts, scenario).toMatchObject([
        {
          calls: truth.tool_calls.length,
          model_calls: truth.model_calls,
          input_tokens: truth.usage.input_tokens,
          output_tokens: truth.usage.output_tokens,
        },
      ]);
    }
  });
});
