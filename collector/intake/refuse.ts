import { DecodeError } from '../decode/wire-span.ts';
import type { Encoding } from '../decode/media-type.ts';
import { failure, type Answer, type Failure } from '../http/answers.ts';
import { OverloadedError } from './byte-budget.ts';
import { TooLargeError, UnsupportedEncodingError } from './inflate.ts';
import { CutOffError } from './read-body.ts';

/** The answer to a request that could not be read. What nobody foresaw is worth another try. */
export function refuse(encoding: Encoding, error: unknown): Answer {
  const message = error instanceof Error ? error.message : String(error);
  return failure(encoding, failureOf(error), message);
}

function failureOf(error: unknown): Failure {
  if (error instanceof TooLargeError) return 'too_large';
  if (error instanceof OverloadedError) return 'overloaded';
  if (error instanceof UnsupportedEncodingError) return 'unsupported_media_type';
  if (error instanceof CutOffError) return 'cut_off';
  if (error instanceof DecodeError) return 'bad_data';
  return statusFailure(error);
}

/** The server's own refusals, by their status. */
function statusFailure(error: unknown): Failure {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return 'too_large';
  if (status === 415) return 'unsupported_media_type';
  return typeof status === 'number' && status >= 400 && status < 500 ? 'bad_data' : 'unavailable';
}
