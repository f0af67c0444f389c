import type { Readable } from 'node:stream';
import { TooLargeError, type Bounds } from './inflate.ts';

/** The sender went away, or was too slow, before its body was complete. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError';
}

/**
 * All bytes of a body, each accounted for when it comes. The stream is left alone where it throws: what still comes can
 * be thrown away by the one who answers.
 * @throws {TooLargeError} {@link OverloadedError} {@link CutOffError}
 */
export function readBody(stream: Readable, { maxBytes, share }: Bounds): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const stop = (error: unknown): void => {
    stream.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
    chunks.length = 0;
    if (error !== null) reject(error);
  };
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    try {
      if (size > maxBytes) throw new TooLargeError(`more than ${maxBytes} bytes`);
      share.take(chunk.length);
      chunks.push(chunk);
    } catch (error) {
      stop(error);
    }
  };
  const onEnd = (): void => {
    resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    stop(null);
  };
  const onCut = (): void => stop(new CutOffError('the request ended before its body'));
  stream.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  return promise;
}
