/**
 * Claude Agent SDK with tools of the program's own, against a scripted model, in a home of its own (AGENT_HOME):
 * record-claude-sdk.ts claude-agent-sdk|oi-claude-agent-sdk [scenario ...]
 */
import * as sdk from '@anthropic-ai/claude-agent-sdk';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Scripted } from './fake-streams.ts';
import { collectorUrl, INSTRUCTIONS, record } from './recorder.ts';
import { SCENARIOS, Turn } from './scenarios.ts';
import { zodOf } from './zod-of.ts';

const emitter = process.argv[2];
const MODEL = 'claude-sonnet-4-5';
const SERVER = 'support';
const project = join(process.env['AGENT_HOME']!, 'project');
mkdirSync(project, { recursive: true });
const packages = ['@anthropic-ai/claude-agent-sdk'];
const model = await new Scripted().listen();
// OpenInference's spans leave the count of cached tokens out: none are cached there.
model.isCaching = !emitter.startsWith('oi-');
const { query, flush } = emitter.startsWith('oi-')
  ? await openInference()
  : { query: sdk.query, flush: async () => undefined };

async function openInference() {
  const { startProvider } = await import('./provider.ts');
  const { ClaudeAgentSDKInstrumentation } =
    await import('@arizeai/openinference-instrumentation-claude-agent-sdk');
  packages.push('@arizeai/openinference-instrumentation-claude-agent-sdk', '@opentelemetry/api');
  const instrumentation = new ClaudeAgentSDKInstrumentation();
  const { flush } = await startProvider(emitter, { instrumentations: [instrumentation] });
  const { query } = instrumentation.manuallyInstrument({ ...sdk });
  return { query, flush };
}

/** The scenario's turn, whose tools are known to the model under the name of their server. */
class ServedTurn extends Turn {
  override session = '';
  private readonly served: Set<string>;

  constructor(scenario: string) {
    super(emitter, scenario, 'toolu');
    this.served = new Set(this.tools.map(({ name }) => name));
  }

  nameOf(tool: string): string {
    return this.served.has(tool) ? `mcp__${SERVER}__${tool}` : tool;
  }

  override truth() {
    const truth = super.truth() as { tool_calls: { tool: string }[] };
    const tool_calls = truth.tool_calls.map((call) => ({ ...call, tool: this.nameOf(call.tool) }));
    return { ...truth, tool_calls, model: MODEL };
  }
}

const NATIVE = {
  CLAUDE_CODE_ENABLE_TELEMETRY: '1',
  CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_LOGS_EXPORTER: 'otlp',
  OTEL_LOG_TOOL_DETAILS: '1',
  OTEL_LOG_TOOL_CONTENT: '1',
  OTEL_LOGS_EXPORT_INTERVAL: '500',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
};

await record({
  emitter,
  packages,
  user: false,
  agent: null,
  turnOf: (scenario) => new ServedTurn(scenario),
  run: async (given) => {
    const turn = given as ServedTurn;
    const steps = Array.from({ length: SCENARIOS[turn.scenario].steps.length + 1 }, () =>
      turn.next(),
    );
    model.n = 0;
    model.steps = steps.map(({ calls }) =>
      calls.map((call) => ({ ...call, tool: turn.nameOf(call.tool) })),
    );
    const tools = turn.tools.map(({ name, description, parameters, run }) =>
      sdk.tool(name, description, zodOf(parameters).shape, async (args) => {
        const result = await run(args);
        const text = typeof result === 'string' ? result : JSON.stringify(result);
        return { content: [{ type: 'text', text }] };
      }),
    );
    const messages = query({
      prompt: turn.prompt,
      options: {
        model: MODEL,
        cwd: project,
        systemPrompt: INSTRUCTIONS,
        mcpServers: { [SERVER]: sdk.createSdkMcpServer({ name: SERVER, version: '1', tools }) },
        allowedTools: turn.tools.map(({ name }) => turn.nameOf(name)),
        settingSources: [],
        stderr: (text) => process.env['VERBOSE'] && console.error(text),
        env: {
          PATH: '/usr/local/bin:/usr/bin:/bin',
          HOME: process.env['AGENT_HOME'],
          ANTHROPIC_BASE_URL: model.baseUrl,
          ANTHROPIC_API_KEY: 'none',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          DISABLE_AUTOUPDATER: '1',
          ...(emitter.startsWith('oi-') ? {} : NATIVE),
        },
      },
    });
    for await (const message of messages) {
      if (process.env['VERBOSE']) console.error(JSON.stringify(message).slice(0, 600));
      if (message.type === 'result') turn.session = message.session_id;
    }
    await new Promise((resolve) => setTimeout(resolve, 700));
  },
  flush,
});
