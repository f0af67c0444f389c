import { CLIENT_EVIDENCE, type Evidence } from './emitter-evidence-clients.ts';

const LOGS = 'collector/logs/logs.test.ts';

/** One line for each emitter that is known to send tool calls. */
export const EVIDENCE: readonly Evidence[] = [
  ...CLIENT_EVIDENCE,
  {
    emitter: 'OpenInference: LangChain and LangGraph',
    recorded: [
      'oi-langchain-chatopenai',
      'oi-langchain-createAgent',
      'oi-langchain-createReactAgent',
      'oi-langchain-hidden',
      'py-oi-langchain',
      'py-oi-langchain-0.1',
    ],
    documented: ['openinference.json'],
  },
  {
    emitter: 'OpenInference: OpenAI Agents',
    recorded: [
      'oi-openai-agents',
      'oi-openai-agents-chat',
      'py-oi-openai-agents',
      'py-oi-openai-agents-0.1',
    ],
  },
  {
    emitter: 'OpenInference: OpenAI and Anthropic clients',
    recorded: [
      'oi-openai',
      'oi-openai-responses',
      'oi-anthropic',
      'py-oi-openai',
      'py-oi-responses',
      'py-oi-anthropic',
      'py-oi-anthropic-0.1',
    ],
  },
  { emitter: 'OpenInference: Google ADK', recorded: ['py-oi-google-adk'] },
  { emitter: 'OpenInference: CrewAI', recorded: ['py-oi-crewai'] },
  { emitter: 'OpenInference: LlamaIndex', recorded: ['py-oi-llamaindex'] },
  { emitter: 'OpenInference: smolagents', recorded: ['py-oi-smolagents'] },
  {
    emitter: 'OpenInference: Agno',
    recorded: ['py-oi-agno', 'py-oi-agno-0.1'],
    documented: ['openinference.json'],
  },
  {
    emitter: 'OpenInference: AutoGen AgentChat',
    recorded: ['py-oi-autogen'],
    documented: ['openinference.json'],
  },
  { emitter: 'OpenInference: DSPy', recorded: ['py-oi-dspy'], documented: ['openinference.json'] },
  {
    emitter: 'Google’s Gen AI client under OpenTelemetry, OpenInference and OpenLLMetry',
    recorded: ['py-genai-google-genai', 'py-oi-google-genai', 'py-tl-google-genai'],
  },
  { emitter: 'OpenInference: decorators', recorded: ['py-oi-decorators'] },
  { emitter: 'OpenInference: Haystack', recorded: ['py-oi-haystack'] },
  {
    emitter: 'OpenInference: Claude Agent SDK',
    recorded: ['oi-claude-agent-sdk', 'py-oi-claude-agent'],
    documented: ['openinference.json'],
  },
  { emitter: 'AG2, its own spans and under OpenInference', recorded: ['py-ag2', 'py-oi-ag2'] },
  { emitter: 'OpenInference: BeeAI', recorded: ['py-oi-beeai'] },
  {
    emitter: 'OpenInference’s rewriting of pydantic-ai, Strands and Agent Framework',
    recorded: ['py-oi-pydantic-ai', 'py-oi-strands', 'py-oi-agent-framework'],
  },
  { emitter: 'Azure’s AI inference client', recorded: ['py-azure-inference'] },
  {
    emitter: 'OpenInference over the Vercel AI SDK',
    recorded: ['ai6-openinference', 'ai7-openinference'],
  },
  {
    emitter: 'OpenLLMetry: LangChain and LangGraph',
    recorded: [
      'tl-langchain',
      'tl-langchain-chatopenai',
      'tl-langchain-noworkflow',
      'py-tl-langchain',
      'py-tl-langchain-0.34',
    ],
    documented: ['traceloop.json'],
  },
  {
    emitter: 'OpenLLMetry: decorators',
    recorded: ['tl-decorators', 'py-tl-decorators'],
    documented: ['traceloop.json'],
  },
  { emitter: 'OpenLLMetry: MCP', recorded: ['tl-mcp', 'ai7-plus-tl-mcp'] },
  {
    emitter: 'OpenLLMetry: OpenAI and Anthropic clients',
    recorded: [
      'tl-openai',
      'tl-anthropic',
      'py-tl-openai',
      'py-tl-responses',
      'py-tl-anthropic',
      'py-tl-openai-0.34',
      'py-tl-anthropic-0.34',
      'py-tl-responses-0.47',
    ],
  },
  { emitter: 'OpenLLMetry: Agno', recorded: ['py-tl-agno'] },
  { emitter: 'OpenLLMetry: OpenAI Agents', recorded: ['py-tl-openai-agents'] },
  { emitter: 'OpenLLMetry: CrewAI', recorded: ['py-tl-crewai'] },
  { emitter: 'OpenLLMetry: LlamaIndex', recorded: ['tl-llamaindex', 'py-tl-llamaindex'] },
  { emitter: 'OpenLLMetry: Vercel AI SDK', recorded: ['tl-ai6'] },
  {
    emitter: 'Vercel AI SDK 4 to 6, and the legacy integration of 7',
    recorded: [
      'ai4',
      'ai4-stream',
      'ai5',
      'ai5-stream',
      'ai6',
      'ai6-norecord',
      'ai6-stream',
      'ai7-legacy',
    ],
    documented: ['vercel.json'],
  },
  {
    emitter: 'Vercel AI SDK 7',
    recorded: ['ai7', 'ai7-agent', 'ai7-both', 'ai7-default-options', 'ai7-stream'],
  },
  {
    emitter: 'pydantic-ai',
    recorded: [
      'py-pydantic-ai',
      'py-pydantic-ai-v2',
      'py-pydantic-ai-mcp',
      'py-pydantic-ai-0.2',
      'py-pydantic-ai-1.0',
    ],
    documented: ['pydantic-ai.json'],
  },
  {
    emitter: 'OpenAI Agents and clients bridged by Logfire',
    recorded: ['py-logfire', 'py-logfire-openai-agents'],
    documented: ['logfire.json'],
  },
  {
    emitter: 'LangSmith',
    recorded: ['langsmith-otel', 'langsmith-ai', 'py-langsmith'],
    documented: ['langsmith.json'],
  },
  {
    emitter: 'Langfuse',
    recorded: [
      'langfuse',
      'langfuse-default-exporter',
      'langfuse-langchain',
      'langfuse-openai',
      'langfuse-openai-stream',
      'ai6-langfuse',
      'py-langfuse-langchain',
      'py-langfuse-openai',
      'py-langfuse-observe',
    ],
    documented: ['langfuse.json'],
  },
  { emitter: 'Laminar', recorded: ['lmnr-ai', 'lmnr-openai'], documented: ['laminar.json'] },
  {
    emitter: 'VoltAgent',
    recorded: ['voltagent', 'voltagent-stream'],
    documented: ['voltagent.json'],
  },
  {
    emitter: 'LangWatch',
    recorded: ['langwatch', 'langwatch-langchain', 'langwatch-ai6', 'py-langwatch'],
    documented: ['langwatch.json'],
  },
  { emitter: 'LlamaIndex’s own spans', documented: ['llamaindex.json', 'genai.json'] },
  { emitter: 'CrewAI’s own telemetry', documented: ['crewai.json'] },
  {
    emitter: 'Agent Framework for Python',
    recorded: ['py-agent-framework'],
    documented: ['microsoft.json'],
  },
  {
    emitter: 'Agent Framework and Microsoft.Extensions.AI for .NET',
    documented: ['microsoft.json'],
  },
  {
    emitter: 'Semantic Kernel and AutoGen core, their own spans',
    recorded: ['py-semantic-kernel', 'py-autogen'],
    documented: ['microsoft.json'],
  },
  {
    emitter: 'Strands, and Bedrock AgentCore through it',
    recorded: [
      'strands',
      'py-strands',
      'py-strands-latest',
      'py-strands-0.1',
      'py-strands-anthropic',
      'py-strands-bedrock',
      'py-strands-bedrock-1.10',
    ],
    documented: ['strands.json'],
  },
  {
    emitter: 'Google ADK, and Vertex Agent Engine through it',
    recorded: ['google-adk', 'py-google-adk', 'py-google-adk-content'],
    documented: ['google-adk.json'],
  },
  {
    emitter:
      'Mastra 1, its exporter for OpenTelemetry, its bridge and those for Langfuse and Arize',
    recorded: ['mastra', 'mastra-bridge', 'mastra-langfuse', 'mastra-arize'],
    documented: ['mastra.json'],
  },
  { emitter: 'Mastra before 1.0', recorded: ['mastra-0x'] },
  {
    emitter: 'MLflow, its own spans and its translation',
    recorded: ['py-mlflow', 'py-mlflow-genai'],
    documented: ['mlflow.json', 'genai.json'],
  },
  {
    emitter: 'Anthropic’s SDK',
    recorded: ['anthropic-sdk-native', 'anthropic-sdk-native-metadata-only'],
    documented: ['anthropic.json'],
  },
  {
    emitter: 'Claude Code, and Claude Agent SDK through it',
    recorded: ['claude-code', 'claude-code-logs', 'claude-agent-sdk'],
    documented: ['claude-code.json', LOGS],
  },
  { emitter: 'Codex CLI', recorded: ['codex', 'codex-logs'], documented: ['codex.json', LOGS] },
  {
    emitter: 'Gemini CLI',
    recorded: ['gemini-cli', 'gemini-cli-logs'],
    documented: ['gemini-cli.json', LOGS],
  },
  { emitter: 'GitHub Copilot', documented: ['genai.json'] },
  { emitter: 'opencode', documented: ['opencode.json'] },
  {
    emitter: 'OpenLIT',
    recorded: ['openlit-openai', 'openlit-openai-stream'],
    documented: ['openlit.json'],
  },
  { emitter: 'AgentOps', recorded: ['py-agentops'], documented: ['agentops.json'] },
  { emitter: 'Haystack', recorded: ['py-haystack'], documented: ['haystack.json'] },
  {
    emitter: 'Sentry',
    recorded: [
      'sentry-ai6',
      'sentry-langgraph',
      'sentry-openai',
      'sentry-openai-stream',
      'sentry-responses',
      'sentry-anthropic',
      'sentry-google-genai',
    ],
    documented: ['sentry.json'],
  },
  { emitter: 'Genkit', recorded: ['genkit', 'genkit-stream'], documented: ['genkit.json'] },
  { emitter: 'Flue', documented: ['flue.json'] },
  { emitter: 'LiveKit Agents', recorded: ['py-livekit'], documented: ['livekit.json'] },
  { emitter: 'Pipecat', documented: ['pipecat.json'] },
  { emitter: 'Koog', documented: ['koog.json'] },
  { emitter: 'LiteLLM', recorded: ['py-litellm'], documented: ['litellm.json'] },
  { emitter: 'Spring AI', documented: ['spring-ai.json'] },
  { emitter: 'LangChain4j with Quarkus', documented: ['langchain4j.json'] },
  { emitter: 'LoongSuite, Dify, VeADK', documented: ['loongsuite.json'] },
];

export function renderEvidence(): string {
  const list = (names: readonly string[] | undefined): string =>
    names === undefined ? '–' : names.map((name) => `\`${name}\``).join(', ');
  const rows = EVIDENCE.map(
    ({ emitter, recorded, documented }) =>
      `| ${emitter} | ${list(recorded)} | ${list(documented)} |`,
  );
  return ['| emitter | recorded | after its documentation |', '| --- | --- | --- |', ...rows].join(
    '\n',
  );
}
