import { gunzip } from 'node:zlib';
import { DecodeError } from './wire-span.ts';

/** More bytes than one request may have, before or after decompression. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** A Content-Encoding other than gzip and identity. */
export class UnsupportedEncodingError extends Error {
  override readonly name = 'UnsupportedEncodingError';
}

/**
 * The body without its compression, off the main thread and never more than `maxBytes` of it.
 * @throws {TooLargeError} {@link UnsupportedEncodingError} {@link DecodeError}
 */
export async function inflate(
  body: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return body;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw new UnsupportedEncodingError(`Content-Encoding ${encoding.slice(0, 40)}`);
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  gunzip(body, { maxOutputLength: maxBytes }, (error, inflated) => {
    if (error === null) resolve(inflated);
    else if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') {
      reject(new TooLargeError(`more than ${maxBytes} bytes when decompressed`));
    } else reject(new DecodeError(`gzip: ${error.message}`));
  });
  return promise;
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}
