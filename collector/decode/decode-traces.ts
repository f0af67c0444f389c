import type { Limits } from '../limits.ts';
import { decodeJsonTraces } from './json-traces.ts';
import type { Encoding } from './media-type.ts';
import { decodeProtobufTraces } from './protobuf-traces.ts';
import type { DecodedTraces } from './wire-span.ts';

/**
 * Bytes of an ExportTraceServiceRequest to spans.
 * @throws {DecodeError} where the body as a whole cannot be read.
 */
export function decodeTraces(body: Buffer, encoding: Encoding, limits: Limits): DecodedTraces {
  return encoding === 'json' ? decodeJsonTraces(body, limits) : decodeProtobufTraces(body, limits);
}
