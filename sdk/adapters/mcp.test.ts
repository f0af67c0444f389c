import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { declareTool } from '../declare.ts';
import { createGuard, type GuardOptions } from '../guard/index.ts';
import { declarationOfMcpTool, guardMcpClient, IDEMPOTENCY_META } from './mcp.ts';
import { RESIZE, SEARCH_ARGUMENTS, ticketArguments } from './testing/incidents.ts';

const open: Client[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (client) => client.close()));
});

async function connected(offer: (server: McpServer) => void, options: GuardOptions = {}) {
  const server = new McpServer({ name: 'shop', version: '1' });
  offer(server);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'agent', version: '1' });
  await Promise.all([server.connect(far), client.connect(near)]);
  open.push(client);
  const turn = createGuard(options).startTurn();
  return { client: guardMcpClient(turn, client), turn };
}

const any = z.looseObject({});
const text = (said: unknown) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(said) }],
});

describe('an MCP client', () => {
  test('the ticket turn ends at three tickets, each with the same key in _meta', async () => {
    const keys: unknown[] = [];
    const { client, turn } = await connected((server) => {
      server.registerTool('mcp_create_ticket', { inputSchema: any }, async (_, { _meta }) => {
        keys.push(_meta?.[IDEMPOTENCY_META]);
        return new Promise(() => {});
      });
    });
    declareTool('mcp_create_ticket', { identity: ['customer_id', 'order_id'], effect: 'write' });
    const answers: unknown[] = [];
    for (let attempt = 0; attempt < 14; attempt += 1) {
      const call = { name: 'mcp_create_ticket', arguments: ticketArguments(attempt) };
      answers.push(
        await client.callTool(call, undefined, { timeout: 20 }).catch((error: unknown) => error),
      );
      if (turn.nextStep().tools === 'none') break;
    }
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(answers[1]).toMatchObject({
      message: expect.stringContaining('without an answer in time'),
    });
    expect(answers[2]).toMatchObject({ isError: true });
    expect(JSON.stringify(answers[2])).toMatch(/may have succeeded; do not retry/);
    expect(turn.state().stop?.reason).toBe('repeated_call');
  });

  test('the search turn ends at three steps with repeated_call', async () => {
    const { client, turn } = await connected((server) => {
      server.registerTool('search_orders', { inputSchema: any }, async () => text([]));
    });
    const call = { name: 'search_orders', arguments: SEARCH_ARGUMENTS };
    expect(await client.callTool(call)).toEqual(text([]));
    expect(JSON.stringify(await client.callTool(call))).toContain('second identical call');
    expect(await client.callTool(call)).toMatchObject({ isError: false });
    expect(turn.state()).toMatchObject({ calls: 3, stop: { reason: 'repeated_call' } });
    expect(turn.nextStep().tools).toBe('none');
  });

  test('annotations of listed tools say what a call does, and a passing fault of a read is retried unseen', async () => {
    let made = 0;
    const { client, turn } = await connected(
      (server) => {
        server.registerTool(
          'look_up',
          { inputSchema: any, annotations: { readOnlyHint: true } },
          async () => {
            made += 1;
            return made < 3
              ? { ...text({ error: '503 Service Unavailable' }), isError: true }
              : text({ rows: 1 });
          },
        );
      },
      { retry: { baseMs: 0 } },
    );
    await client.listTools();
    expect(await client.callTool({ name: 'look_up', arguments: RESIZE.args })).toEqual(
      text({ rows: 1 }),
    );
    expect(made).toBe(3);
    expect(turn.state().calls).toBe(1);
  });
});

test.each([
  [undefined, {}],
  [{ readOnlyHint: true }, { effect: 'read' }],
  [{ readOnlyHint: false }, { effect: 'destructive' }],
  [{ readOnlyHint: false, destructiveHint: false }, { effect: 'write' }],
  [
    { destructiveHint: true, idempotentHint: true },
    { effect: 'destructive', idempotency: 'natural' },
  ],
  [
    { destructiveHint: false, idempotentHint: true },
    { effect: 'write', idempotency: 'natural' },
  ],
  [{}, {}],
])('the annotations %j declare %j', (annotations, declaration) => {
  expect(declarationOfMcpTool({ annotations })).toEqual(declaration);
});

test.each([
  [{ identity: ['customer_id'], effect: 'write', idempotency: 'key' }],
  [{ identity: [], volatile: ['request_id'] }],
])('what a tool declares of itself counts before its annotations: %j', (loopscope) => {
  const annotations = { readOnlyHint: true };
  const expected = { effect: 'read', ...loopscope };
  expect(declarationOfMcpTool({ annotations, _meta: { loopscope } })).toEqual(expected);
  expect(declarationOfMcpTool({ annotations: { ...annotations, loopscope } })).toEqual(expected);
});

test.each([[null], ['all'], [{ identity: 'customer_id', effect: 'erase', idempotency: 1 }], [[1]]])(
  'a declaration that is none, %j, declares nothing',
  (loopscope) => {
    expect(declarationOfMcpTool({ _meta: { loopscope } })).toEqual({});
  },
);
