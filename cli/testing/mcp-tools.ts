/** An MCP server with tools that lead agents into loops, and some that only look like it. Run over stdio. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

function text(value: unknown) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(value) }] };
}

/** The tools; `made` counts the calls that reached each. */
export function createToolServer(): { server: McpServer; made: Map<string, number> } {
  const made = new Map<string, number>();
  const count = (tool: string): number => {
    made.set(tool, (made.get(tool) ?? 0) + 1);
    return made.get(tool) ?? 0;
  };
  const server = new McpServer({ name: 'tools', version: '1.0.0' });
  server.registerTool(
    'create_ticket',
    {
      inputSchema: { customer_id: z.string(), order_id: z.string(), summary: z.string() },
      annotations: { readOnlyHint: false },
    },
    () => {
      count('create_ticket');
      return {
        content: [{ type: 'text', text: 'Request timed out after 30000 ms' }],
        isError: true,
      };
    },
  );
  server.registerTool(
    'search_orders',
    { inputSchema: { query: z.string() }, annotations: { readOnlyHint: true } },
    () => {
      count('search_orders');
      return text([]);
    },
  );
  server.registerTool(
    'job_status',
    { inputSchema: { job: z.string() }, annotations: { readOnlyHint: true } },
    () => {
      const done = count('job_status');
      return text({ state: done < 8 ? 'running' : 'done', processed: done * 100 });
    },
  );
  addReads(server, count);
  return { server, made };
}

/** A tool whose results have a schema, and one whose results are as long as is asked. */
function addReads(server: McpServer, count: (tool: string) => number): void {
  server.registerTool(
    'count_orders',
    {
      inputSchema: { query: z.string() },
      outputSchema: { orders: z.array(z.string()) },
      annotations: { readOnlyHint: true },
    },
    () => {
      count('count_orders');
      const structuredContent = { orders: [] };
      return { ...text(structuredContent), structuredContent };
    },
  );
  server.registerTool(
    'read_table',
    { inputSchema: { rows: z.number() }, annotations: { readOnlyHint: true } },
    ({ rows }) => {
      count('read_table');
      return text('row of a large table '.repeat(rows));
    },
  );
}

if (import.meta.main) await createToolServer().server.connect(new StdioServerTransport());
