import { createHash, timingSafeEqual } from 'node:crypto';

/** Header or metadata names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;
/** What is wrong with the key of a request, for its sender; null where it is let in. */
export type KeyCheck = (headers: RequestHeaders) => string | null;

/** Accepts `Authorization: Bearer KEY`, `X-Api-Key: KEY` and `Api-Key: KEY`; every request where no key is configured. */
export function createKeyCheck(keys: readonly string[]): KeyCheck {
  const digests = keys.map(digest);
  return (headers) => {
    if (digests.length === 0) return null;
    const given = keyOf(headers);
    if (given === null) return NO_KEY;
    const offered = digest(given);
    // No early exit: the time tells nothing about which key came close.
    const isKnown = digests.reduce(
      (found, known) => timingSafeEqual(known, offered) || found,
      false,
    );
    return isKnown ? null : WRONG_KEY;
  };
}

const NO_KEY = 'an ingest key is needed: x-api-key: KEY, or authorization: Bearer KEY';
const WRONG_KEY = 'the ingest key that was sent is none of LOOPSCOPE_INGEST_KEYS';
/** Some exporters send the header variable as it stands, percent-encoded. */
const BEARER = /^Bearer(?:\s+|%20)(\S+)\s*$/i;

function keyOf(headers: RequestHeaders): string | null {
  const { authorization } = headers;
  const bearer = typeof authorization === 'string' ? BEARER.exec(authorization)?.[1] : undefined;
  const named = bearer ?? headers['x-api-key'] ?? headers['api-key'];
  return typeof named === 'string' ? named : null;
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
