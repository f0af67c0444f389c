import { gunzip, inflate as inflateZlib, zstdDecompress } from 'node:zlib';
import { DecodeError } from '../decode/wire-span.ts';
import type { Share } from './byte-budget.ts';

/** More bytes than one request may have, before or after decompression. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** A Content-Encoding that is not read. */
export class UnsupportedEncodingError extends Error {
  override readonly name = 'UnsupportedEncodingError';
}

export interface Bounds {
  /** Bytes of one body, before and after decompression. */
  maxBytes: number;
  /** Grows by what is about to be held. */
  share: Share;
}

export type Compression = 'gzip' | 'deflate' | 'zstd' | 'none';

/**
 * Reads a Content-Encoding header.
 * @throws {UnsupportedEncodingError}
 */
export function compressionOf(contentEncoding: string | undefined): Compression {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return 'none';
  if (encoding === 'gzip' || encoding === 'x-gzip') return 'gzip';
  // What Collectors call zlib is deflate to HTTP.
  if (encoding === 'deflate' || encoding === 'zlib') return 'deflate';
  if (encoding === 'zstd') return 'zstd';
  throw new UnsupportedEncodingError(
    `Content-Encoding ${encoding.slice(0, 40)}: gzip, zstd and deflate are read`,
  );
}

/**
 * The body without its compression, off the main thread, never more than `maxBytes` of it and never more than the share
 * can take.
 * @throws {TooLargeError} {@link OverloadedError} {@link DecodeError}
 */
export async function inflate(
  body: Buffer,
  compression: Compression,
  { maxBytes, share }: Bounds,
): Promise<Buffer> {
  if (compression === 'none') return body;
  const claimed = Math.min(claimedBytes(body, compression), maxBytes);
  share.take(claimed);
  const inflated = await inflateWithin(body, compression, claimed);
  if (inflated !== null) return inflated;
  // The claim was of one member of several, a guess, or a lie.
  share.take(maxBytes - claimed);
  const all = claimed < maxBytes ? await inflateWithin(body, compression, maxBytes) : null;
  if (all === null) throw new TooLargeError(`more than ${maxBytes} bytes when decompressed`);
  return all;
}

/** Deflate never packs closer than this. */
const MAX_RATIO = 1032;
const TRAILER_BYTES = 18;

/** Spans pack by about this; what packs better is unpacked a second time. */
const USUAL_RATIO = 12;

/** What the last member's trailer says it holds, as far as the body could hold that. Others say nothing that can be relied on. */
function claimedBytes(body: Buffer, compression: Compression): number {
  if (compression !== 'gzip') return body.length * USUAL_RATIO;
  if (body.length < TRAILER_BYTES) return 0;
  return Math.min(body.readUInt32LE(body.length - 4), body.length * MAX_RATIO);
}

type Inflate = (
  body: Buffer,
  options: { maxOutputLength: number },
  done: (error: Error | null, inflated: Buffer) => void,
) => void;
const INFLATE: Readonly<Record<Exclude<Compression, 'none'>, Inflate>> = {
  gzip: gunzip,
  deflate: inflateZlib,
  zstd: zstdDecompress,
};

/** Null where there is more than `maxBytes`. */
function inflateWithin(
  body: Buffer,
  compression: Exclude<Compression, 'none'>,
  maxBytes: number,
): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  const maxOutputLength = Math.max(maxBytes, 1);
  INFLATE[compression](body, { maxOutputLength }, (error, inflated) => {
    if (error === null) resolve(inflated);
    else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') resolve(null);
    else reject(new DecodeError(`${compression}: ${error.message}`));
  });
  return promise;
}
