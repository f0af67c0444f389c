import { createGuard, outsideStops, type Guard, type Mode } from '@loopscope/sdk/guard';

import { loadConfig, type Config } from '../config.ts';
import { CliError } from '../failure.ts';
import { guardCeilings } from '../guard-ceilings.ts';
import type { Log } from '../log.ts';
import { proxyHttp, proxyStdio, type ProxyOptions, type ToolServer } from '../mcp-proxy/serve.ts';
import { startSpans, type Spans } from '../mcp-proxy/spans.ts';
import { createStderrLog, stopSignal } from './serve.ts';

export interface McpProxyCommand {
  /** The server's command and its arguments; empty where `url` is given. */
  command: readonly string[];
  url: URL | null;
  headers: Readonly<Record<string, string>>;
  mode: Mode;
  /** Port of streamable HTTP; null for stdin and stdout. */
  listen: number | null;
  sessionId: string | null;
  /** Loopscope whose orders to stop are followed; null for none. */
  stops: URL | null;
  /** Collector that is told of the calls; null for none. */
  to: URL | null;
}

/** `mcp-proxy`: stands between an agent and an MCP server and ends loops of tool calls. */
export async function runMcpProxy(command: McpProxyCommand): Promise<void> {
  // Over stdio, stdout belongs to the agent: everything else goes to stderr.
  const log = createStderrLog();
  const config = loadConfig({ roles: [], today: new Date().toISOString().slice(0, 10) });
  for (const warning of config.warnings) log('warn', warning);
  const guard = guardFor(command, config, log);
  const spans = spansFor(command, config);
  const options: ProxyOptions = {
    toolServer: toolServerOf(command),
    guard,
    sessionId: command.sessionId,
    observe: spans === null ? (_call, work) => work() : (call, work) => spans.observe(call, work),
    onError: (reason) => log('warn', 'mcp-proxy', { reason }),
  };
  const signal = stopSignal(log);
  try {
    if (command.listen !== null) {
      await listen(options, { host: config.host, port: command.listen }, signal);
    } else if ((await proxyStdio(options, signal)) === 'server') {
      throw new CliError(
        `The MCP server has ended while the agent was there: ${command.url?.href ?? command.command.join(' ')}`,
      );
    }
  } finally {
    guard.close();
    await spans?.close();
  }
}

async function listen(
  options: ProxyOptions,
  at: { host: string; port: number },
  signal: AbortSignal,
): Promise<void> {
  const proxy = await proxyHttp(options, at);
  process.stdout.write(`loopscope mcp-proxy ready ${proxy.address}\n`);
  if (!signal.aborted) {
    await new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
  }
  await proxy.close();
}

function guardFor({ mode, stops }: McpProxyCommand, config: Config, log: Log): Guard {
  const [apiKey] = config.apiKeys;
  return createGuard({
    mode,
    ...(stops === null
      ? {}
      : { stops: outsideStops({ url: stops.href, ...(apiKey === undefined ? {} : { apiKey }) }) }),
    tools: config.declarations,
    ceilings: guardCeilings(config.ceilings),
    prices: config.prices,
    content: config.content,
    onDecision: ({ decision, kind, tool, attempts, enforced, sessionId }) =>
      log('info', `guard: ${decision}`, { kind, tool, attempts, enforced, session: sessionId }),
  });
}

function spansFor({ to }: McpProxyCommand, config: Config): Spans | null {
  if (to === null) return null;
  return startSpans({
    url: to.href.replace(/\/$/, ''),
    key: config.ingestKeys[0] ?? '',
    service: 'mcp-proxy',
    declarations: config.declarations,
  });
}

function toolServerOf({ command, url, headers }: McpProxyCommand): ToolServer {
  if (url !== null) {
    if (command.length > 0) throw new CliError('Give either a command behind -- or --url.');
    return { url, headers };
  }
  const [name, ...args] = command;
  if (name === undefined) {
    throw new CliError('Say which server to guard: a command behind --, or --url.');
  }
  return { command: name, args };
}
