import type { CallContext, CallStart, Turn } from '@loopscope/sdk/guard';
import type {
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/sdk/shared/transport.js';
import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
} from '@modelcontextprotocol/sdk/types.js';

import {
  CallCancelled,
  createPendingCalls,
  type Answer,
  type ToolResult,
} from './pending-calls.ts';
import { answerOf, readToolCall, type ToolCall } from './tool-call.ts';
import { createToolShelf } from './tool-shelf.ts';

export interface RelayOptions {
  /** Towards the agent, and towards the server with the tools; neither is started yet. */
  agent: Transport;
  server: Transport;
  /** The session's turn, which all its calls belong to. */
  turn: Turn;
  /** Runs a call with a span around it. */
  observe: (call: ToolCall, work: () => Promise<Answer>) => Promise<Answer>;
  onError: (reason: string) => void;
}

/**
 * Hands every message on as it came, in both directions, but `tools/call`: those go through the guard. Resolves when
 * either side has gone; both are closed then.
 */
export async function relay({
  agent,
  server,
  turn,
  observe,
  onError,
}: RelayOptions): Promise<void> {
  const pending = createPendingCalls();
  const shelf = createToolShelf();
  const gone = Promise.withResolvers<void>();
  let starting: Promise<void> | null = null;
  /** The server is started by the first message: whoever says nothing valid starts none. */
  const toServer = async (message: JSONRPCMessage): Promise<void> => {
    await (starting ??= server.start());
    await server.send(message);
  };
  const report = (error: unknown): void =>
    onError(error instanceof Error ? error.message : String(error));

  async function toAgent(message: JSONRPCMessage): Promise<void> {
    const options: TransportSendOptions = {};
    const related = pending.requestOf(message);
    if (related !== null) options.relatedRequestId = related;
    await agent.send(message, options);
  }

  async function callTool(request: JSONRPCRequest): Promise<void> {
    const call = readToolCall(request);
    const start: CallStart = {
      tool: call.name,
      args: call.args,
      callId: String(request.id),
      ...shelf.declarationOf(call.name),
    };
    const execute = (context: CallContext): Promise<ToolResult> =>
      pending.ask(request, context, toServer);
    try {
      const answer = await observe(call, async () =>
        answerOf(request.id, await turn.run(start, execute)),
      );
      await agent.send(answer);
    } catch (error) {
      // Whoever cancels a call waits for no answer.
      if (!(error instanceof CallCancelled)) throw error;
    }
  }

  agent.onmessage = (message: JSONRPCMessage) => {
    if ('method' in message && message.method === 'tools/call' && 'id' in message) {
      callTool(message).catch((error: unknown) => {
        report(error);
        agent.send(failure(message.id, error)).catch(report);
      });
      return;
    }
    pending.noteCancel(message);
    shelf.noteQuestion(message);
    toServer(message).catch((error: unknown) => {
      report(error);
      if ('method' in message && 'id' in message)
        agent.send(failure(message.id, error)).catch(report);
    });
  };
  server.onmessage = (message: JSONRPCMessage) => {
    if (pending.settle(message)) return;
    const version = shelf.noteAnswer(message);
    if (version !== null) server.setProtocolVersion?.(version);
    toAgent(message).catch(report);
  };
  for (const side of [agent, server]) {
    side.onclose = () => gone.resolve();
    side.onerror = report;
  }
  await agent.start();
  await gone.promise;
  pending.abandon('the connection is closed');
  await Promise.allSettled([agent.close(), server.close()]);
}

const INTERNAL_ERROR = -32_603;

function failure(id: RequestId, error: unknown): JSONRPCErrorResponse {
  const message = error instanceof Error ? error.message : String(error);
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } };
}
