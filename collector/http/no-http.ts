import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { RequestLedger } from '../intake/request-counts.ts';
import { failure } from './answers.ts';

/** As Node raises it: with the bytes that the parser stumbled over. */
interface ParseFault extends Error {
  code?: string;
  rawPacket?: unknown;
}

const STATUS: ReadonlyMap<string, number> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);
const TLS_HANDSHAKE = 0x16;

/** Answers what is no request, and tells who sends the other protocol, or TLS, to this port. */
export function answerNoHttp(
  fault: ParseFault,
  socket: Socket,
  { ledger }: { ledger: RequestLedger },
): void {
  const { code = '', rawPacket } = fault;
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const spoken = spokenInstead(rawPacket);
  const answer = failure('json', 'bad_data', spoken ?? 'this is no HTTP request');
  if (spoken !== null) ledger.note('http', answer);
  const status = STATUS.get(code) ?? 400;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${answer.contentType}`,
    `content-length: ${answer.body.byteLength}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${answer.body.toString()}`);
  socket.destroy(fault);
}

function spokenInstead(packet: unknown): string | null {
  if (!Buffer.isBuffer(packet)) return null;
  if (packet[0] === TLS_HANDSHAKE) {
    return 'TLS was sent to the port of OTLP/HTTP, which speaks plain HTTP: the address begins with http://';
  }
  const isHttp2 = packet.subarray(0, 5).toString('latin1') === 'PRI *';
  return isHttp2 ? 'gRPC was sent to the port of OTLP/HTTP: it has a port of its own' : null;
}
