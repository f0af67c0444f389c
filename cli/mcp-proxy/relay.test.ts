import { IDEMPOTENCY_META } from '@loopscope/sdk/adapters/mcp';
import { createGuard, type GuardOptions } from '@loopscope/sdk/guard';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';

import { relay } from './relay.ts';

/** The two far ends of a relay, spoken to by hand. */
async function wires(options: GuardOptions = { retry: false }) {
  const [client, agent] = InMemoryTransport.createLinkedPair();
  const [toTools, tools] = InMemoryTransport.createLinkedPair();
  const heard = { client: [] as JSONRPCMessage[], tools: [] as JSONRPCMessage[] };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport takes one handler, it is no event target
  client.onmessage = (message) => heard.client.push(message);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport takes one handler, it is no event target
  tools.onmessage = (message) => heard.tools.push(message);
  await client.start();
  await tools.start();
  const errors: string[] = [];
  const closed = relay({
    agent,
    server: toTools,
    turn: createGuard(options).startTurn({ sessionId: 's', turnId: 't' }),
    observe: (_call, work) => work(),
    onError: (reason) => errors.push(reason),
  });
  onTestFinished(async () => {
    await client.close();
    await closed;
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
  const say = async (from: Transport, message: object) => {
    await from.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
    await settled();
  };
  return { client, tools, heard, say, errors, closed };
}

const call = (id: number | string, own: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name: 'read', arguments: { path: 'a' }, ...own },
});

describe('the relay', () => {
  it('hands everything else on as it came, both ways', async () => {
    const { client, tools, heard, say } = await wires();
    const ask = { id: 7, method: 'resources/read', params: { uri: 'x', odd: { deep: [1] } } };
    await say(client, ask);
    expect(heard.tools).toEqual([{ jsonrpc: '2.0', ...ask }]);
    const sample = { id: 'srv-1', method: 'sampling/createMessage', params: { messages: [] } };
    await say(tools, sample);
    await say(tools, { id: 7, result: { contents: [] } });
    expect(heard.client).toEqual([
      { jsonrpc: '2.0', ...sample },
      { jsonrpc: '2.0', id: 7, result: { contents: [] } },
    ]);
  });

  it('tells a tool the key under which a repeated write counts once', async () => {
    const { client, heard, say } = await wires();
    await say(client, call(1, { _meta: { progressToken: 5 } }));
    expect(heard.tools[0]).toMatchObject({
      params: {
        arguments: { path: 'a' },
        _meta: { progressToken: 5, [IDEMPOTENCY_META]: expect.any(String) },
      },
    });
  });

  it("keeps the server's own error whole", async () => {
    const { client, tools, heard, say } = await wires();
    const error = { code: -32_602, message: 'path: must be absolute', data: { path: 'a' } };
    await say(client, call(1));
    await say(tools, { id: 1, error });
    expect(heard.client).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
  });

  it('answers nothing to a call that was taken back, and tells the server', async () => {
    const { client, tools, heard, say } = await wires();
    await say(client, call(1));
    await say(client, { method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(heard.tools).toHaveLength(2);
    await say(tools, { id: 1, result: { content: [] } });
    expect(heard.client).toEqual([{ jsonrpc: '2.0', id: 1, result: { content: [] } }]);
  });

  it('answers two calls under the ids that they came with, in whatever order', async () => {
    const { client, tools, heard, say } = await wires();
    await say(client, call(1));
    await say(client, call('1', { arguments: { path: 'b' } }));
    await say(tools, { id: '1', result: { content: [{ type: 'text', text: 'b' }] } });
    await say(tools, { id: 1, result: { content: [{ type: 'text', text: 'a' }] } });
    expect(heard.client).toMatchObject([
      { id: '1', result: { content: [{ text: 'b' }] } },
      { id: 1, result: { content: [{ text: 'a' }] } },
    ]);
  });

  it.each([
    ['no parameters', undefined],
    ['no name', { arguments: {} }],
    ['a list of arguments', { name: 'read', arguments: [1, 2] }],
    ['text for arguments', { name: 'read', arguments: '{"path": ' }],
  ])('hands a call with %s on, for the server to judge', async (_, params) => {
    const { client, tools, heard, say } = await wires();
    await say(client, { id: 1, method: 'tools/call', ...(params === undefined ? {} : { params }) });
    expect(heard.tools).toHaveLength(1);
    expect(heard.tools[0]).toMatchObject({ id: 1, method: 'tools/call', params: params ?? {} });
    const error = { code: -32_602, message: 'Invalid params' };
    await say(tools, { id: 1, error });
    expect(heard.client).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
  });

  it('takes an id that comes again for another call', async () => {
    const { client, tools, heard, say } = await wires();
    for (const path of ['a', 'b', 'c']) {
      await say(client, call(1, { arguments: { path } }));
      await say(tools, { id: 1, result: { content: [{ type: 'text', text: path }] } });
    }
    expect(heard.tools).toHaveLength(3);
    expect(heard.client).toMatchObject(
      ['a', 'b', 'c'].map((text) => ({ id: 1, result: { content: [{ text }] } })),
    );
  });

  it('ends with an error for whoever waits when the server goes', async () => {
    const { client, tools, closed, say } = await wires();
    await say(client, call(1));
    await tools.close();
    expect(await closed).toBe('server');
  });
});
