import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

import { openStore } from '@loopscope/sql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startFront, type Front } from '../store-questions.ts';
import { startLoopscope } from './process.ts';
import { physical, postTo, SPANS, turnRequest } from './traffic.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const USER = 'loopscope';
const PASSWORD = 'p@ss/w:rd';
const BREAKS_EVERY = 7;

/** A name of this machine other than localhost, for which requests are compressed; localhost where it has none. */
async function ownName(): Promise<string> {
  const name = hostname();
  const isLoopback = await lookup(name).then(
    ({ address }) => address.startsWith('127.'),
    () => false,
  );
  return isLoopback ? name : 'localhost';
}

describe.skipIf(!hasOpenssl)('a server behind TLS (needs openssl)', () => {
  let folder: string;
  let engine: Front;
  let server: Server;
  let name: string;
  let address: string;
  const seen = { encodings: new Set<string | undefined>(), refused: 0, requests: 0 };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'loopscope-tls-'));
    engine = await startFront(join(folder, 'engine'));
    name = await ownName();
    server = createServer(makeCertificate(), answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    address = `https://${USER}:${encodeURIComponent(PASSWORD)}@${name}:${port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await engine.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Which only `ca.pem` vouches for. */
  function makeCertificate(): { key: Buffer; cert: Buffer } {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'ca.pem')];
    const made = spawnSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout ${key} -out ${cert}
        -subj /CN=${name} -addext subjectAltName=DNS:${name},DNS:localhost`.split(/\s+/),
    );
    expect(made.status).toBe(0);
    return { key: readFileSync(key), cert: readFileSync(cert) };
  }

  /** Passes on what comes with the right user and password, and breaks some connections. */
  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { headers, method, url } = incoming;
    const basic = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
    if (headers.authorization !== basic && url !== '/ping') {
      seen.refused += 1;
      incoming.resume();
      outgoing.writeHead(403, { 'x-clickhouse-exception-code': '516' });
      outgoing.end('Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)\n');
      return;
    }
    seen.requests += 1;
    if (seen.requests % BREAKS_EVERY === 0) {
      incoming.socket.destroy();
      return;
    }
    if (method === 'POST') seen.encodings.add(headers['content-encoding']);
    const onward = send(`${engine.url}${url ?? '/'}`, { method: method ?? 'GET', headers });
    onward.on('response', (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }

  test('is written to with user and password, compressed, over a certificate of one’s own', async () => {
    const collector = await startLoopscope({
      role: 'collector',
      folder,
      env: {
        LOOPSCOPE_CLICKHOUSE_URL: address,
        NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      },
    });
    try {
      for (let turn = 0; turn < 10; turn += 1) {
        expect((await postTo(collector.otlpHttp, turnRequest(turn)))?.status).toBe(200);
      }
      expect(await collector.end('SIGTERM')).toBe(0);
    } finally {
      await collector.end('SIGKILL');
    }
    expect(await physical(engine.url, 'spans')).toBe(10 * SPANS);
    expect(seen.refused).toBe(0);
    expect(seen.requests).toBeGreaterThan(BREAKS_EVERY);
    if (name !== 'localhost') expect([...seen.encodings]).toContain('zstd');
    expect(collector.log()).not.toContain(PASSWORD);
  }, 90_000);

  test('whose certificate nobody vouches for is not written to, and the reason is said', async () => {
    const before = seen.requests;
    const opening = openStore({ dataDir: '', url: address, retentionDays: 1 });
    await expect(opening).rejects.toThrow(/self-signed certificate/);
    expect(seen.requests).toBe(before);
  });
});
