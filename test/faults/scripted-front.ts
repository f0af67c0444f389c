import {
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a server may say to an insert instead of carrying it out. */
export type Saying =
  | { say: 'nothing' }
  /** An exception of the engine, as a server answers it. */
  | { say: 'exception'; code: number; text?: string }
  /** 200, with the exception in a header, behind the beginning of the body, or cut off. */
  | { say: '200 with an exception header'; code: number }
  | { say: '200 with an exception in the body'; code: number }
  | { say: '200 cut short' };

export interface ScriptedFront {
  url: string;
  saying: Saying;
  /** Inserts that were answered by the script. */
  said(): number;
  close(): Promise<void>;
}

/** A server that passes everything on to `target`, but for inserts while there is something else to say. */
export async function startScriptedFront(target: string): Promise<ScriptedFront> {
  let said = 0;
  const front: { saying: Saying } = { saying: { say: 'nothing' } };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const { saying } = front;
    if (saying.say !== 'nothing' && (incoming.url ?? '').includes('query=INSERT')) {
      said += 1;
      sayTo(outgoing, saying);
      return;
    }
    const { method, url, headers } = incoming;
    const onward = send(`${target}${url ?? '/'}`, { method: method ?? 'GET', headers });
    onward.end(body);
    const [reply] = (await once(onward, 'response')) as [IncomingMessage];
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(outgoing);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(front, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    said: () => said,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}

function sayTo(outgoing: ServerResponse, saying: Exclude<Saying, { say: 'nothing' }>): void {
  const code = 'code' in saying ? saying.code : 0;
  const text = `Code: ${code}. DB::Exception: ${('text' in saying && saying.text) || 'planned'}. (PLANNED) (version 26.7.2.1)\n`;
  const named = { 'x-clickhouse-exception-code': String(code) };
  switch (saying.say) {
    case 'exception':
      outgoing.writeHead(500, named).end(text);
      return;
    case '200 with an exception header':
      outgoing.writeHead(200, named).end(text);
      return;
    case '200 with an exception in the body':
      outgoing.writeHead(200).end(text);
      return;
    case '200 cut short':
      outgoing.writeHead(200, { 'content-length': '1000' });
      outgoing.write('x', () => outgoing.destroy());
  }
}
