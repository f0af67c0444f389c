import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Bug } from './faulty-store.ts';
import { createRandom } from './plan.ts';

const LATE_MS = 500;

/** Stands before the collector's port of HTTP with a bug that a collector could have. */
export function startFront(
  port: number,
  target: string,
  { bug, seed }: { bug: Bug; seed: number },
) {
  const seen = new Set<string>();
  const random = createRandom(seed);
  const forward = async (request: IncomingMessage, body: Buffer): Promise<number> => {
    const headers = Object.fromEntries(
      ['content-type', 'content-encoding'].flatMap((name) => {
        const value = request.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    const url = `${target}${request.url ?? ''}`;
    const answer = await fetch(url, { method: 'POST', body: new Uint8Array(body), headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    if (bug === 'acknowledged before it is spooled') {
      response.writeHead(200).end();
      await sleep(LATE_MS);
      await forward(request, body);
      return;
    }
    const key = createHash('sha256').update(body).digest('hex');
    const known = seen.has(key);
    seen.add(key);
    // Every third request finds the spool full for the moment.
    const status = known ? 200 : random() < 0.3 ? 503 : await forward(request, body);
    response.writeHead(status).end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
}
