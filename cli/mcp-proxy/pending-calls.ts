import { IDEMPOTENCY_META } from '@loopscope/sdk/adapters/mcp';
import type { CallContext } from '@loopscope/sdk/guard';
import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCRequest,
  JSONRPCResultResponse,
  RequestId,
} from '@modelcontextprotocol/sdk/types.js';

export type Answer = JSONRPCResultResponse | JSONRPCErrorResponse;
/** What a tool answered, failed or not. */
export type ToolResult = JSONRPCResultResponse['result'];

/** The server's own refusal of a call, kept whole for whoever asked. */
export class ServerError extends Error {
  readonly answer: JSONRPCErrorResponse;

  constructor(answer: JSONRPCErrorResponse) {
    super(answer.error.message);
    this.name = 'ServerError';
    this.answer = answer;
  }
}

/** The agent took the call back. */
export class CallCancelled extends Error {
  constructor() {
    super('the call was cancelled');
    this.name = 'CallCancelled';
  }
}

interface Pending {
  request: RequestId;
  resolve: (result: ToolResult) => void;
  reject: (reason: Error) => void;
}

/** Calls that wait for the server. */
export interface PendingCalls {
  /** Sends the call and resolves with the server's result. Rejects with ServerError or CallCancelled. */
  ask(
    request: JSONRPCRequest,
    context: CallContext,
    send: (message: JSONRPCRequest) => Promise<void>,
  ): Promise<ToolResult>;
  /** True where the message answers a call of ours. */
  settle(message: JSONRPCMessage): boolean;
  noteCancel(message: JSONRPCMessage): void;
  /** The agent's request that a server's notification belongs to; null where it says nothing of one. */
  requestOf(message: JSONRPCMessage): RequestId | null;
  abandon(reason: string): void;
}

export function createPendingCalls(): PendingCalls {
  const waiting = new Map<RequestId, Pending>();
  return {
    async ask(request, context, send) {
      const { id } = request;
      // A retry needs an id of its own: a late answer to the first try must not pass for its answer.
      const sentId = context.attempt === 1 ? id : `${id} retry ${context.attempt}`;
      const { promise, resolve, reject } = Promise.withResolvers<ToolResult>();
      waiting.set(sentId, { request: id, resolve, reject });
      try {
        await send({ ...request, id: sentId, params: withKey(request.params, context) });
        return await promise;
      } finally {
        waiting.delete(sentId);
      }
    },
    settle(message) {
      if ('method' in message || message.id === undefined) return false;
      const call = waiting.get(message.id);
      if (call === undefined) return false;
      if ('error' in message) call.reject(new ServerError(message));
      else call.resolve(message.result);
      return true;
    },
    noteCancel(message) {
      if (!('method' in message) || message.method !== 'notifications/cancelled') return;
      const id = message.params?.['requestId'];
      for (const call of waiting.values()) {
        if (call.request === id) call.reject(new CallCancelled());
      }
    },
    requestOf(message) {
      if (!('method' in message)) return null;
      const token = message.params?.['progressToken'];
      if (typeof token !== 'string' && typeof token !== 'number') return onlyOne(waiting);
      return tokens(waiting, token) ?? onlyOne(waiting);
    },
    abandon(reason) {
      for (const call of waiting.values()) call.reject(new Error(reason));
    },
  };
}

function withKey(params: JSONRPCRequest['params'], { idempotencyKey }: CallContext) {
  if (idempotencyKey === null) return params;
  const meta = params?.['_meta'];
  return { ...params, _meta: { ...meta, [IDEMPOTENCY_META]: idempotencyKey } };
}

/** Clients use the request's id as its progress token more often than not. */
function tokens(waiting: ReadonlyMap<RequestId, Pending>, token: RequestId): RequestId | null {
  return waiting.get(token)?.request ?? null;
}

/** While one call runs, whatever the server says on the side is about it. */
function onlyOne(waiting: ReadonlyMap<RequestId, Pending>): RequestId | null {
  const [call, other] = waiting.values();
  return call === undefined || other !== undefined ? null : call.request;
}
