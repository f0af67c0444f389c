/** Programs that send one tool call, complete as they stand. `address` is the OTLP/HTTP base. */

export function typescriptSnippet(address: string): string {
  return `// npm install @opentelemetry/api @opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { NodeSDK } from '@opentelemetry/sdk-node';

const sdk = new NodeSDK({
  serviceName: 'my-agent',
  traceExporter: new OTLPTraceExporter({ url: ${JSON.stringify(`${address}/v1/traces`)} }),
});
sdk.start();

trace.getTracer('my-agent').startActiveSpan('execute_tool search_orders', (span) => {
  span.setAttributes({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search_orders',
    'gen_ai.tool.call.arguments': JSON.stringify({ customer_id: 'cus_8123' }),
    'gen_ai.tool.call.result': '[]',
  });
  span.end();
});

await sdk.shutdown();
`;
}

export function pythonSnippet(address: string): string {
  return `# pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http
import json

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
exporter = OTLPSpanExporter(endpoint=${JSON.stringify(`${address}/v1/traces`)})
provider.add_span_processor(BatchSpanProcessor(exporter))
trace.set_tracer_provider(provider)

with trace.get_tracer("my-agent").start_as_current_span("execute_tool search_orders") as span:
    span.set_attribute("gen_ai.operation.name", "execute_tool")
    span.set_attribute("gen_ai.tool.name", "search_orders")
    span.set_attribute("gen_ai.tool.call.arguments", json.dumps({"customer_id": "cus_8123"}))
    span.set_attribute("gen_ai.tool.call.result", "[]")

provider.shutdown()
`;
}

export function environmentSnippet(address: string): string {
  return `export OTEL_EXPORTER_OTLP_ENDPOINT=${address}
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
# Instrumentations of OpenTelemetry leave arguments and results out until they are asked for them.
# In JavaScript, and in older versions for Python: true
export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=span_only
# Only where ingestion keys are set:
# export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer KEY"
`;
}

export function vercelSnippet(address: string): string {
  return `// npm install ai @ai-sdk/otel @opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto
import { OpenTelemetry } from '@ai-sdk/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { generateText, registerTelemetry } from 'ai';

const sdk = new NodeSDK({
  serviceName: 'my-agent',
  traceExporter: new OTLPTraceExporter({ url: ${JSON.stringify(`${address}/v1/traces`)} }),
});
sdk.start();
// AI SDK 7. Up to 6 there is nothing to register.
registerTelemetry(new OpenTelemetry({ runtimeContext: true }));

// The calls as they are; the session is what is new.
await generateText({
  model,
  tools,
  prompt,
  runtimeContext: { sessionId },
  telemetry: { functionId: 'my-agent', includeRuntimeContext: { sessionId: true } },
  // AI SDK 5 and 6 instead of the two lines above:
  // experimental_telemetry: { isEnabled: true, functionId: 'my-agent', metadata: { sessionId } },
});

await sdk.shutdown();
`;
}

const pythonProvider = (
  address: string,
): string => `from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
exporter = OTLPSpanExporter(endpoint=${JSON.stringify(`${address}/v1/traces`)})
provider.add_span_processor(BatchSpanProcessor(exporter))
`;
const PYTHON_PACKAGES = 'opentelemetry-sdk opentelemetry-exporter-otlp-proto-http';

export function langchainSnippet(address: string): string {
  return `# pip install openinference-instrumentation-langchain ${PYTHON_PACKAGES}
from openinference.instrumentation.langchain import LangChainInstrumentor
${pythonProvider(address)}
# Once, before the first chain or graph runs. LangGraph is included.
LangChainInstrumentor().instrument(tracer_provider=provider)

# With each run: which conversation it belongs to.
agent.invoke({"messages": messages}, {"metadata": {"session_id": session_id}})
`;
}

export function openaiAgentsSnippet(address: string): string {
  return `# pip install openinference-instrumentation-openai-agents ${PYTHON_PACKAGES}
from openinference.instrumentation import using_attributes
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor
${pythonProvider(address)}
# Once, before the first run.
OpenAIAgentsInstrumentor().instrument(tracer_provider=provider)

# Around each run: which conversation it belongs to.
with using_attributes(session_id=session_id):
    Runner.run_sync(agent, prompt)
`;
}

export function crewaiSnippet(address: string): string {
  return `# pip install openinference-instrumentation-crewai openinference-instrumentation-openai ${PYTHON_PACKAGES}
from openinference.instrumentation import using_attributes
from openinference.instrumentation.crewai import CrewAIInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor
${pythonProvider(address)}
# Once, before crewai is imported. The second is for the model's tokens.
CrewAIInstrumentor().instrument(tracer_provider=provider)
OpenAIInstrumentor().instrument(tracer_provider=provider)

# Around each run: which conversation it belongs to.
with using_attributes(session_id=session_id):
    crew.kickoff()
`;
}

export function pydanticAiSnippet(address: string): string {
  return `# pip install pydantic-ai ${PYTHON_PACKAGES}
${pythonProvider(address)}
from pydantic_ai import Agent
from pydantic_ai.models.instrumented import InstrumentationSettings

# Once, for all agents.
Agent.instrument_all(InstrumentationSettings(tracer_provider=provider))

# With each run: which conversation it belongs to.
agent.run_sync(prompt, conversation_id=session_id)
`;
}

export function claudeCodeSnippet(address: string): string {
  return `export CLAUDE_CODE_ENABLE_TELEMETRY=1
export CLAUDE_CODE_ENHANCED_TELEMETRY_BETA=1
export OTEL_TRACES_EXPORTER=otlp
export OTEL_LOGS_EXPORTER=otlp
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_ENDPOINT=${address}
# Without these, arguments and results stay behind.
export OTEL_LOG_TOOL_DETAILS=1
export OTEL_LOG_TOOL_CONTENT=1
`;
}
