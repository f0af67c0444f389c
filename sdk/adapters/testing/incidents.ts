// Both incidents of the source documents and the worked example, as every adapter's test plays them.

export const TICKET_DECLARATION = {
  identity: ['customer_id', 'order_id'],
  effect: 'write',
} as const;

const SUMMARIES = [
  'Customer has not received refund for returned boots',
  'Refund not received for returned boots - customer following up',
  'Missing refund on order 88214 (returned boots), customer awaiting resolution',
];

/** Arguments of the ticket call as a model words them at its n-th attempt, from 0. */
export function ticketArguments(attempt: number) {
  const summary = SUMMARIES[attempt] ?? `Refund still missing, follow-up ${attempt}`;
  return { customer_id: 'c_40912', order_id: '88214', summary };
}

export const SEARCH_ARGUMENTS = { customer_id: 'cus_8123', status: 'refunded' };

/** A ticket service that commits every write and never answers in time; by key, where it is given one. */
export function createTicketService() {
  const tickets = new Map<string, unknown>();
  let requests = 0;
  return {
    tickets,
    requests: () => requests,
    create(args: unknown, idempotencyKey: string | null): never {
      requests += 1;
      const key = idempotencyKey ?? `request ${requests}`;
      if (!tickets.has(key)) tickets.set(key, args);
      throw Object.assign(new Error('Request timed out after 30000 ms'), { name: 'TimeoutError' });
    },
  };
}

const INSTANCE = { instance_id: 'i-0abc' };
export const RESIZE = {
  tool: 'resize_instance',
  args: { ...INSTANCE, new_machine_type: 'large' },
};
export const STOP = { tool: 'stop_instance', args: INSTANCE };

/** The cloud of the worked example: it resizes stopped instances only. `says`: what it answers otherwise. */
export function createCloud(says: string) {
  let isRunning = true;
  const calls: string[] = [];
  return {
    calls,
    resize() {
      calls.push(RESIZE.tool);
      return isRunning ? { error: says } : { resized: true };
    },
    stop() {
      calls.push(STOP.tool);
      isRunning = false;
      return { stopped: true };
    },
  };
}

export const BARE_FAULT = 'invalid state';
export const ACTIONABLE_FAULT =
  'resize_instance requires the instance to be stopped first; call stop_instance(instance_id) then retry';

/** What a model that reads its tool results does next about the resize; null once it is done. */
export function nextResizeCall(lastResult: string | null): { tool: string; args: object } | null {
  if (lastResult === null || lastResult.includes('stopped":true')) return RESIZE;
  if (lastResult.includes('resized')) return null;
  return lastResult.includes('call stop_instance') ? STOP : RESIZE;
}
