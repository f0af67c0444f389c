import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { createGuard, isTerminal, type GuardOptions } from '@loopscope/sdk/guard';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { describe, expect, it, onTestFinished } from 'vitest';

import { createToolServer } from '../testing/mcp-tools.ts';
import { proxiedTools } from '../testing/proxied-tools.ts';
import { relay } from './relay.ts';

const LOOPSCOPE = fileURLToPath(new URL('../loopscope.ts', import.meta.url));
const TOOLS = fileURLToPath(new URL('../testing/mcp-tools.ts', import.meta.url));

/** What a model would read of a result. */
function textOf(result: unknown): string {
  const content: unknown = Reflect.get(result as object, 'content');
  return (content as { text: string }[]).map((part) => part.text).join('\n');
}

/** Calls a tool again and again, whatever comes back, as a model that does not give up. */
async function insist(
  client: Client,
  name: string,
  argsOf: (turn: number) => Record<string, unknown>,
  times: number,
): Promise<string[]> {
  const answers: string[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    answers.push(textOf(await client.callTool({ name, arguments: argsOf(turn) })));
  }
  return answers;
}

const ticket = (turn: number) => ({
  customer_id: 'c_1',
  order_id: 'o_1',
  summary: `Still no refund, follow-up ${turn}`,
});
const DECLARED: GuardOptions = {
  tools: { create_ticket: { identity: ['customer_id', 'order_id'], effect: 'write' } },
  retry: false,
};

/** A client, the relay and the tools, in one process. */
async function joined(options: GuardOptions = DECLARED) {
  const { server, made } = createToolServer();
  const [toAgent, agent] = InMemoryTransport.createLinkedPair();
  const [toTools, tools] = InMemoryTransport.createLinkedPair();
  await server.connect(tools);
  const errors: string[] = [];
  const closed = relay({
    agent,
    server: toTools,
    turn: createGuard(options).startTurn({ sessionId: 's', turnId: 't' }),
    observe: (_call, work) => work(),
    onError: (reason) => errors.push(reason),
  });
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(toAgent);
  onTestFinished(async () => {
    await client.close();
    await closed;
  });
  return { client, made, errors };
}

describe('an agent behind the proxy', () => {
  it('sees the tools as they are', async () => {
    const { client } = await joined();
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      'create_ticket',
      'search_orders',
      'job_status',
      'count_orders',
      'read_table',
    ]);
    expect(client.getServerVersion()).toMatchObject({ name: 'tools' });
  });

  it('makes three tickets of fourteen, and is told why in words that pick no outcome', async () => {
    const { client, made } = await joined();
    const answers = await insist(client, 'create_ticket', ticket, 14);
    expect(made.get('create_ticket')).toBeLessThanOrEqual(3);
    const stop = answers.find(isTerminal) ?? '';
    expect(JSON.parse(stop)).toMatchObject({
      code: 'repeated_call',
      retryable: false,
      error_class: 'timeout',
      message: expect.stringContaining('may have succeeded'),
    });
    expect(answers.slice(-10).every(isTerminal)).toBe(true);
  });

  it('is told by annotations alone that a second identical write is not safe', async () => {
    const { client, made } = await joined({ retry: false });
    await client.listTools();
    await insist(client, 'create_ticket', () => ticket(0), 5);
    expect(made.get('create_ticket')).toBeLessThanOrEqual(2);
  });

  it('searches in vain three times', async () => {
    const { client, made } = await joined();
    const answers = await insist(client, 'search_orders', (n) => ({ query: `order ${n}` }), 8);
    expect(made.get('search_orders')).toBe(3);
    expect(isTerminal(answers[3])).toBe(true);
  });

  it('whose client holds results to a schema is stopped without an exception', async () => {
    const { client, made } = await joined();
    await client.listTools();
    const answers = await insist(client, 'count_orders', () => ({ query: 'lost' }), 5);
    expect(made.get('count_orders')).toBe(3);
    expect(answers.map((answer) => isTerminal(answer))).toEqual([false, false, true, true, true]);
  });

  it('polls undisturbed while the answers move', async () => {
    const { client, made } = await joined();
    const answers = await insist(client, 'job_status', () => ({ job: 'j' }), 8);
    expect(made.get('job_status')).toBe(8);
    expect(answers.some(isTerminal)).toBe(false);
  });

  it('reads a megabyte whole', async () => {
    const { client } = await joined();
    const answer = await client.callTool({ name: 'read_table', arguments: { rows: 50_000 } });
    expect(textOf(answer).length).toBeGreaterThan(1_000_000);
  });

  it('that asks forty times at once asks three times', async () => {
    const { client, made } = await joined();
    const ask = async () => client.callTool({ name: 'read_table', arguments: { rows: 1 } });
    const answers = await Promise.all(Array.from({ length: 40 }, ask));
    expect(made.get('read_table')).toBe(3);
    expect(answers.filter((answer) => isTerminal(textOf(answer)))).toHaveLength(38);
  });

  it('hears of an unknown tool from the server itself', async () => {
    const { client } = await joined();
    const answer = await client.callTool({ name: 'no_such_tool', arguments: {} }).then(
      (result) => textOf(result),
      (error: unknown) => String(error),
    );
    expect(answer).toMatch(/no_such_tool/);
  });

  it('only watched makes every call, and nothing is changed', async () => {
    const { client, made } = await joined({ ...DECLARED, mode: 'observe' });
    const answers = await insist(client, 'create_ticket', ticket, 14);
    expect(made.get('create_ticket')).toBe(14);
    expect(new Set(answers)).toEqual(new Set(['Request timed out after 30000 ms']));
  });
});

describe('loopscope mcp-proxy', () => {
  it('guards a server that it starts, over stdio', { timeout: 60_000 }, async () => {
    const client = await proxiedTools();
    onTestFinished(() => client.close());
    await client.listTools();
    const answers = await insist(client, 'search_orders', (n) => ({ query: `order ${n}` }), 5);
    expect(answers.map(isTerminal)).toEqual([false, false, expect.any(Boolean), true, true]);
  });

  it('says that its server could not be started, or has ended', { timeout: 60_000 }, async () => {
    const proxy = spawn(process.execPath, [LOOPSCOPE, 'mcp-proxy', '--', 'no-such-command-here']);
    onTestFinished(() => void proxy.kill('SIGKILL'));
    let said = '';
    proxy.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    proxy.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    const [code] = await once(proxy, 'close');
    expect(code).toBe(2);
    expect(said).toMatch(/^loopscope: The MCP server has ended .*: no-such-command-here$/m);
  });

  it('guards many agents over streamable HTTP, each on its own', { timeout: 60_000 }, async () => {
    const proxy = spawn(
      process.execPath,
      [LOOPSCOPE, 'mcp-proxy', '--listen', '0', '--', process.execPath, TOOLS],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    onTestFinished(async () => {
      if (proxy.exitCode !== null) return;
      proxy.kill('SIGTERM');
      await once(proxy, 'exit');
    });
    const [line] = (await once(createInterface(proxy.stdout), 'line')) as [string];
    const address = /ready (\S+)$/.exec(line)?.[1] ?? '';
    const agents = await Promise.all(
      [0, 1].map(async () => {
        const client = new Client({ name: 'agent', version: '1.0.0' });
        await client.connect(new StreamableHTTPClientTransport(new URL(address)));
        return client;
      }),
    );
    for (const client of agents) {
      const answers = await insist(client, 'search_orders', (n) => ({ query: `order ${n}` }), 4);
      expect(answers.map(isTerminal)).toEqual([false, false, expect.any(Boolean), true]);
      await client.close();
    }
    expect((await fetch(address.replace('/mcp', '/'))).status).toBe(404);
    // What is no MCP is refused, and starts no server.
    const odd = await fetch(address, { method: 'POST', body: 'hello' });
    expect(odd.status).toBeGreaterThanOrEqual(400);
    const foreign = await fetch(address, {
      method: 'POST',
      headers: { 'mcp-session-id': 'none' },
    });
    expect(foreign.status).toBe(404);
  });

  it.each([
    ['neither a command nor an address', [], /Say which server/],
    ['both', ['--url', 'http://127.0.0.1:1/mcp', '--', 'x'], /either a command/],
    ['a mode that there is not', ['--mode', 'kill', '--', 'x'], /Allowed choices/],
  ])('says what is wrong with %s', async (_name, args, expected) => {
    const run = spawn(process.execPath, [LOOPSCOPE, 'mcp-proxy', ...args]);
    let said = '';
    run.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(run, 'exit')) as [number];
    expect(code).toBe(2);
    expect(said).toMatch(expected);
  });
});
