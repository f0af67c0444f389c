import { createHash, timingSafeEqual } from 'node:crypto';

/** Header or metadata names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;
export type KeyCheck = (headers: RequestHeaders) => boolean;

/** Accepts `Authorization: Bearer KEY`, `X-Api-Key: KEY` and `Api-Key: KEY`; every request where no key is configured. */
export function createKeyCheck(keys: readonly string[]): KeyCheck {
  const digests = keys.map(digest);
  return (headers) => {
    if (digests.length === 0) return true;
    const given = keyOf(headers);
    if (given === null) return false;
    const offered = digest(given);
    // No early exit: the time tells nothing about which key came close.
    return digests.reduce((found, known) => timingSafeEqual(known, offered) || found, false);
  };
}

function keyOf(headers: RequestHeaders): string | null {
  const { authorization } = headers;
  const bearer =
    typeof authorization === 'string' ? /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] : undefined;
  const named = bearer ?? headers['x-api-key'] ?? headers['api-key'];
  return typeof named === 'string' ? named : null;
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
