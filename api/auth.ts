import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { ApiError } from './errors.ts';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Makes the check of one request's headers; it throws `unauthorized`. Keys are never read from the URL. */
export function createKeyCheck(apiKeys: readonly string[]): (headers: IncomingHttpHeaders) => void {
  const hashes = apiKeys.map(hash);
  return (headers) => {
    if (hashes.length === 0) return;
    const presented = presentedKey(headers);
    if (presented === null || !matchesAny(hashes, hash(presented))) {
      throw new ApiError('unauthorized');
    }
  };
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Whether a keyless server answers to this `Host`: a page whose name was rebound to this address must not read
 * traces through the browser of someone who runs Loopscope.
 */
export function isOwnHost(header: string | undefined, boundHost: string): boolean {
  if (header === undefined) return true;
  const name = header.replace(/:\d+$/, '').toLowerCase();
  return LOOPBACK.test(name) || name === boundHost.toLowerCase();
}

/** The key as sent; null without one. */
export function presentedKey(headers: IncomingHttpHeaders): string | null {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const direct = headers['x-api-key'];
  return typeof direct === 'string' && direct !== '' ? direct : null;
}

/** Compares with every key, so that the time taken does not tell which one was near. */
function matchesAny(hashes: readonly Buffer[], presented: Buffer): boolean {
  let found = false;
  for (const known of hashes) found = timingSafeEqual(known, presented) || found;
  return found;
}

/** Tells keys apart in a record without keeping one; empty without a key. */
export function nameOfKey(key: string | null): string {
  return key === null ? '' : `key ${hash(key).toString('hex').slice(0, 8)}`;
}
