/** Loops written by hand around OpenAI's chat completions: record-chat.ts langfuse-openai|langfuse-openai-stream|openlit-openai-stream [scenario ...] */
import { FakeModels } from './fake-models.ts';
import { collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';
import type { Turn } from './scenarios.ts';
const emitter = process.argv[2];
const fake = await new FakeModels().listen();
const packages = ['@opentelemetry/api', 'openai'];
let within = (turn: Turn, run: () => Promise<void>) => run();
let clientOf = async (turn: Turn) => {
  const { default: OpenAI } = await import('openai');
  return new OpenAI({ apiKey: 'none', baseURL: `${fake.baseUrl}/v1` });
};
let flush = async () => undefined;
let about: Record<string, unknown> = {};
if (emitter.startsWith('langfuse-openai')) {
  const { LangfuseSpanProcessor } = await import('@langfuse/otel');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  const { observeOpenAI } = await import('@langfuse/openai');
  const { propagateAttributes, startActiveObservation } = await import('@langfuse/tracing');
  const { startProvider } = await import('./provider.ts');
  packages.push('@langfuse/openai', '@langfuse/otel');
  ({ flush } = await startProvider(emitter, {
    processors: [
      new LangfuseSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${collectorUrl}/v1/traces` }),
        publicKey: 'pk',
        secretKey: 'sk',
      }),
    ],
  }));
  const plain = clientOf;
  clientOf = async (turn) =>
    observeOpenAI(await plain(turn), {
      sessionId: turn.session,
      userId: turn.user,
      generationName: 'chat',
    });
  within = (turn, run) =>
    emitter.endsWith('-alone')
      ? run()
      : propagateAttributes({ sessionId: turn.session, userId: turn.user }, () =>
          startActiveObservation('support', run),
        );
  about = { agent: null };
} else if (emitter.startsWith('openlit')) {
  const mod = await import('openlit');
  const Openlit = mod.default?.default ?? mod.default;
  packages.splice(0, 1, 'openlit');
  const { default: OpenAI } = await import('openai');
  Openlit.init({
    applicationName: `wire-${emitter}`,
    otlpEndpoint: collectorUrl,
    disableBatch: true,
    instrumentations: { openai: OpenAI },
  });
  flush = () => new Promise((r) => setTimeout(r, 300));
  about = { session: false, user: false, agent: null };
}
async function outcomeOf(turn: Turn, name: string, args: Record<string, unknown>) {
  const tool = turn.tools.find((each) => each.name === name);
  if (tool === undefined) return `Error: tool ${name} does not exist`;
  try {
    const r = await tool.run(args);
    return typeof r === 'string' ? r : JSON.stringify(r);
  } catch (error) {
    return `Error: ${error.message}`;
  }
}
await record({
  emitter,
  packages,
  flush,
  ...about,
  run: (turn) => {
    fake.turn = turn;
    return within(turn, async () => {
      const client = await clientOf(turn);
      const tools = turn.tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      }));
      const messages: unknown[] = [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: turn.prompt },
      ];
      for (;;) {
        const stream = emitter.includes('-stream');
        let message;
        if (!stream) {
          message = (await client.chat.completions.create({ model: MODEL, messages, tools }))
            .choices[0].message;
        } else {
          const s = await client.chat.completions.create({
            model: MODEL,
            messages,
            tools,
            stream: true,
            stream_options: { include_usage: true },
          });
          message = { role: 'assistant', content: null };
          for await (const c of s) {
            const d = c.choices[0]?.delta;
            for (const { index, ...x } of d?.tool_calls ?? []) {
              message.tool_calls ??= [];
              if (x.id) message.tool_calls[index] = x;
              else message.tool_calls[index].function.arguments += x.function.arguments;
            }
            if (d?.content) message.content = d.content;
          }
        }
        messages.push(message);
        if (!message.tool_calls) return;
        for (const { id, function: f } of message.tool_calls)
          messages.push({
            role: 'tool',
            tool_call_id: id,
            content: await outcomeOf(turn, f.name, JSON.parse(f.arguments)),
          });
      }
    });
  },
});
