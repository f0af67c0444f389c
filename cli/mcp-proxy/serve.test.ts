import { createGuard, type Guard } from '@loopscope/sdk/guard';
import { describe, expect, it, onTestFinished } from 'vitest';

import { proxyHttp } from './serve.ts';

/** A proxy over HTTP, and how many connections of agents it has begun and ended. */
async function startProxy() {
  const guard = createGuard();
  const connections = { begun: 0, ended: 0 };
  const counting: Guard = {
    ...guard,
    startTurn(ids) {
      const turn = guard.startTurn(ids);
      return {
        ...turn,
        within(work) {
          connections.begun += 1;
          const result = turn.within(work);
          void Promise.resolve(result).finally(() => (connections.ended += 1));
          return result;
        },
      };
    },
  };
  const proxy = await proxyHttp(
    {
      toolServer: { command: process.execPath, args: ['--eval', ''] },
      guard: counting,
      sessionId: null,
      observe: (_call, work) => work(),
      onError: () => undefined,
    },
    { host: '127.0.0.1', port: 0 },
  );
  onTestFinished(() => proxy.close());
  return { address: proxy.address, connections };
}

const JSON_TYPES = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
};
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'agent', version: '1' },
  },
};

describe('a proxy over HTTP', () => {
  it.each([
    ['a health check', { method: 'GET', headers: { accept: 'text/event-stream' } }],
    ['a scanner', { method: 'POST', headers: JSON_TYPES, body: '{' }],
    [
      'a call without a session',
      {
        method: 'POST',
        headers: JSON_TYPES,
        body: JSON.stringify({ ...INITIALIZE, method: 'tools/list', params: {} }),
      },
    ],
  ])('keeps nothing of %s', async (_what, request) => {
    const { address, connections } = await startProxy();
    for (let times = 0; times < 3; times += 1) {
      const response = await fetch(address, request);
      expect(response.status).toBe(400);
      await response.arrayBuffer();
    }
    await expect.poll(() => connections).toEqual({ begun: 3, ended: 3 });
  });

  it('keeps the connection of an agent that begins a session', async () => {
    const { address, connections } = await startProxy();
    const stop = new AbortController();
    const response = await fetch(address, {
      method: 'POST',
      headers: JSON_TYPES,
      body: JSON.stringify(INITIALIZE),
      signal: stop.signal,
    });
    expect(response.headers.get('mcp-session-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(connections).toEqual({ begun: 1, ended: 0 });
    stop.abort();
  });
});
