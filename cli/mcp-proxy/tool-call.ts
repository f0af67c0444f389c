import type { Guarded, TerminalResult } from '@loopscope/sdk/guard';
import type { JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';

import { CallCancelled, ServerError, type Answer, type ToolResult } from './pending-calls.ts';

/** A `tools/call` request in the guard's words. */
export interface ToolCall {
  name: string;
  args: unknown;
  /** W3C trace context of the caller, where it sends one. */
  traceparent: string;
}

/** Reads a request as it came; what is missing is empty, and the server may say so itself. */
export function readToolCall({ params = {} }: JSONRPCRequest): ToolCall {
  const { name, arguments: args } = params;
  const meta: unknown = params['_meta'];
  const traceparent: unknown =
    typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'traceparent') : '';
  return {
    name: typeof name === 'string' ? name : '',
    args: args ?? {},
    traceparent: typeof traceparent === 'string' ? traceparent : '',
  };
}

/** What goes to the agent for a guarded call. Throws CallCancelled where nothing is to be sent. */
export function answerOf(id: RequestId, guarded: Guarded<ToolResult>): Answer {
  if (guarded.made && guarded.threw && guarded.error instanceof CallCancelled) throw guarded.error;
  if (guarded.terminal !== null) return { jsonrpc: '2.0', id, result: stopped(guarded.terminal) };
  if (!guarded.made) throw new Error('a call that was not made has a terminal result');
  const { note } = guarded;
  if (!guarded.threw) return { jsonrpc: '2.0', id, result: noted(guarded.result, note) };
  if (!(guarded.error instanceof ServerError)) throw guarded.error;
  const { error } = guarded.error.answer;
  const message = note === null ? error.message : `${error.message}\n${note}`;
  return { jsonrpc: '2.0', id, error: { ...error, message } };
}

/** A failed result, which the model reads: its text is the terminal result itself. */
function stopped(terminal: TerminalResult): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(terminal) }], isError: true };
}

function noted(result: ToolResult, note: string | null): ToolResult {
  if (note === null) return result;
  const content: unknown[] = Array.isArray(result['content']) ? result['content'] : [];
  return { ...result, content: [...content, { type: 'text', text: note }] };
}
