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

export type Side = 'agent' | 'server';

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
 * either side has gone, with which one it was; both are closed then.
 */
export async function relay(options: RelayOptions): Promise<Side> {
  const { agent, server, onError } = options;
  const gone = Promise.withResolvers<Side>();
  const report = (error: unknown): void => onError(textOf(error));
  const between = createRelay(options, report);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport takes one handler, it is no event target
  agent.onmessage = between.fromAgent;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport takes one handler, it is no event target
  server.onmessage = between.fromServer;
  for (const [name, side] of [
    ['agent', agent],
    ['server', server],
  ] as const) {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport takes one handler, it is no event target
    side.onclose = () => gone.resolve(name);
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport takes one handler, it is no event target
    side.onerror = report;
  }
  await agent.start();
  const left = await gone.promise;
  between.abandon();
  await Promise.allSettled([agent.close(), server.close()]);
  return left;
}

interface Relay {
  fromAgent: (message: JSONRPCMessage) => void;
  fromServer: (message: JSONRPCMessage) => void;
  abandon: () => void;
}

function createRelay(options: RelayOptions, report: (error: unknown) => void): Relay {
  const { agent, server } = options;
  const pending = createPendingCalls();
  const shelf = createToolShelf();
  let starting: Promise<void> | null = null;
  /** The server is started by the first message: whoever says nothing valid starts none. */
  const toServer = async (message: JSONRPCMessage): Promise<void> => {
    await (starting ??= server.start());
    await server.send(message);
  };
  const fail = (message: JSONRPCMessage) => (reason: unknown) => {
    report(reason);
    if (!('method' in message) || !('id' in message)) return;
    agent.send(failure(message.id, reason)).catch(report);
  };
  return {
    fromAgent(message) {
      if ('method' in message && message.method === 'tools/call' && 'id' in message) {
        const declared = shelf.declarationOf(readToolCall(message).name);
        const ask = (context: CallContext): Promise<ToolResult> =>
          pending.ask(message, context, toServer);
        callTool(message, options, { ask, declared }).catch(fail(message));
        return;
      }
      pending.noteCancel(message);
      shelf.noteQuestion(message);
      toServer(message).catch(fail(message));
    },
    fromServer(message) {
      if (pending.settle(message)) return;
      const version = shelf.noteAnswer(message);
      if (version !== null) server.setProtocolVersion?.(version);
      const related = pending.requestOf(message);
      const where: TransportSendOptions = related === null ? {} : { relatedRequestId: related };
      agent.send(message, where).catch(report);
    },
    abandon: () => pending.abandon('the connection is closed'),
  };
}

async function callTool(
  request: JSONRPCRequest,
  { agent, turn, observe }: RelayOptions,
  {
    ask,
    declared,
  }: {
    ask: (context: CallContext) => Promise<ToolResult>;
    declared: Pick<CallStart, 'declaration'>;
  },
): Promise<void> {
  const call = readToolCall(request);
  const { name: tool, args } = call;
  const start: CallStart = { tool, args, callId: String(request.id), ...declared };
  try {
    const answer = await observe(call, async () =>
      answerOf(request.id, await turn.run(start, ask)),
    );
    await agent.send(answer);
  } catch (error) {
    // Whoever cancels a call waits for no answer.
    if (!(error instanceof CallCancelled)) throw error;
  }
}

const INTERNAL_ERROR = -32_603;

function failure(id: RequestId, error: unknown): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: textOf(error) } };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
