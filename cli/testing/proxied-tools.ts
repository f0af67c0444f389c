import { fileURLToPath } from 'node:url';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const LOOPSCOPE = fileURLToPath(new URL('../loopscope.ts', import.meta.url));
const TOOLS = fileURLToPath(new URL('mcp-tools.ts', import.meta.url));

/** The tools of mcp-tools behind a proxy with these options, both processes of their own, as an agent reaches them. */
export async function proxiedTools(...options: string[]): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [LOOPSCOPE, 'mcp-proxy', ...options, '--', process.execPath, TOOLS],
      stderr: 'ignore',
    }),
  );
  return client;
}
