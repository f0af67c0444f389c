import { status as codes } from '@grpc/grpc-js';
import { MEDIA_TYPES, type Encoding } from '../decode/media-type.ts';

/** What is said to a request: as HTTP, its body in the encoding of the request, and as the refusal that it is. */
export interface Answer {
  status: number;
  contentType: string;
  body: Buffer;
  retryAfterSeconds?: number;
  /** Null where the request was taken, be it in part. */
  refusal: Refusal | null;
}

export interface Refusal {
  kind: Failure;
  code: codes;
  message: string;
}

/** The codes of google.rpc, which are those of gRPC, and the HTTP status each one stands under. */
const FAILURES = {
  bad_data: { status: 400, code: codes.INVALID_ARGUMENT },
  unauthenticated: { status: 401, code: codes.UNAUTHENTICATED },
  not_found: { status: 404, code: codes.NOT_FOUND },
  wrong_method: { status: 405, code: codes.UNIMPLEMENTED },
  too_large: { status: 413, code: codes.RESOURCE_EXHAUSTED },
  unsupported_media_type: { status: 415, code: codes.INVALID_ARGUMENT },
  cut_off: { status: 400, code: codes.INVALID_ARGUMENT },
  overloaded: { status: 429, code: codes.UNAVAILABLE },
  unavailable: { status: 503, code: codes.UNAVAILABLE },
} as const;
export type Failure = keyof typeof FAILURES;

/** Whoever gets one of these still has the data and shall send it again. */
const RETRYABLE: ReadonlySet<Failure> = new Set(['overloaded', 'unavailable']);
const RETRY_AFTER_SECONDS = 1;

const MAX_MESSAGE_CHARS = 1_000;

/** What the responses of the three signals call the number of what was not taken; as protobuf it is field 1 in all. */
const REJECTED = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
} as const;

export interface Part {
  signal: keyof typeof REJECTED;
  rejected: number;
  message: string;
}

/** The response of an export; `partial_success` is left unset where nothing was rejected and nothing is to be said. */
export function success(encoding: Encoding, { signal, rejected, message }: Part): Answer {
  const contentType = MEDIA_TYPES[encoding];
  if (rejected === 0 && message === '') {
    const body = Buffer.from(encoding === 'json' ? '{}' : '');
    return { status: 200, contentType, body, refusal: null };
  }
  const errorMessage = message.slice(0, MAX_MESSAGE_CHARS);
  if (encoding === 'json') {
    const partialSuccess = { [REJECTED[signal]]: String(rejected), errorMessage };
    const body = Buffer.from(JSON.stringify({ partialSuccess }));
    return { status: 200, contentType, body, refusal: null };
  }
  const partial = Buffer.concat([varintField(1, rejected), textField(2, errorMessage)]);
  return { status: 200, contentType, body: bytesField(1, partial), refusal: null };
}

/** A google.rpc.Status; one that may be tried again says when. */
export function failure(encoding: Encoding, kind: Failure, message: string): Answer {
  const { status, code } = FAILURES[kind];
  const refusal: Refusal = { kind, code, message: message.slice(0, MAX_MESSAGE_CHARS) };
  const body =
    encoding === 'json'
      ? Buffer.from(JSON.stringify({ code, message: refusal.message }))
      : statusBytes(refusal);
  const answer: Answer = { status, contentType: MEDIA_TYPES[encoding], body, refusal };
  return RETRYABLE.has(kind) ? { ...answer, retryAfterSeconds: RETRY_AFTER_SECONDS } : answer;
}

const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

/** A google.rpc.Status as protobuf, with a RetryInfo where the request may be sent again. */
export function statusBytes({ kind, code, message }: Refusal): Buffer {
  const status = [varintField(1, code), textField(2, message)];
  if (RETRYABLE.has(kind)) {
    const retryDelay = bytesField(1, varintField(1, RETRY_AFTER_SECONDS));
    status.push(
      bytesField(3, Buffer.concat([textField(1, RETRY_INFO), bytesField(2, retryDelay)])),
    );
  }
  return Buffer.concat(status);
}

function varintField(field: number, value: number): Buffer {
  return Buffer.from([field << 3, ...varint(value)]);
}

function textField(field: number, text: string): Buffer {
  return bytesField(field, Buffer.from(text));
}

function bytesField(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(bytes.length)]), bytes]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}
