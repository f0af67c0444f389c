import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

import { onTestFinished } from 'vitest';

export interface Posted {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface HttpServer {
  /** Without a path. */
  url: string;
  port: number;
  posted: Posted[];
}

/** A server on 127.0.0.1 that keeps what it is sent and ends with the test; `answer` gives 204 where it does nothing. */
export async function startHttpServer(
  answer: (response: ServerResponse, posted: Posted) => void = () => undefined,
): Promise<HttpServer> {
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body };
      posted.push(one);
      answer(response, one);
      if (!response.headersSent && !response.writableEnded && !hanging.has(response)) {
        response.writeHead(204).end();
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, posted };
}

const hanging = new WeakSet<ServerResponse>();

/** Never answers. */
export const hang = (response: ServerResponse): void => void hanging.add(response);

/** Polls with a deadline. */
export async function until(holds: () => boolean | Promise<boolean>, deadlineMs = 10_000) {
  const endMs = Date.now() + deadlineMs;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
