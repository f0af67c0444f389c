import { connect } from 'node:net';
import { createGzip, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  JSON_TYPE,
  openCollectorFixture,
  post,
  PROTOBUF_TYPE,
  rawRequest,
  recorded,
  type CollectorFixture,
} from '../collector-fixture.ts';
import { logsRequestOf } from '../log-fixture.ts';
import type { Collector } from '../start-collector.ts';

let fixture: CollectorFixture;
beforeAll(async () => {
  fixture = await openCollectorFixture();
});
afterEach(() => fixture.closeCollectors());
afterAll(() => fixture.close());

const start: CollectorFixture['start'] = (...options) => fixture.start(...options);

describe('a request that cannot be taken', () => {
  let collector: Collector;
  beforeAll(async () => {
    collector = await fixture.keep('refused');
  });

  it.each([
    ['no content type', {}, Buffer.from('x'), 415],
    ['another content type', { 'content-type': 'text/plain' }, Buffer.from('x'), 415],
    [
      'another content encoding',
      { 'content-type': JSON_TYPE, 'content-encoding': 'br' },
      Buffer.from('x'),
      415,
    ],
    [
      'two encodings',
      { 'content-type': JSON_TYPE, 'content-encoding': 'gzip, gzip' },
      Buffer.from('x'),
      415,
    ],
    ['truncated protobuf', { 'content-type': PROTOBUF_TYPE }, recorded.subarray(0, 99), 400],
    ['truncated JSON', { 'content-type': JSON_TYPE }, Buffer.from('{"resourceSpans":['), 400],
    [
      'JSON as protobuf',
      { 'content-type': PROTOBUF_TYPE },
      Buffer.from('{"resourceSpans":[]}'),
      400,
    ],
    [
      'truncated gzip',
      { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'gzip' },
      gzipSync(recorded).subarray(0, 200),
      400,
    ],
    [
      'gzip with a wrong checksum',
      { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'gzip' },
      brokenChecksum(),
      400,
    ],
    [
      'junk behind the gzip',
      { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'gzip' },
      Buffer.concat([gzipSync(recorded), Buffer.from('junkjunk')]),
      400,
    ],
    [
      'truncated zstd',
      { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'zstd' },
      zstdCompressSync(recorded).subarray(0, 200),
      400,
    ],
    [
      'truncated deflate',
      { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'deflate' },
      deflateSync(recorded).subarray(0, 200),
      400,
    ],
    [
      'no gzip at all',
      { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'gzip' },
      recorded,
      400,
    ],
  ])(
    '%s: a google.rpc.Status, and the next request goes well',
    async (_name, headers, body, status) => {
      const answer = await post(collector, body, headers);
      expect(answer.status).toBe(status);
      const isProtobuf = answer.type === PROTOBUF_TYPE;
      expect(isProtobuf).toBe(Reflect.get(headers, 'content-type') === PROTOBUF_TYPE);
      const code = isProtobuf ? answer.body[1] : JSON.parse(answer.body.toString()).code;
      expect(code).toBe(3);
      expect((await post(collector, recorded)).status).toBe(200);
    },
  );

  it('gzip of several members is one body', async () => {
    const collector = await start('members');
    const halves = [recorded.subarray(0, 500), recorded.subarray(500)].map((half) =>
      gzipSync(half),
    );
    const headers = { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'gzip' };
    expect((await post(collector, Buffer.concat(halves), headers)).status).toBe(200);
    await collector.drain();
    expect(collector.counters().stored).toBe(6);
  });

  it.each([
    ['zstd', zstdCompressSync],
    ['deflate', deflateSync],
  ] as const)('%s is read, and is 413 over the limit', async (encoding, pack) => {
    const collector = await start(encoding, { maxBodyBytes: 1_000_000 });
    const headers = { 'content-type': PROTOBUF_TYPE, 'content-encoding': encoding };
    expect((await post(collector, pack(recorded), headers)).status).toBe(200);
    await collector.drain();
    expect(collector.counters().stored).toBe(6);
    // Packed so well that its size is no guess, within the limit and beyond it.
    expect((await post(collector, pack(Buffer.alloc(900_000)), headers)).status).toBe(400);
    expect((await post(collector, pack(Buffer.alloc(1_000_001)), headers)).status).toBe(413);
  });

  it.each(['GET', 'PUT', 'DELETE'])('%s is the wrong method', async (method) => {
    for (const path of ['/v1/traces', '/v1/metrics', '/v1/logs']) {
      const answer = await fetch(collector.address + path, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await answer.json()).toMatchObject({ code: 12 });
    }
  });

  it.each([
    ['gRPC', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'gRPC was sent to the port of OTLP/HTTP'],
    ['TLS', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), 'TLS was sent to the port'],
  ])('%s is answered with what it should have been', async (_name, bytes, said) => {
    const answer = await rawBytes(collector, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain(said);
    expect(collector.counters().lastRefusal?.message).toContain(said);
  });

  it('heads without end are 431', async () => {
    const head = `POST /v1/traces HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_000)}\r\n`;
    expect(await rawBytes(collector, head)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('a path nobody knows is not found', async () => {
    expect(
      (await post(collector, recorded, { 'content-type': PROTOBUF_TYPE }, '/v1/profiles')).status,
    ).toBe(404);
  });

  it('a body over the limit is 413, with a length, chunked and when decompressed', async () => {
    const collector = await start('large', { maxBodyBytes: 10_000 });
    const large = Buffer.alloc(10_001, 1);
    expect((await post(collector, large)).status).toBe(413);
    const zipped = gzipSync(Buffer.alloc(10_001));
    const headers = { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'gzip' };
    expect(await post(collector, zipped, headers)).toMatchObject({
      status: 413,
      type: PROTOBUF_TYPE,
    });
    expect(await postChunked(collector, large)).toMatch(/^HTTP\/1\.1 413 /);
    expect((await post(collector, recorded.subarray(0, 0))).status).toBe(200);
  });

  it('a gzip bomb of 500 MB is 413 and costs no memory', async () => {
    const bomb = await gzipOfZeros(500);
    expect(bomb.length).toBeLessThan(600_000);
    const collector = await start('bomb');
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    const headers = { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'gzip' };
    expect((await post(collector, bomb, headers)).status).toBe(413);
    clearInterval(sampling);
    expect(peak - before).toBeLessThan(200 * 1024 * 1024);
  });
});

describe('keys', () => {
  let collector: Collector;
  beforeAll(async () => {
    collector = await fixture.keep('keys', { ingestKeys: ['k-1', 'k-2'] });
  });

  it('without a valid one: 401 before the body is read', async () => {
    for (const headers of [{}, { authorization: 'Bearer no' }, { 'x-api-key': '' }]) {
      const answer = await post(collector, recorded, { 'content-type': PROTOBUF_TYPE, ...headers });
      expect([answer.status, answer.body[1]]).toEqual([401, 16]);
    }
    // Promises 100 MB and sends none of it.
    const head = 'content-type: application/x-protobuf\r\ncontent-length: 100000000\r\n';
    expect(await rawRequest(collector, head, '')).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('tells the sender, and who asks the collector, what was wrong with it', async () => {
    const told = async (headers: Record<string, string>): Promise<string> => {
      const { body } = await post(collector, recorded, {
        'content-type': 'application/json',
        ...headers,
      });
      const { message } = JSON.parse(body.toString());
      expect(collector.counters().lastRefusal).toMatchObject({ kind: 'unauthenticated', message });
      return message;
    };
    expect(await told({})).toContain('an ingest key is needed: x-api-key: KEY');
    const wrong = await told({ 'x-api-key': 'k-3' });
    expect(wrong).toContain('none of LOOPSCOPE_INGEST_KEYS');
    expect(wrong).not.toContain('k-3');
  });

  it.each([
    ['authorization', 'Bearer k-2'],
    ['authorization', 'bearer k-1'],
    ['authorization', 'Bearer%20k-1'],
    ['x-api-key', 'k-1'],
    ['api-key', 'k-2'],
  ])('%s: %s is let in', async (name, value) => {
    expect(
      (await post(collector, recorded, { 'content-type': PROTOBUF_TYPE, [name]: value })).status,
    ).toBe(200);
  });
});

describe('beside traces', () => {
  it('metrics are answered and not read', async () => {
    const collector = await start('metrics');
    expect(
      await post(collector, Buffer.from([1]), { 'content-type': PROTOBUF_TYPE }, '/v1/metrics'),
    ).toMatchObject({ status: 200, type: PROTOBUF_TYPE });
    expect(collector.counters().received).toBe(0);
  });

  it('log records that stand for spans are stored as such', async () => {
    const collector = await start('logs');
    const body = logsRequestOf({ body: 'claude_code.tool_result' }, { body: 'ready' });
    expect(
      await post(collector, body, { 'content-type': 'application/json' }, '/v1/logs'),
    ).toMatchObject({ status: 200 });
    await collector.drain();
    expect(collector.counters()).toMatchObject({ received: 1, stored: 1, unusedLogRecords: 1 });
  });

  it('log records that are none are rejected in the words of logs, and counted', async () => {
    const collector = await start('bad-logs');
    const body = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [7, {}] }] }] });
    const answer = await post(collector, body, { 'content-type': 'application/json' }, '/v1/logs');
    expect(JSON.parse(answer.body.toString())).toEqual({
      partialSuccess: { rejectedLogRecords: '1', errorMessage: expect.stringContaining('1 x ') },
    });
    await collector.drain();
    expect(collector.counters()).toMatchObject({ received: 1, rejected: 1, unusedLogRecords: 1 });
  });

  it('/healthz tells whether the store answers', async () => {
    const healthy = await start('healthy');
    expect((await fetch(`${healthy.address}/healthz`)).status).toBe(200);
    const ill = await start('ill', { store: { ...fixture.store, ping: async () => false } });
    expect((await fetch(`${ill.address}/healthz`)).status).toBe(503);
  });

  it('a port in use is refused by name', async () => {
    const collector = await start('first');
    const httpPort = Number(new URL(collector.address).port);
    await expect(start('second', { httpPort })).rejects.toThrow(/EADDRINUSE/);
  });
});

function brokenChecksum(): Buffer {
  const zipped = gzipSync(recorded);
  zipped.writeUInt32LE(0, zipped.length - 8);
  return zipped;
}

async function gzipOfZeros(megabytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: 9 });
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
  const zeros = Buffer.alloc(1024 * 1024);
  for (let written = 0; written < megabytes; written += 1) {
    if (!gzip.write(zeros)) await new Promise((resolve) => gzip.once('drain', resolve));
  }
  gzip.end();
  await new Promise((resolve) => gzip.once('end', resolve));
  return Buffer.concat(chunks);
}

/** What is answered until the collector hangs up. */
function rawBytes({ address }: Collector, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => (text += data.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

function postChunked(collector: Collector, body: Buffer): Promise<string> {
  const head = 'content-type: application/x-protobuf\r\ntransfer-encoding: chunked\r\n';
  const chunk = `${body.length.toString(16)}\r\n${body.toString('latin1')}\r\n0\r\n\r\n`;
  return rawRequest(collector, head, chunk);
}
