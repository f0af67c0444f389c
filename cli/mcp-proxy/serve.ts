import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import type { Guard } from '@loopscope/sdk/guard';
import {
  StdioClientTransport,
  getDefaultEnvironment,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

import { relay, type RelayOptions, type Side } from './relay.ts';

/** The server with the tools: a process that is started, or an address. */
export type ToolServer =
  | { command: string; args: readonly string[] }
  | { url: URL; headers: Readonly<Record<string, string>> };

export interface ProxyOptions {
  toolServer: ToolServer;
  guard: Guard;
  /** Session of every connection; null: each has one of its own. */
  sessionId: string | null;
  observe: RelayOptions['observe'];
  onError: (reason: string) => void;
}

/** Guards one agent over stdin and stdout; resolves when it or the server has gone, with which one it was. */
export async function proxyStdio(options: ProxyOptions, signal: AbortSignal): Promise<Side> {
  const agent = new StdioServerTransport();
  const leave = (): void => void agent.close();
  signal.addEventListener('abort', leave, { once: true });
  process.stdin.once('end', leave);
  return connect(agent, options);
}

export interface HttpProxy {
  /** Such as http://127.0.0.1:8811/mcp. */
  address: string;
  close(): Promise<void>;
}

/** Guards any number of agents over streamable HTTP; each session has a connection to the server of its own. */
export async function proxyHttp(
  options: ProxyOptions,
  { host, port }: { host: string; port: number },
): Promise<HttpProxy> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      options.onError(String(error));
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (new URL(request.url ?? '/', 'http://proxy').pathname !== '/mcp') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('MCP is at /mcp\n');
      return;
    }
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (typeof id === 'string' && known === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no such session\n');
      return;
    }
    const agent = known ?? openSession();
    await agent.handleRequest(request, response);
    // A request that begins no session, such as a health check, leaves nothing behind.
    if (agent.sessionId === undefined) await agent.close();
  }

  function openSession(): StreamableHTTPServerTransport {
    const bound = addressOf(server);
    const agent = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, agent),
      enableDnsRebindingProtection: true,
      allowedHosts: [`${host}:${bound}`, `localhost:${bound}`, `127.0.0.1:${bound}`],
    });
    connect(agent, options)
      .catch((error: unknown) => options.onError(String(error)))
      .finally(() => {
        if (agent.sessionId !== undefined) sessions.delete(agent.sessionId);
      });
    return agent;
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${addressOf(server)}/mcp`,
    async close() {
      await Promise.allSettled([...sessions.values()].map((agent) => agent.close()));
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function connect(agent: Transport, options: ProxyOptions): Promise<Side> {
  const { guard, sessionId, observe, onError } = options;
  const id = sessionId ?? randomUUID();
  const turn = guard.startTurn({ sessionId: id, turnId: sessionId === null ? id : randomUUID() });
  const server = toolTransport(options.toolServer);
  return turn.within(() => relay({ agent, server, turn, observe, onError }));
}

function toolTransport(toolServer: ToolServer): Transport {
  if ('url' in toolServer) {
    const { url, headers } = toolServer;
    return new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  }
  const { command, args } = toolServer;
  return new StdioClientTransport({
    command,
    args: [...args],
    env: { ...getDefaultEnvironment(), ...definedOf(process.env) },
    stderr: 'inherit',
  });
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function addressOf(server: ReturnType<typeof createServer>): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
