import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
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
import type { Collector } from '../start-collector.ts';

let fixture: CollectorFixture;
const sockets: Socket[] = [];
beforeAll(async () => {
  fixture = await openCollectorFixture();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await fixture.closeCollectors();
});
afterAll(() => fixture.close());

const start: CollectorFixture['start'] = (...options) => fixture.start(...options);

/** A request whose body never ends; `gone` when the collector has hung up. */
function openRequest(
  { address }: Collector,
  begin: string,
): { text: () => string; gone: Promise<void>; write: (bytes: Uint8Array) => void } {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  socket.write(begin);
  const gone = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('error', () => resolve());
  });
  return { text: () => text, gone, write: (bytes) => void socket.write(bytes) };
}

const HEAD = `POST /v1/traces HTTP/1.1\r\nhost: x\r\ncontent-type: ${PROTOBUF_TYPE}\r\n`;

describe('bytes in flight', () => {
  it('beyond the budget are 429 with Retry-After: 1 in the encoding of the request', async () => {
    const collector = await start('budget', { maxInFlightBytes: 20_000 });
    for (const type of [PROTOBUF_TYPE, JSON_TYPE]) {
      const answer = await post(collector, Buffer.alloc(20_001, 32), { 'content-type': type });
      expect(answer).toMatchObject({ status: 429, retryAfter: '1', type });
    }
    expect((await post(collector, recorded)).status).toBe(200);
    expect(collector.requests().refused.overloaded).toBe(2);
    await collector.drain();
    expect(collector.counters()).toMatchObject({ received: 6, stored: 6 });
  });

  it('count as what they become when unpacked', async () => {
    const collector = await start('budget-gzip', { maxInFlightBytes: 20_000 });
    const headers = { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'gzip' };
    expect((await post(collector, gzipSync(Buffer.alloc(20_001)), headers)).status).toBe(429);
    // Two members: the trailer tells of the last one only.
    const members = Buffer.concat([gzipSync(Buffer.alloc(19_000)), gzipSync(Buffer.alloc(1))]);
    expect((await post(collector, members, headers)).status).toBe(429);
    expect((await post(collector, gzipSync(recorded), headers)).status).toBe(200);
  });

  it('are those of all requests together, and come back when one goes away', async () => {
    const collector = await start('budget-shared', { maxInFlightBytes: 30_000 });
    const length = `content-length: 29000\r\n\r\n`;
    const held = openRequest(collector, HEAD + length + 'x'.repeat(28_000));
    await expect.poll(async () => (await post(collector, recorded)).status).toBe(429);
    sockets[0]?.destroy();
    await held.gone;
    await expect.poll(async () => (await post(collector, recorded)).status).toBe(200);
    expect(collector.requests().refused.cut_off).toBe(1);
  });

  it('a refused sender may go on with the same connection', async () => {
    const collector = await start('budget-alive', { maxInFlightBytes: 10_000 });
    const large = `${HEAD}content-length: 12000\r\n\r\n${'x'.repeat(12_000)}`;
    const { text } = openRequest(collector, `${large}${HEAD}content-length: 0\r\n\r\n`);
    await expect.poll(text).toMatch(/429 [\s\S]*HTTP\/1\.1 200 OK/);
  });
});

describe('a slow sender', () => {
  it('of a head, and of a body, is given up; the others go on', async () => {
    const collector = await start('slow', { requestTimeoutMs: 300 });
    const slow = [
      openRequest(collector, 'POST /v1/traces HTTP/1.1\r\nhost: x\r\n'),
      openRequest(collector, `${HEAD}content-length: 1000\r\n\r\nx`),
      openRequest(collector, `${HEAD}transfer-encoding: chunked\r\n\r\n1\r\nx\r\n`),
    ];
    expect((await post(collector, recorded)).status).toBe(200);
    await Promise.all(slow.map(({ gone }) => gone));
    await expect.poll(() => collector.requests().refused.cut_off).toBe(2);
    await sleep(20);
    await collector.drain();
    expect(collector.counters()).toMatchObject({ received: 6, stored: 6 });
  });

  it('five hundred of them leave the others alone', async () => {
    const collector = await start('loris', { requestTimeoutMs: 2_000 });
    const begun = Array.from({ length: 500 }, () =>
      openRequest(collector, `${HEAD}content-length: 1000\r\n\r\nx`),
    );
    expect((await post(collector, recorded)).status).toBe(200);
    await Promise.all(begun.map(({ gone }) => gone));
  });
});

describe('a collector that is stopped', () => {
  it('answers the request under way, and says that the connection ends with it', async () => {
    const collector = await start('stopped');
    const head = `${HEAD}expect: 100-continue\r\ncontent-length: ${recorded.length}\r\n\r\n`;
    const { text, gone, write } = openRequest(collector, head);
    await expect.poll(text).toMatch(/^HTTP\/1\.1 100 /);
    const closed = collector.close();
    write(recorded);
    await Promise.all([gone, closed]);
    expect(text()).toMatch(/^HTTP\/1\.1 200 /m);
    expect(text()).toMatch(/^connection: close\r$/im);
    expect(collector.counters()).toMatchObject({ received: 6, stored: 6 });
  });
});

describe('the head of a request', () => {
  it('with a length over the limit is answered without the body', async () => {
    const collector = await start('head-length', { maxBodyBytes: 1_000 });
    const head = `content-type: ${PROTOBUF_TYPE}\r\ncontent-length: 1001\r\n`;
    expect(await rawRequest(collector, head, '')).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['an encoding nobody knows', `content-type: ${PROTOBUF_TYPE}\r\ncontent-encoding: br\r\n`],
    ['a type nobody knows', 'content-type: application/x-thrift\r\n'],
  ])('with %s is answered without the body', async (_name, lines) => {
    const collector = await start('head-words');
    const head = `${lines}content-length: 100000\r\n`;
    expect(await rawRequest(collector, head, '')).toMatch(/^HTTP\/1\.1 415 /);
    expect(collector.requests().refused.unsupported_media_type).toBe(1);
  });

  it.each(['/v1/traces?a=b', '/v1/%74races', '/v1/logs?', '/v1/metrics#x'])(
    '%s needs a key like every other spelling',
    async (path) => {
      const collector = await start('spelling', { ingestKeys: ['k'] });
      const answer = await post(collector, recorded, { 'content-type': PROTOBUF_TYPE }, path);
      expect(answer.status).toBe(401);
    },
  );

  it('parameters of the type are let pass', async () => {
    const collector = await start('charset');
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await post(collector, '{"resourceSpans":[]}', headers)).status).toBe(200);
  });
});

describe('a body of no bytes', () => {
  it('is an empty request as protobuf, and no JSON', async () => {
    const collector = await start('no-bytes');
    expect((await post(collector, Buffer.alloc(0))).status).toBe(200);
    const json = { 'content-type': JSON_TYPE };
    expect((await post(collector, Buffer.alloc(0), json)).status).toBe(400);
    const packed = { 'content-type': PROTOBUF_TYPE, 'content-encoding': 'gzip' };
    expect((await post(collector, gzipSync(Buffer.alloc(0)), packed)).status).toBe(200);
    expect((await post(collector, Buffer.alloc(0), packed)).status).toBe(400);
    expect(await rawRequest(collector, `content-type: ${PROTOBUF_TYPE}\r\n`, '')).toMatch(/ 200 /);
  });
});
