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
`;
}

export function vercelSnippet(address: string): string {
  return `// npm install ai @opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { generateText } from 'ai';

const sdk = new NodeSDK({
  serviceName: 'my-agent',
  traceExporter: new OTLPTraceExporter({ url: ${JSON.stringify(`${address}/v1/traces`)} }),
});
sdk.start();

// The calls as they are; telemetry is what is new.
await generateText({
  model,
  tools,
  prompt,
  experimental_telemetry: { isEnabled: true, metadata: { sessionId } },
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

export function langchainSnippet(address: string): string {
  return `# pip install openinference-instrumentation-langchain opentelemetry-sdk opentelemetry-exporter-otlp-proto-http
from openinference.instrumentation.langchain import LangChainInstrumentor
${pythonProvider(address)}
# Once, before the first chain or graph runs. LangGraph is included.
LangChainInstrumentor().instrument(tracer_provider=provider)
`;
}

export function openaiAgentsSnippet(address: string): string {
  return `# pip install openinference-instrumentation-openai-agents opentelemetry-sdk opentelemetry-exporter-otlp-proto-http
from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor
${pythonProvider(address)}
# Once, before the first run.
OpenAIAgentsInstrumentor().instrument(tracer_provider=provider)
`;
}

export function claudeCodeSnippet(address: string): string {
  return `export CLAUDE_CODE_ENABLE_TELEMETRY=1
export OTEL_LOGS_EXPORTER=otlp
export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_ENDPOINT=${address}
export OTEL_LOG_TOOL_DETAILS=1
`;
}
