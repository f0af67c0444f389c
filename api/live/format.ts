import type { LiveEvent } from '../contract/index.ts';

/** Keeps proxies and the browser from closing a quiet stream. */
export const HEARTBEAT = ': heartbeat\n\n';

/** Sent once: how long a browser waits before it connects anew. */
export const RETRY = 'retry: 2000\n\n';

/** One server-sent event; `id` is what comes back as Last-Event-ID. */
export function formatEvent({ type, ...data }: LiveEvent, id: string): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
