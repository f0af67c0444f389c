import type { Span } from './span.ts';

/** What a turn may lack because its sender does not send it. */
export type Lack = 'content' | 'session' | 'tokens' | 'reason';

interface Sender {
  dialect?: string;
  scope?: RegExp;
  /** The setting that sends arguments, results and messages; the one that names the session; the one that counts tokens; the one that tells why a call failed. */
  content?: string;
  session?: string;
  tokens?: string;
  reason?: string;
}

const GENAI_CAPTURE = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
const TRACELOOP_SESSION =
  'call set_association_properties({ session_id }), in JavaScript withAssociationProperties';
/** OpenLLMetry for Python, whose spans of client libraries follow the conventions and bear no name of its own. */
const TRACELOOP_SCOPE =
  /^opentelemetry\.instrumentation\.(openai\.v1|openai_agents|anthropic|langchain|llamaindex|crewai|agno|haystack|mcp|bedrock|groq|mistralai|cohere|ollama|google_generativeai|vertexai)\b/;
const GENERAL_SESSION =
  'set gen_ai.conversation.id or session.id on the spans, or use withSession of @loopscope/sdk';
const METADATA_SESSION = 'put a session_id or thread_id into the metadata of the run';

/** The first that fits a span speaks for it; what it leaves open is answered by the next that fits. */
const SENDERS: readonly Sender[] = [
  {
    scope:
      /^@(opentelemetry\/|elastic\/opentelemetry-)instrumentation-openai$|^opentelemetry\.instrumentation\.botocore\.bedrock/,
    content: `set ${GENAI_CAPTURE}=true and send log records here too (OTEL_LOGS_EXPORTER=otlp): this instrumentation writes messages there`,
  },
  {
    scope: /^@opentelemetry\/instrumentation-aws-sdk$/,
    content:
      'this instrumentation never sends it: add @arizeai/openinference-instrumentation-bedrock, or give each tool a span of its own',
  },
  {
    scope: /^opentelemetry\.(instrumentation\.genai|util\.genai)/,
    content: `set ${GENAI_CAPTURE}=span_only`,
    session: GENERAL_SESSION,
  },
  {
    scope: /^opentelemetry\.instrumentation\.(openai_agents|openai_v2|google_genai)/,
    content: `set ${GENAI_CAPTURE}=SPAN_ONLY and OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental`,
  },
  {
    scope: /^gen_ai$/,
    content: 'leave recordInputs and recordOutputs of the call telemetry setting on',
    session:
      'put sessionId into runtimeContext and create new OpenTelemetry({ runtimeContext: true })',
  },
  {
    dialect: 'vercel',
    content: 'leave recordInputs and recordOutputs of experimental_telemetry on',
    session: 'set experimental_telemetry: { metadata: { sessionId } }',
  },
  {
    scope: /^(@arizeai\/)?openinference.*openai[-_]agents/,
    content:
      'do not set OPENAI_AGENTS_TRACE_INCLUDE_SENSITIVE_DATA=false, and turn hideInputs and hideOutputs of the traceConfig off',
    reason:
      'give the tool a failure_error_function, in JavaScript errorFunction; the default one tells neither the model nor the trace what went wrong',
  },
  {
    scope: /^openinference\.instrumentation\.(ag2|autogen)$/,
    tokens:
      'these spans count none: add the instrumentation of the client, such as openinference-instrumentation-openai',
  },
  {
    dialect: 'openinference',
    content:
      'hideInputs and hideOutputs of the traceConfig, or OPENINFERENCE_HIDE_*, hide them: turn these off',
    session: 'wrap the run in using_session(id), in JavaScript context.with(setSession(...))',
  },
  {
    scope: /^@traceloop\/instrumentation-llamaindex$/,
    content:
      'this instrumentation leaves tool calls out of its messages: run each tool inside of withTool of @traceloop/node-server-sdk',
  },
  {
    scope: /^(fastmcp|mcp-python-sdk)$/,
    content: "MCP's own spans never carry it: have the agent that calls the tools traced too",
  },
  {
    scope: /^opentelemetry\.instrumentation\.mistralai$/,
    content:
      'this instrumentation leaves tool calls out of its messages: use openinference-instrumentation-mistralai',
  },
  { dialect: 'traceloop', content: 'set TRACELOOP_TRACE_CONTENT=true', session: TRACELOOP_SESSION },
  {
    scope: TRACELOOP_SCOPE,
    content: 'set TRACELOOP_TRACE_CONTENT=true',
    session: TRACELOOP_SESSION,
  },
  {
    dialect: 'langfuse',
    content: 'do not mask input and output of observations',
    session:
      'call propagate_attributes(session_id=...), in JavaScript propagateAttributes({ sessionId })',
  },
  {
    dialect: 'langsmith',
    content: 'unset LANGSMITH_HIDE_INPUTS and LANGSMITH_HIDE_OUTPUTS',
    session: METADATA_SESSION,
  },
  {
    dialect: 'mastra',
    content:
      'leave hideInput and hideOutput of the exporter off; calls of unknown tools have no result there',
    session: 'call the agent with memory: { thread } or tracingOptions.metadata.threadId',
  },
  {
    dialect: 'anthropic',
    content: 'set ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content',
    session:
      'pass openTelemetry: { conversationId } among the options of the request, in Python open_telemetry={"conversation_id": ...}',
  },
  {
    dialect: 'google-adk',
    content: `set ${GENAI_CAPTURE}=SPAN_ONLY and OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental (older versions: ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS=true); unknown tools have no result there`,
  },
  {
    dialect: 'genkit',
    session: 'give generate() or the flow a context: { sessionId }',
  },
  {
    dialect: 'strands',
    content: 'take gen_ai_unredacted_attributes out of the opt-in, or list these attributes in it',
    session: 'set trace_attributes={"session.id": ...}, in TypeScript traceAttributes',
  },
  {
    dialect: 'pydantic-ai',
    content: 'set include_content=True in InstrumentationSettings',
    session: 'pass conversation_id, or message_history of the same conversation',
  },
  {
    dialect: 'claude-code',
    content: 'set OTEL_LOG_TOOL_DETAILS=1 and OTEL_LOG_TOOL_CONTENT=1',
  },
  { dialect: 'codex', content: 'set log_user_prompt = true in [otel] of config.toml' },
  { dialect: 'gemini-cli', content: 'set "telemetry": { "logPrompts": true, "traces": true }' },
  {
    dialect: 'spring-ai',
    content:
      'set spring.ai.tools.observations.include-content=true, and log-prompt and log-completion of spring.ai.chat.observations',
    session: 'pass ChatMemory.CONVERSATION_ID to the chat client',
  },
  {
    dialect: 'langchain4j',
    content:
      'set quarkus.langchain4j.tracing.include-tool-arguments=true and include-tool-result=true',
  },
  {
    dialect: 'mlflow',
    session:
      'set it on a span, mlflow.get_current_active_span().set_attribute("session.id", ...): metadata of the trace stay with MLflow',
  },
  {
    dialect: 'crewai',
    content: "CrewAI's own telemetry never sends it: add openinference-instrumentation-crewai",
  },
  { dialect: 'haystack', content: 'set HAYSTACK_CONTENT_TRACING_ENABLED=true' },
  { scope: /^agent_framework/, content: 'set ENABLE_SENSITIVE_DATA=true' },
  {
    scope: /^Experimental\.Microsoft\./,
    content: `set EnableSensitiveData of UseOpenTelemetry, or ${GENAI_CAPTURE}=true`,
  },
  {
    scope: /^semantic_kernel|^Microsoft\.SemanticKernel/,
    content: 'set SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true',
  },
  {
    scope: /^autogen/,
    content: 'autogen-core never sends it: add openinference-instrumentation-autogen-agentchat',
  },
  { scope: /^github\.copilot/, content: `set ${GENAI_CAPTURE}=true` },
  { scope: /sentry/i, content: 'set recordInputs and recordOutputs of the AI integration' },
  { scope: /openlit/i, content: 'set capture_message_content=True in openlit.init()' },
  {
    content: `turn the capture of message content on; instrumentations of OpenTelemetry read ${GENAI_CAPTURE}`,
    session: GENERAL_SESSION,
    tokens: 'the model spans count none: ask the client for usage, also when it streams',
    reason: 'turn the capture of error details on',
  },
];

const LACKS: Readonly<Record<Lack, string>> = {
  content: 'Arguments or results are missing',
  session: 'No session is named',
  tokens: 'Tokens are missing',
  reason: 'The reason of a failure is missing',
};

/** One line that says what is missing and which switch of the sender would send it. */
export function hintFor(lack: Lack, { row }: Span): string {
  const sender = SENDERS.find(
    (each) =>
      each[lack] !== undefined &&
      (each.dialect === undefined || each.dialect === row.dialect) &&
      (each.scope === undefined || each.scope.test(row.scope)),
  );
  return `${LACKS[lack]}: ${sender?.[lack] ?? ''}.`;
}
