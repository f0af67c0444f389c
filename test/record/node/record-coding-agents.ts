/**
 * Claude Code, Codex and Gemini CLI as they are, against a scripted model, in a home of their own (AGENT_HOME):
 * record-coding-agents.ts claude-code|claude-code-logs|codex|codex-logs|gemini-cli|gemini-cli-logs [scenario ...]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Scripted, type Ask } from './fake-streams.ts';
import { collectorUrl, record } from './recorder.ts';
const emitter = process.argv[2];
const packages = process.env['PACKAGES'];
const home = process.env['AGENT_HOME'];
const project = join(home, 'project');
mkdirSync(project, { recursive: true });
writeFileSync(join(project, 'notes.txt'), 'hello\n');
writeFileSync(join(project, 'empty.txt'), '');
type Expected = Ask & { outcome: string; error_kind?: string; executed?: boolean };
const isClaude = emitter.startsWith('claude');
const isCodex = emitter.startsWith('codex');
const isGemini = emitter.startsWith('gemini');
const shell = (command: string): Pick<Ask, 'tool' | 'args'> =>
  isClaude
    ? { tool: 'Bash', args: { command, description: 'look' } }
    : isCodex
      ? { tool: 'exec_command', args: { cmd: command } }
      : { tool: 'run_shell_command', args: { command } };
const read = (path: string): Pick<Ask, 'tool' | 'args'> =>
  isClaude
    ? { tool: 'Read', args: { file_path: join(project, path) } }
    : isCodex
      ? { tool: 'exec_command', args: { cmd: `cat ${path}` } }
      : { tool: 'read_file', args: { file_path: join(project, path) } };
const badRead = isClaude
  ? { tool: 'Read', args: { path: 'notes.txt' } }
  : isCodex
    ? { tool: 'exec_command', args: { command_line: 'cat notes.txt' } }
    : { tool: 'read_file', args: { path: 'notes.txt' } };
type Step = (Pick<Ask, 'tool' | 'args'> & { outcome: string; error_kind?: string })[];
const failed = (call: Pick<Ask, 'tool' | 'args'>, error_kind = 'returned') => ({
  ...call,
  outcome: 'error',
  error_kind,
});
const ok = (call: Pick<Ask, 'tool' | 'args'>, outcome = 'ok') => ({ ...call, outcome });
const SCRIPTS: Record<string, Step[]> = {
  ok: [[ok(shell('echo 18.5'))], [ok(read('notes.txt'))]],
  'loop-empty': Array.from({ length: isGemini ? 4 : 5 }, () => [
    ok(shell('cat empty.txt'), 'empty'),
  ]),
  validation: [[failed(badRead)], [failed(badRead)], [failed(badRead)], [ok(read('notes.txt'))]],
  timeouts: Array.from({ length: 4 }, () => [failed(shell('cat orders.txt'))]),
  parallel: [[ok(read('notes.txt')), ok(read('notes.txt')), ok(read('notes.txt'))]],
  'unknown-tool': [
    [failed({ tool: 'lookup_invoice', args: { invoice: '77' } }, 'unknown_tool')],
    [failed({ tool: 'lookup_invoice', args: { invoice: '77' } }, 'unknown_tool')],
  ],
};
const model = await new Scripted().listen();
const MODEL = isClaude ? 'claude-sonnet-4-5' : isCodex ? 'gpt-5.1' : 'gemini-2.5-flash';
const OTEL = {
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
};
class CodingTurn {
  session = '';
  user = null;
  prompt = 'What is in my orders?';
  tools = [];
  steps: (Ask & { outcome: string; error_kind?: string })[][];
  scenario: string;
  constructor(scenario: string) {
    this.scenario = scenario;
    this.steps = SCRIPTS[scenario].map((step, n) =>
      step.map((call, at) => ({
        id: `${isClaude ? 'toolu' : 'call'}_${scenario.replace('-', '').slice(0, 6)}_${n}${at}`,
        ...call,
      })),
    );
  }
  named(id: string, tool: string) {
    return isGemini ? `${tool}__${id}` : id;
  }
  truth() {
    const usages = Array.from({ length: this.steps.length + 1 }, (_, n) => model.usage(n));
    const sum = (key: 'input' | 'output' | 'cached') => usages.reduce((all, u) => all + u[key], 0);
    return {
      model: MODEL,
      model_calls: usages.length,
      usage: {
        input_tokens: sum('input'),
        output_tokens: sum('output'),
        cache_read_input_tokens: sum('cached'),
      },
      tool_calls: this.steps
        .flatMap((step, batch) =>
          step.map(({ id, tool, args, outcome, error_kind }) => ({
            tool,
            call_id: this.named(id, tool),
            args,
            batch,
            executed: error_kind !== 'unknown_tool',
            outcome,
            ...(error_kind ? { error_kind } : {}),
          })),
        )
        .map((c, seq) => ({ seq, ...c })),
    };
  }
}
function commandOf(): { bin: string; args: string[]; env: Record<string, string> } {
  if (isClaude)
    return {
      bin: `${packages}/node_modules/@anthropic-ai/claude-code-linux-x64/claude`,
      args: [
        '-p',
        'What is in my orders?',
        '--model',
        MODEL,
        '--allowedTools',
        'Bash',
        'Read',
        '--output-format',
        'json',
      ],
      env: {
        ANTHROPIC_BASE_URL: model.baseUrl,
        ANTHROPIC_API_KEY: 'none',
        CLAUDE_CODE_ENABLE_TELEMETRY: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        OTEL_LOGS_EXPORTER: 'otlp',
        OTEL_LOG_TOOL_DETAILS: '1',
        OTEL_LOG_USER_PROMPTS: '1',
        OTEL_LOGS_EXPORT_INTERVAL: '500',
        ...(emitter.endsWith('-logs')
          ? {}
          : {
              CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1',
              OTEL_TRACES_EXPORTER: 'otlp',
              OTEL_LOG_TOOL_CONTENT: '1',
            }),
        ...OTEL,
      },
    };
  if (isCodex) {
    mkdirSync(join(home, '.codex'), { recursive: true });
    const traces = emitter.endsWith('-logs')
      ? ''
      : `trace_exporter = { otlp-http = { endpoint = "${collectorUrl}/v1/traces", protocol = "binary" } }\n`;
    writeFileSync(
      join(home, '.codex/config.toml'),
      `model = "${MODEL}"\nmodel_provider = "fake"\nsandbox_mode = "danger-full-access"\napproval_policy = "never"\n[model_providers.fake]\nname = "fake"\nbase_url = "${model.baseUrl}/v1"\nwire_api = "responses"\nenv_key = "FAKE_KEY"\n[otel]\nlog_user_prompt = true\nenvironment = "test"\nexporter = { otlp-http = { endpoint = "${collectorUrl}/v1/logs", protocol = "binary" } }\n${traces}`,
    );
    return {
      bin: `${packages}/node_modules/.bin/codex`,
      args: ['exec', '--skip-git-repo-check', '--json', 'What is in my orders?'],
      env: { FAKE_KEY: 'none' },
    };
  }
  mkdirSync(join(home, '.gemini'), { recursive: true });
  writeFileSync(
    join(home, '.gemini/settings.json'),
    JSON.stringify({
      telemetry: {
        enabled: true,
        target: 'local',
        otlpEndpoint: collectorUrl,
        otlpProtocol: 'http',
        logPrompts: true,
        ...(emitter.endsWith('-logs') ? {} : { traces: true }),
      },
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      general: { disableAutoUpdate: true },
    }),
  );
  return {
    bin: `${packages}/node_modules/.bin/gemini`,
    args: ['-m', MODEL, '--yolo', '--output-format', 'json', '-p', 'What is in my orders?'],
    env: {
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: model.baseUrl,
      GEMINI_TELEMETRY_ENABLED: 'true',
      GEMINI_TELEMETRY_TRACES_ENABLED: String(!emitter.endsWith('-logs')),
    },
  };
}
const NAMES: Record<string, string> = {
  claude: '@anthropic-ai/claude-code',
  codex: '@openai/codex',
  gemini: '@google/gemini-cli',
};
await record({
  emitter,
  packages: [NAMES[emitter.split('-')[0]]],
  user: false,
  agent: null,
  scenarios: Object.keys(SCRIPTS),
  turnOf: (scenario) => new CodingTurn(scenario) as never,
  run: async (turn) => {
    model.steps = (turn as never as CodingTurn).steps;
    model.n = 0;
    model.log.length = 0;
    const { bin, args, env } = commandOf();
    const child = spawn(bin, args, {
      cwd: project,
      env: {
        PATH: `${process.env['NODE_BIN'] ?? ''}:/usr/local/bin:/usr/bin:/bin`,
        HOME: home,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (d) => (out += d));
    child.stderr.on('data', (d) => (err += d));
    await new Promise((ok) => child.on('exit', ok));
    (turn as never as { session: string }).session =
      /"(?:session_id|thread_id|sessionId|session)":\s*"([^"]+)"/.exec(out)?.[1] ?? '';
    if (process.env['VERBOSE'])
      console.error(
        out.slice(0, 1500),
        err.slice(0, 1500),
        model.log,
        model.bodies.slice(-8).map((b) => b?.slice(0, 400)),
      );
    await new Promise((ok) => setTimeout(ok, 700));
  },
  flush: async () => undefined,
});
