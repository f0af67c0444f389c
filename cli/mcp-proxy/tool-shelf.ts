import { declarationOfMcpTool } from '@loopscope/sdk/adapters/mcp';
import type { ToolDeclaration } from '@loopscope/signature';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** What the server says of its tools and of itself, read in passing. */
export interface ToolShelf {
  noteQuestion(message: JSONRPCMessage): void;
  /** The protocol version that both sides settled on, where the message is the answer that says so. */
  noteAnswer(message: JSONRPCMessage): string | null;
  /** `declaration` of a tool by what it says of itself; nothing where it was not listed. */
  declarationOf(tool: string): { declaration?: ToolDeclaration };
}

const WATCHED: ReadonlySet<string> = new Set(['initialize', 'tools/list']);

export function createToolShelf(): ToolShelf {
  const asked = new Map<RequestId, string>();
  const declarations = new Map<string, ToolDeclaration>();
  return {
    noteQuestion(message) {
      if (!('method' in message) || !('id' in message)) return;
      if (WATCHED.has(message.method)) asked.set(message.id, message.method);
    },
    noteAnswer(message) {
      if ('method' in message || !('result' in message)) return null;
      const method = asked.get(message.id);
      asked.delete(message.id);
      if (method === 'tools/list') noteTools(message.result['tools'], declarations);
      if (method !== 'initialize') return null;
      const version = message.result['protocolVersion'];
      return typeof version === 'string' ? version : null;
    },
    declarationOf(tool) {
      const declaration = declarations.get(tool);
      return declaration === undefined ? {} : { declaration };
    },
  };
}

function noteTools(tools: unknown, declarations: Map<string, ToolDeclaration>): void {
  if (!Array.isArray(tools)) return;
  for (const tool of tools as unknown[]) {
    if (typeof tool !== 'object' || tool === null) continue;
    const name: unknown = Reflect.get(tool, 'name');
    if (typeof name === 'string') declarations.set(name, declarationOfMcpTool(tool));
  }
}
