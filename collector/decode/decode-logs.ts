import type { Limits } from '../limits.ts';
import { spansOfLogs } from '../logs/spans-of-logs.ts';
import { decodeJsonLogs } from './json-logs.ts';
import type { Encoding } from './media-type.ts';
import { decodeProtobufLogs } from './protobuf-logs.ts';
import type { DecodedTraces } from './wire-span.ts';

export interface DecodedLogs extends DecodedTraces {
  /** Records that tell of no call, model or prompt. */
  unused: number;
}

/**
 * Bytes of an ExportLogsServiceRequest to the spans that its records stand for.
 * @throws {DecodeError} where the body as a whole cannot be read.
 */
export function decodeLogs(body: Buffer, encoding: Encoding, limits: Limits): DecodedLogs {
  const { records, rejections } =
    encoding === 'json' ? decodeJsonLogs(body, limits) : decodeProtobufLogs(body, limits);
  return { ...spansOfLogs(records), rejections };
}
