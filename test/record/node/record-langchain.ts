/**
 * LangChain and LangGraph:
 * record-langchain.ts oi-langchain-chatopenai|oi-langchain-createAgent|langfuse-langchain|tl-langchain-chatopenai [scenario ...]
 */
import { FakeModels } from './fake-models.ts';
import { AGENT, collectorUrl, INSTRUCTIONS, MODEL, record } from './recorder.ts';
import { ANSWER, type Turn } from './scenarios.ts';

const emitter = process.argv[2];
const fake = await new FakeModels().listen();
const packages = ['@langchain/core', '@langchain/langgraph', 'langchain', '@langchain/openai'];
const isChatOpenAI = emitter.endsWith('-chatopenai');
const isCreateAgent = !isChatOpenAI;
const instrumented = {
  oi: openInference,
  tl: traceloop,
  langfuse,
}[emitter.split('-')[0]];
const { within, flush, callbacks = [] } = await instrumented();

const { AIMessage } = await import('@langchain/core/messages');
const { BaseChatModel } = await import('@langchain/core/language_models/chat_models');
const { tool } = await import('@langchain/core/tools');
const { createReactAgent } = await import('@langchain/langgraph/prebuilt');
const { createAgent } = await import('langchain');
const { ChatOpenAI } = await import('@langchain/openai');

async function openInference() {
  const { startProvider } = await import('./provider.ts');
  const { LangChainInstrumentation } =
    await import('@arizeai/openinference-instrumentation-langchain');
  packages.push('@arizeai/openinference-instrumentation-langchain', '@opentelemetry/sdk-node');
  const instrumentation = new LangChainInstrumentation();
  const { flush } = await startProvider(emitter, { instrumentations: [instrumentation] });
  instrumentation.manuallyInstrument(await import('@langchain/core/callbacks/manager'));
  return { within: (_: Turn, run: () => Promise<void>) => run(), flush };
}

async function traceloop() {
  const sdk = await import('@traceloop/node-server-sdk');
  packages.push('@traceloop/node-server-sdk', '@traceloop/instrumentation-langchain');
  sdk.initialize({
    appName: `wire-${emitter}`,
    baseUrl: collectorUrl,
    disableBatch: false,
    silenceInitializationMessage: true,
    instrumentModules: {
      openAI: (await import('openai')).default,
      langchain: {
        runnablesModule: await import('@langchain/core/runnables'),
        toolsModule: await import('@langchain/core/tools'),
        callbackManagerModule: await import('@langchain/core/callbacks/manager'),
      },
    },
  });
  const within = (turn: Turn, run: () => Promise<void>) =>
    sdk.withAssociationProperties({ session_id: turn.session, user_id: turn.user }, () =>
      sdk.withWorkflow({ name: 'support-workflow' }, run),
    );
  return { within, flush: () => sdk.forceFlush() };
}

async function langfuse() {
  const { CallbackHandler } = await import('@langfuse/langchain');
  const { LangfuseSpanProcessor } = await import('@langfuse/otel');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  const { startProvider } = await import('./provider.ts');
  packages.push('@langfuse/langchain', '@langfuse/otel', '@opentelemetry/sdk-node');
  const processor = new LangfuseSpanProcessor({
    exporter: new OTLPTraceExporter({ url: `${collectorUrl}/v1/traces` }),
    publicKey: 'pk-lf-none',
    secretKey: 'sk-lf-none',
    baseUrl: collectorUrl,
    environment: 'test',
    release: '1.2.3',
  });
  const { flush } = await startProvider(emitter, { processors: [processor] });
  const callbacks = (turn: Turn) => [
    new CallbackHandler({ sessionId: turn.session, userId: turn.user, tags: ['wire'] }),
  ];
  return { within: (_: Turn, run: () => Promise<void>) => run(), flush, callbacks };
}

/** A chat model of nobody's, as LangChain's interface asks for it. */
function scripted(turn: Turn) {
  return new (class FakeToolModel extends BaseChatModel {
    constructor() {
      super({});
      this.model = MODEL;
    }
    _llmType() {
      return 'fake';
    }
    bindTools() {
      return this;
    }
    async _generate() {
      const { n, calls, usage } = turn.next();
      const message = new AIMessage({
        id: `run-${n}`,
        content: calls.length > 0 ? '' : ANSWER,
        tool_calls: calls.map(({ id, tool, args }) => ({
          id,
          name: tool,
          args,
          type: 'tool_call',
        })),
        usage_metadata: {
          input_tokens: usage.input_tokens,
          output_tokens: usage.output_tokens,
          total_tokens: usage.input_tokens + usage.output_tokens,
          input_token_details: { cache_read: usage.cache_read_input_tokens },
        },
        response_metadata: {
          model_name: MODEL,
          finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
        },
      });
      return { generations: [{ text: message.content, message }] };
    }
  })();
}

function agentOf(turn: Turn) {
  const tools = turn.tools.map(({ name, description, parameters, run }) =>
    tool(run, { name, description, schema: parameters }),
  );
  const model = isChatOpenAI
    ? new ChatOpenAI({
        model: MODEL,
        apiKey: 'none',
        configuration: { baseURL: `${fake.baseUrl}/v1` },
      })
    : scripted(turn);
  return isCreateAgent
    ? createAgent({ model, tools, systemPrompt: INSTRUCTIONS, name: AGENT })
    : createReactAgent({ llm: model, tools, prompt: INSTRUCTIONS, name: AGENT });
}

await record({
  emitter,
  packages,
  flush,
  run: async (turn) => {
    fake.turn = turn;
    await within(turn, async () => {
      const metadata = {
        session_id: turn.session,
        user_id: turn.user,
        thread_id: turn.session,
      };
      const named = emitter.startsWith('oi-') ? { metadata } : {};
      await agentOf(turn).invoke(
        { messages: [{ role: 'user', content: turn.prompt }] },
        {
          runName: AGENT,
          recursionLimit: 40,
          ...named,
          callbacks: typeof callbacks === 'function' ? callbacks(turn) : callbacks,
        },
      );
    });
  },
  ...(emitter === 'tl-langchain-chatopenai'
    ? { scenarios: ['ok', 'loop-empty', 'validation', 'parallel', 'unknown-tool'] }
    : {}),
});
