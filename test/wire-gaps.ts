import type { TrueCall } from './wire-recordings.ts';

/** What an emitter does not put on the wire in any form, and which of its cells it is. */
export interface Gap {
  why: string;
  in?: readonly string[];
  lacks: 'everything' | 'arguments' | 'outcome' | 'arguments and outcome';
  /** Only of calls of which this is true. */
  of?: (call: TrueCall) => boolean;
}

const GAPS: Readonly<Record<string, readonly Gap[]>> = {
  'ai6-norecord': [
    { why: 'an unknown tool is named nowhere', in: ['unknown-tool'], lacks: 'everything' },
    { why: 'inputs are not recorded', in: ['timeouts'], lacks: 'arguments' },
    { why: 'inputs and outputs are not recorded', lacks: 'arguments and outcome' },
  ],
  'google-adk': [{ why: 'no response is sent', in: ['unknown-tool'], lacks: 'outcome' }],
  mastra: [{ why: 'status OK, no output', in: ['unknown-tool'], lacks: 'outcome' }],
  'oi-langchain-hidden': [{ why: 'inputs are hidden', lacks: 'arguments' }],
  'openlit-openai': [
    { why: 'results come back without ids in traces that nothing joins', lacks: 'outcome' },
  ],
  'otel-contrib-openai': [{ why: 'spans carry no content', lacks: 'everything' }],
};

/** Emitters that put no session, or no user, on any span. */
export const WITHOUT_SESSION: ReadonlySet<string> = new Set([
  'ai7-default-options',
  'openlit-openai',
  'otel-contrib-openai',
  'tl-mcp',
]);
export const WITHOUT_USER: ReadonlySet<string> = new Set([
  ...WITHOUT_SESSION,
  'anthropic-sdk-native',
  'genkit',
  'google-adk',
]);

/** Emitters whose traces of one turn nothing joins: each model call is a turn of its own. */
export const UNJOINED: ReadonlySet<string> = new Set(['openlit-openai', 'otel-contrib-openai']);

export function gapOf(emitter: string, scenario: string): Gap | undefined {
  return GAPS[emitter]?.find((gap) => gap.in === undefined || gap.in.includes(scenario));
}
