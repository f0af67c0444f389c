import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { declareTool } from '../../declare.ts';
import { guardMcpClient, IDEMPOTENCY_META } from '../mcp.ts';
import { LAST_WORDS, MAX_STEPS, StubbornModel, type Play, type Story } from './play.ts';

function serverOf({ tools }: Story): McpServer {
  const server = new McpServer({ name: 'shop', version: '1' });
  for (const { name, run, declaration } of tools) {
    if (declaration !== undefined) declareTool(name, declaration);
    server.registerTool(name, { inputSchema: z.looseObject({}) }, async (args, { _meta }) => {
      const key = _meta?.[IDEMPOTENCY_META];
      const result = await run(args, typeof key === 'string' ? key : null);
      return { content: [{ type: 'text', text: JSON.stringify(result) }] };
    });
  }
  return server;
}

/** An agent's own loop around an MCP client. */
export const playMcpClient: Play = async (turn, story) => {
  const stubborn = new StubbornModel(story.next);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'agent', version: '1' });
  await Promise.all([serverOf(story).connect(far), client.connect(near)]);
  const guarded = turn === null ? client : guardMcpClient(turn, client);
  let last: string | null = null;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { tools, endsRun } = turn?.nextStep() ?? { tools: 'allowed', endsRun: false };
    if (endsRun) break;
    const calls = stubborn.answer(tools === 'allowed', last);
    if (calls === null) {
      await client.close();
      return { asked: stubborn.asked, output: LAST_WORDS };
    }
    const results = calls.map(async ({ tool: name, args }) =>
      guarded.callTool({ name, arguments: { ...args } }).catch(String),
    );
    last = JSON.stringify((await Promise.all(results)).at(-1));
  }
  await client.close();
  return { asked: stubborn.asked, output: '' };
};
