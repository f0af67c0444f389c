import type { TrueCall } from './wire-recordings.ts';

/** What an emitter does not put on the wire in any form, and which of its cells it is. */
export interface Gap {
  why: string;
  in?: readonly string[];
  lacks: 'everything' | 'arguments' | 'outcome' | 'arguments and outcome';
  /** Only of calls of which this is true. */
  of?: (call: TrueCall) => boolean;
}

const UNANSWERED: readonly Gap[] = [
  { why: 'status OK, no output', in: ['unknown-tool'], lacks: 'outcome' },
];
/** Of what fails before the tool is run, Claude Code tells nobody. */
const UNTOLD: readonly Gap[] = [
  { why: 'an unknown tool is named nowhere', in: ['unknown-tool'], lacks: 'everything' },
  {
    why: 'arguments that do not fit are told nowhere',
    in: ['validation'],
    lacks: 'everything',
    of: ({ outcome }) => outcome === 'error',
  },
];

const GAPS: Readonly<Record<string, readonly Gap[]>> = {
  'ai4-stream': [
    {
      why: 'the stream ends with it, and names it nowhere',
      in: ['unknown-tool'],
      lacks: 'everything',
    },
  ],
  'ai6-norecord': [
    { why: 'an unknown tool is named nowhere', in: ['unknown-tool'], lacks: 'everything' },
    { why: 'inputs are not recorded', in: ['timeouts'], lacks: 'arguments' },
    { why: 'inputs and outputs are not recorded', lacks: 'arguments and outcome' },
  ],
  'anthropic-sdk-native-metadata-only': [
    { why: 'an unknown tool is named nowhere', in: ['unknown-tool'], lacks: 'everything' },
    { why: 'content is not asked for', lacks: 'arguments' },
  ],
  'google-adk': [{ why: 'no response is sent', in: ['unknown-tool'], lacks: 'outcome' }],
  'claude-agent-sdk': [
    { why: 'an unknown tool is named nowhere', in: ['unknown-tool'], lacks: 'everything' },
    {
      why: 'what lies deeper than one level is cut',
      in: ['ok'],
      lacks: 'arguments',
      of: ({ seq }) => seq === 0,
    },
  ],
  'claude-code': UNTOLD,
  mastra: UNANSWERED,
  'mastra-arize': UNANSWERED,
  'mastra-bridge': UNANSWERED,
  'mastra-langfuse': UNANSWERED,
  'mastra-0x': [
    { why: 'the run ends with it, and so do the spans', in: ['unknown-tool'], lacks: 'outcome' },
  ],
  'oi-langchain-hidden': [{ why: 'inputs are hidden', lacks: 'arguments' }],
  'otel-bedrock': [{ why: 'spans carry no content', lacks: 'everything' }],
  'otel-contrib-openai': [{ why: 'spans carry no content', lacks: 'everything' }],
  'py-autogen': [
    {
      why: 'arguments are not sent, errors are',
      lacks: 'arguments',
      of: ({ outcome }) => outcome === 'error',
    },
    { why: 'content is not sent', lacks: 'arguments and outcome' },
  ],
  'py-fastmcp': [
    {
      why: 'arguments are not sent, errors are',
      lacks: 'arguments',
      of: ({ outcome }) => outcome === 'error',
    },
    { why: 'content is not sent', lacks: 'arguments and outcome' },
  ],
  'py-genai-openai-agents': [
    { why: 'the run ends with it', in: ['unknown-tool'], lacks: 'outcome' },
  ],
  'py-haystack': [
    {
      why: 'no model is shown what came of it but in Python’s words',
      in: ['unknown-tool'],
      lacks: 'outcome',
    },
  ],
  'py-logfire-openai-agents': [
    { why: 'the run ends with it', in: ['unknown-tool'], lacks: 'outcome' },
  ],
  'py-semantic-kernel': [
    { why: 'an unknown tool has no span', in: ['unknown-tool'], lacks: 'everything' },
  ],
  'py-google-adk': [
    { why: 'the content is off', in: ['timeouts', 'unknown-tool'], lacks: 'arguments' },
    { why: 'the content is off', lacks: 'arguments and outcome' },
  ],
  'py-tl-crewai': [
    {
      why: 'the run ends with a call, whose result no model is told',
      in: ['loop-empty'],
      lacks: 'outcome',
      of: ({ seq }) => seq === 4,
    },
  ],
  'py-tl-mistral': [{ why: 'calls are left out of the messages', lacks: 'everything' }],
  'py-tl-responses-0.47': [{ why: 'results are not among the messages', lacks: 'outcome' }],
  'semconv-genai-nocontent': [
    { why: 'an unknown tool is named nowhere', in: ['unknown-tool'], lacks: 'everything' },
    { why: 'content is not sent', in: ['timeouts'], lacks: 'arguments' },
    {
      why: 'content is not sent',
      in: ['validation'],
      lacks: 'arguments',
      of: ({ outcome }) => outcome === 'error',
    },
    { why: 'content is not sent', lacks: 'arguments and outcome' },
  ],
  'tl-llamaindex': [{ why: 'calls are left out of the messages', lacks: 'everything' }],
  'py-tl-openai-agents': [
    { why: 'the run ends with it, and every span says OK', in: ['unknown-tool'], lacks: 'outcome' },
  ],
};

/** Emitters that put no session, or no user, on any span. */
export const WITHOUT_SESSION: ReadonlySet<string> = new Set([
  'ai7-default-options',
  'edot-openai',
  'edot-openai-stream',
  'oi-openai-agents-chat',
  'openlit-openai',
  'openlit-openai-stream',
  'otel-bedrock',
  'otel-contrib-openai',
  'otel-contrib-openai-logs',
  'tl-mcp',
  'py-agent-framework',
  'py-agentops',
  'py-autogen',
  'py-azure-inference',
  'py-events-anthropic',
  'py-events-openai',
  'py-fastmcp',
  'py-genai-anthropic',
  'py-genai-bedrock-converse',
  'py-genai-bedrock-invoke',
  'py-genai-bedrock-stream',
  'py-genai-dspy',
  'py-genai-google-genai',
  'py-genai-llamaindex',
  'py-genai-openai',
  'py-genai-responses',
  'py-haystack',
  'py-litellm',
  'py-livekit',
  'py-logfire',
  'py-oi-agent-framework',
  'py-otel-bedrock-converse',
  'py-otel-bedrock-stream',
  'py-pydantic-ai-0.2',
  'py-pydantic-ai-1.0',
  'py-semantic-kernel',
  'py-tl-agno',
  'py-tl-anthropic',
  'py-tl-anthropic-0.34',
  'py-tl-bedrock-converse',
  'py-tl-bedrock-stream',
  'py-tl-cohere',
  'py-tl-crewai',
  'py-tl-google-genai',
  'py-tl-groq',
  'py-tl-llamaindex',
  'py-tl-mistral',
  'py-tl-openai',
  'py-tl-openai-0.34',
  'py-tl-openai-agents',
  'py-tl-responses',
  'py-tl-responses-0.47',
]);
export const WITHOUT_USER: ReadonlySet<string> = new Set([
  ...[...WITHOUT_SESSION].filter((emitter) => emitter !== 'py-litellm'),
  'anthropic-sdk-native',
  'anthropic-sdk-native-metadata-only',
  'codex',
  'codex-logs',
  'gemini-cli',
  'gemini-cli-logs',
  'genkit',
  'genkit-stream',
  'google-adk',
  'oi-claude-agent-sdk',
  'py-genai-agno',
  'py-genai-langchain',
  'py-genai-openai-agents',
  'py-google-adk',
  'py-google-adk-content',
  'py-oi-google-adk',
  'py-logfire-openai-agents',
  'py-oi-pydantic-ai',
  'py-pydantic-ai',
  'py-pydantic-ai-mcp',
  'py-pydantic-ai-v2',
  'sentry-ai6',
  'sentry-anthropic',
  'sentry-google-genai',
  'sentry-langgraph',
  'sentry-openai',
  'sentry-openai-stream',
  'sentry-responses',
]);

/** Emitters that count no tokens; the second sends no model calls at all. */
export const WITHOUT_TOKENS: ReadonlySet<string> = new Set([
  'py-oi-dspy',
  'py-autogen',
  'py-oi-ag2',
]);

/** Emitters with one span for all the model calls of a loop, or with none but the agent's. */
export const ONE_MODEL_SPAN: ReadonlySet<string> = new Set([
  'oi-claude-agent-sdk',
  'py-oi-claude-agent',
  'voltagent',
  'voltagent-stream',
]);

/** Emitters whose agents end a run by a tool of their own, which is no call of the user's tools. */
export const ENDED_BY_TOOL: ReadonlySet<string> = new Set([
  'py-oi-beeai',
  'py-oi-dspy',
  'py-oi-smolagents',
]);

/** Emitters whose traces of one turn nothing joins: each model call is a turn of its own. */
export const UNJOINED: ReadonlySet<string> = new Set(['otel-contrib-openai']);

/** The run is thrown out of, and the spans with the session, the user and the tokens are never exported. */
export function isCutOff(emitter: string, scenario: string): boolean {
  return ['mastra-0x', 'tl-llamaindex'].includes(emitter) && scenario === 'unknown-tool';
}

/** Names of the program that stand on the wire beside another one, which is more to be trusted. */
export const NAMED_OTHERWISE: ReadonlySet<string> = new Set([
  // The workflow around the agent; of the agent's own name only the state of its graph tells.
  'tl-langchain support-agent',
  'tl-langchain-chatopenai support-agent',
  // Whose message begins the chat: the program that speaks for the user.
  'py-oi-ag2 support-agent',
  // The model that answered calls itself by another name.
  'gemini-cli-logs gemini-2.5-flash',
]);

/** What of a recording, or of one of its calls, is not on the wire. */
export function gapOf(emitter: string, scenario: string, call?: TrueCall): Gap | undefined {
  return GAPS[emitter]?.find(
    (gap) =>
      (gap.in === undefined || gap.in.includes(scenario)) &&
      (call === undefined || gap.of === undefined || gap.of(call)),
  );
}
