import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What happens on the way to a server; changed while it runs. */
export interface Weather {
  /** Each piece of an answer is held back so long. */
  delayMs: number;
  /** `replies`: a request arrives, and its sender is cut off when the answer begins. `bytes`: cut when so many were sent. */
  cut: 'nothing' | 'replies' | { bytes: number };
  /** Only connections on which this was sent are cut. */
  only: string;
}

export interface TcpProxy {
  url: string;
  /** Where the server is now. */
  target: string;
  weather: Weather;
  /** How often this text was sent to the server. */
  sent(text: string): number;
  cuts(): number;
  close(): Promise<void>;
}

export const FAIR: Weather = { delayMs: 0, cut: 'nothing', only: '' };

/** Stands between a client and the server at `target`, and lets nothing through but what the weather allows. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let cuts = 0;
  const proxy = { weather: FAIR, target };
  const server = createServer((client) => {
    const { hostname, port } = new URL(proxy.target);
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let sentBytes = 0;
    let isMarked = false;
    const cutOff = (): void => {
      cuts += 1;
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (data) => {
      const text = data.toString('latin1');
      const { cut, only } = proxy.weather;
      if (text.startsWith('POST ')) requests.push(text.slice(0, 2_000));
      isMarked ||= text.includes(only);
      sentBytes += data.length;
      if (typeof cut === 'object' && isMarked && sentBytes > cut.bytes) cutOff();
      else upstream.write(data);
    });
    upstream.on('data', (data) => {
      const { cut, delayMs } = proxy.weather;
      if (cut === 'replies' && isMarked) return cutOff();
      isMarked = false;
      sentBytes = 0;
      if (delayMs === 0) return void client.write(data);
      setTimeout(() => client.write(data), delayMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: (text: string) => requests.filter((request) => request.includes(text)).length,
    cuts: () => cuts,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  });
}
