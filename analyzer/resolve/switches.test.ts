import { describe, expect, it } from 'vitest';

import { toolSpan } from '../testing/spans.ts';
import { readSpans } from './read-spans.ts';
import { hintFor, type Lack } from './switches.ts';

function hintOf(lack: Lack, sender: { dialect?: string; scope?: string }): string {
  const [span] = readSpans([
    toolSpan({ id: '1', at: [0, 1] }, { dialect: '', scope: '', ...sender }),
  ]);
  return hintFor(lack, span!);
}

describe('what is missing is sent by the switch of its sender:', () => {
  it.each<[string, { dialect?: string; scope?: string }, string]>([
    ['OpenInference', { dialect: 'openinference' }, 'OPENINFERENCE_HIDE_'],
    [
      'OpenAI Agents by OpenInference',
      { dialect: 'openinference', scope: 'openinference.instrumentation.openai_agents' },
      'OPENAI_AGENTS_TRACE_INCLUDE_SENSITIVE_DATA',
    ],
    ['OpenLLMetry', { dialect: 'traceloop' }, 'TRACELOOP_TRACE_CONTENT=true'],
    ['Vercel AI SDK 6', { dialect: 'vercel', scope: 'ai' }, 'experimental_telemetry'],
    ['Vercel AI SDK 7', { dialect: 'vercel', scope: 'gen_ai' }, 'recordInputs'],
    ['pydantic-ai', { dialect: 'pydantic-ai' }, 'include_content=True'],
    [
      'OpenTelemetry for OpenAI Agents',
      { dialect: 'genai', scope: 'opentelemetry.instrumentation.openai_agents' },
      'CAPTURE_MESSAGE_CONTENT=SPAN_ONLY',
    ],
    ['LangSmith', { dialect: 'langsmith' }, 'LANGSMITH_HIDE_INPUTS'],
    [
      'Agent Framework',
      { dialect: 'microsoft', scope: 'agent_framework' },
      'ENABLE_SENSITIVE_DATA',
    ],
    [
      'Microsoft.Extensions.AI',
      { dialect: 'microsoft', scope: 'Experimental.Microsoft.Extensions.AI' },
      'EnableSensitiveData',
    ],
    [
      'Semantic Kernel',
      { dialect: 'microsoft', scope: 'Microsoft.SemanticKernel' },
      'OTEL_DIAGNOSTICS_SENSITIVE',
    ],
    ['AutoGen', { dialect: 'microsoft', scope: 'autogen-core' }, 'never sends it'],
    ['Strands', { dialect: 'strands' }, 'gen_ai_unredacted_attributes'],
    ['Google ADK', { dialect: 'google-adk' }, 'ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS'],
    ['Mastra', { dialect: 'mastra' }, 'hideInput'],
    ['Claude Code', { dialect: 'claude-code' }, 'OTEL_LOG_TOOL_DETAILS=1'],
    ['Anthropic', { dialect: 'anthropic' }, 'CONTENT_MODE=content'],
    ['Gemini CLI', { dialect: 'gemini-cli' }, '"traces": true'],
    ['Copilot', { dialect: 'genai', scope: 'github.copilot' }, 'CAPTURE_MESSAGE_CONTENT=true'],
    ['Haystack', { dialect: 'haystack' }, 'HAYSTACK_CONTENT_TRACING_ENABLED=true'],
    ['Sentry', { dialect: 'genai', scope: '@sentry/node' }, 'recordInputs'],
    ['CrewAI', { dialect: 'crewai' }, 'openinference-instrumentation-crewai'],
    ['Spring AI', { dialect: 'spring-ai' }, 'include-content=true'],
    ['LangChain4j', { dialect: 'langchain4j' }, 'include-tool-arguments=true'],
    [
      'Elastic for OpenAI',
      { dialect: 'genai', scope: '@elastic/opentelemetry-instrumentation-openai' },
      'log records',
    ],
    ['AWS', { dialect: 'genai', scope: '@opentelemetry/instrumentation-aws-sdk' }, 'never sends'],
    ['anybody', { dialect: 'genai' }, 'CAPTURE_MESSAGE_CONTENT'],
  ])('content of %s', (_sender, span, named) => {
    expect(hintOf('content', span)).toContain(named);
  });

  it.each([
    ['openinference', 'using_session'],
    ['traceloop', 'set_association_properties'],
    ['langfuse', 'propagate_attributes'],
    ['langsmith', 'thread_id'],
    ['vercel', 'sessionId'],
    ['mastra', 'threadId'],
    ['genkit', 'sessionId'],
    ['strands', 'trace_attributes'],
    ['pydantic-ai', 'conversation_id'],
    ['anthropic', 'conversationId'],
    ['mlflow', 'get_current_active_span'],
    ['spring-ai', 'CONVERSATION_ID'],
    ['genai', 'gen_ai.conversation.id'],
  ])('the session of %s', (dialect, named) => {
    expect(hintOf('session', { dialect })).toContain(named);
  });
});
