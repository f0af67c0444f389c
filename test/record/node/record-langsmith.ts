/** LangSmith's own way over OTLP, a loop of traceable functions: record-langsmith.ts langsmith-otel [scenario ...] */
import { AGENT, collectorUrl, MODEL, record } from './recorder.ts';
import { ANSWER, type Call, type Turn } from './scenarios.ts';

Object.assign(process.env, {
  LANGSMITH_TRACING: 'true',
  LANGSMITH_OTEL_ENABLED: 'true',
  LANGSMITH_API_KEY: 'none',
  LANGSMITH_ENDPOINT: collectorUrl,
  LANGSMITH_PROJECT: 'support',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collectorUrl}/v1/traces`,
});
const { initializeOTEL } = await import('langsmith/experimental/otel/setup');
const { DEFAULT_LANGSMITH_SPAN_PROCESSOR: processor } = initializeOTEL({
  exporterConfig: { url: `${collectorUrl}/v1/traces` },
});
const { traceable } = await import('langsmith/traceable');
const { Client } = await import('langsmith');
const client = new Client();

async function turnOf(turn: Turn): Promise<void> {
  const metadata = { thread_id: turn.session, user_id: turn.user, ls_model_name: MODEL };
  const about = { metadata, client };
  const ask = traceable(
    async (_: { messages: unknown[] }) => {
      const { calls, usage } = turn.next();
      return {
        role: 'assistant',
        content: calls.length > 0 ? '' : ANSWER,
        ...(calls.length > 0 ? { tool_calls: calls.map(asked) } : {}),
        usage_metadata: {
          input_tokens: usage.input_tokens,
          output_tokens: usage.output_tokens,
          total_tokens: usage.input_tokens + usage.output_tokens,
          input_token_details: { cache_read: usage.cache_read_input_tokens },
        },
      };
    },
    { ...about, name: 'llm-call', run_type: 'llm' },
  );
  const execute = async (tool: string, args: Record<string, unknown>) => {
    const known = turn.tools.find(({ name }) => name === tool);
    if (known === undefined) return `Error: tool ${tool} does not exist`;
    const run = traceable(known.run, { ...about, name: tool, run_type: 'tool' });
    return run(args).catch((error: Error) => `Error: ${error.message}`);
  };
  const agent = traceable(
    async ({ input }: { input: string }) => {
      const messages: unknown[] = [{ role: 'user', content: input }];
      for (;;) {
        const { usage_metadata: _, ...answer } = await ask({ messages: [...messages] });
        if (answer.tool_calls === undefined) return { output: answer.content };
        messages.push(answer);
        const calls = answer.tool_calls.map(({ id, function: { name, arguments: args } }) => ({
          id,
          name,
          args: JSON.parse(args),
        }));
        const results = await Promise.all(calls.map(({ name, args }) => execute(name, args)));
        messages.push(
          ...results.map((result, at) => ({
            role: 'tool',
            tool_call_id: calls[at].id,
            content: typeof result === 'string' ? result : JSON.stringify(result),
          })),
        );
      }
    },
    { ...about, name: AGENT, run_type: 'chain' },
  );
  await agent({ input: turn.prompt });
}

function asked({ id, tool, args }: Call) {
  return { id, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } };
}

await record({
  emitter: 'langsmith-otel',
  packages: [
    'langsmith',
    '@opentelemetry/sdk-trace-base',
    '@opentelemetry/exporter-trace-otlp-proto',
  ],
  run: turnOf,
  flush: async () => {
    await client.awaitPendingTraceBatches();
    await processor.forceFlush();
  },
});
