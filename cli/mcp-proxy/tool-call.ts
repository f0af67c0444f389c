import { answerIn, asNotedMessage, asNotedResult, asToolResult } from '@loopscope/sdk/adapters/mcp';
import type { Guarded } from '@loopscope/sdk/guard';
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
  if (guarded.terminal !== null) {
    return { jsonrpc: '2.0', id, result: asToolResult(guarded.terminal, answerIn(guarded)) };
  }
  if (!guarded.made) throw new Error('a call that was not made has a terminal result');
  const { note } = guarded;
  if (!guarded.threw) {
    const result = note === null ? guarded.result : asNotedResult(guarded.result, note);
    return { jsonrpc: '2.0', id, result };
  }
  if (!(guarded.error instanceof ServerError)) throw guarded.error;
  const { error } = guarded.error.answer;
  const message = note === null ? error.message : asNotedMessage(error.message, note);
  return { jsonrpc: '2.0', id, error: { ...error, message } };
}
