import { MEDIA_TYPES, type Encoding } from '../decode/media-type.ts';

/** An HTTP answer, its body in the encoding of the request. */
export interface Answer {
  status: number;
  contentType: string;
  body: Buffer;
  retryAfterSeconds?: number;
}

/** The google.rpc codes we answer with, and the HTTP status each one stands under. */
const FAILURES = {
  bad_data: { status: 400, code: 3 },
  unauthenticated: { status: 401, code: 16 },
  not_found: { status: 404, code: 5 },
  wrong_method: { status: 405, code: 12 },
  too_large: { status: 413, code: 8 },
  unsupported_media_type: { status: 415, code: 3 },
  unavailable: { status: 503, code: 14 },
} as const;
export type Failure = keyof typeof FAILURES;

const MAX_MESSAGE_CHARS = 1_000;

/** ExportTraceServiceResponse; `partial_success` is left unset where nothing was rejected. */
export function success(encoding: Encoding, rejectedSpans = 0, message = ''): Answer {
  const contentType = MEDIA_TYPES[encoding];
  if (rejectedSpans === 0 && message === '') {
    return { status: 200, contentType, body: Buffer.from(encoding === 'json' ? '{}' : '') };
  }
  const errorMessage = message.slice(0, MAX_MESSAGE_CHARS);
  if (encoding === 'json') {
    const partialSuccess = { rejectedSpans: String(rejectedSpans), errorMessage };
    return { status: 200, contentType, body: Buffer.from(JSON.stringify({ partialSuccess })) };
  }
  const partial = Buffer.concat([varintField(1, rejectedSpans), textField(2, errorMessage)]);
  return { status: 200, contentType, body: bytesField(1, partial) };
}

/** A google.rpc.Status. An unavailable store asks to be tried again in a second. */
export function failure(encoding: Encoding, kind: Failure, message: string): Answer {
  const { status, code } = FAILURES[kind];
  const text = message.slice(0, MAX_MESSAGE_CHARS);
  const body =
    encoding === 'json'
      ? Buffer.from(JSON.stringify({ code, message: text }))
      : Buffer.concat([varintField(1, code), textField(2, text)]);
  const answer: Answer = { status, contentType: MEDIA_TYPES[encoding], body };
  return kind === 'unavailable' ? { ...answer, retryAfterSeconds: 1 } : answer;
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
