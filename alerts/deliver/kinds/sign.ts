import { createHmac } from 'node:crypto';

export interface SignedMessage {
  /** The same for every try of one notification, so that a receiver can drop repeats. */
  id: string;
  /** Seconds since the epoch. */
  timestamp: number;
  body: string;
}

/** `whsec_` and base64, or any other text as its bytes. */
function keyOf(secret: string): Buffer {
  const encoded = /^whsec_(.+)$/.exec(secret)?.[1];
  return encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64');
}

/** Headers of the Standard Webhooks specification; without a secret there is no signature. */
export function signHeaders(
  { id, timestamp, body }: SignedMessage,
  secret: string | null,
): Record<string, string> {
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp) };
  if (secret === null) return headers;
  const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`);
  return { ...headers, 'webhook-signature': `v1,${mac.digest('base64')}` };
}
