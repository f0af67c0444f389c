import { Client, compressionAlgorithms, credentials, Metadata, status } from '@grpc/grpc-js';
import { connect, type ClientHttp2Session } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openCollectorFixture, recorded, type CollectorFixture } from '../collector-fixture.ts';
import { requestOf } from '../span-fixture.ts';
import type { Collector } from '../start-collector.ts';
import type { Signal } from '../receive.ts';
import { EXPORTS } from './services.ts';

let fixture: CollectorFixture;
const clients: Client[] = [];
const sessions: ClientHttp2Session[] = [];
beforeAll(async () => {
  fixture = await openCollectorFixture();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const session of sessions.splice(0)) session.destroy();
  await fixture.closeCollectors();
});
afterAll(() => fixture.close());

const start: CollectorFixture['start'] = (project, options = {}) =>
  fixture.start(project, { grpcPort: 0, ...options });

interface Said {
  code: number;
  message: string;
  body: Buffer | undefined;
  /** The google.rpc.Status of the trailers. */
  details: Buffer | undefined;
}

function call(
  collector: Collector,
  body: Buffer,
  { signal = 'traces', metadata = {} }: { signal?: Signal; metadata?: Record<string, string> } = {},
): Promise<Said> {
  const { host } = new URL(collector.grpcAddress ?? '');
  const client = new Client(host, credentials.createInsecure(), {
    'grpc.max_send_message_length': -1,
    ...(metadata['gzip'] === undefined
      ? {}
      : { 'grpc.default_compression_algorithm': compressionAlgorithms.gzip }),
  });
  clients.push(client);
  const { path, requestSerialize, responseDeserialize } = EXPORTS[signal];
  const { promise, resolve } = Promise.withResolvers<Said>();
  const given = Metadata.fromHttp2Headers(metadata);
  client.makeUnaryRequest(
    path,
    requestSerialize,
    responseDeserialize,
    body,
    given,
    (error, answer) => {
      resolve({
        code: error?.code ?? status.OK,
        message: error?.details ?? '',
        body: answer,
        details: error?.metadata.get('grpc-status-details-bin')[0] as Buffer | undefined,
      });
    },
  );
  return promise;
}

/** A call whose frames are all our own; resolves with the code of the trailers. */
function rawCall(
  collector: Collector,
  write: (stream: { write(bytes: Buffer): void; end(): void }) => void,
  headers: Record<string, string> = {},
): Promise<number> {
  const session = connect(collector.grpcAddress ?? '');
  sessions.push(session);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const stream = session.request({
    ':method': 'POST',
    ':path': EXPORTS.traces.path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
  const read = (found: Record<string, unknown>): void => {
    if (found['grpc-status'] !== undefined) resolve(Number(found['grpc-status']));
  };
  stream.on('response', read).on('trailers', read).on('error', reject).resume();
  session.on('error', reject);
  write(stream);
  return promise;
}

function frame(message: Buffer, isCompressed = false, length = message.length): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(isCompressed ? 1 : 0, 0);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
}

describe('an export', () => {
  it.each([
    ['plain', {}],
    ['gzip', { gzip: '1' }],
  ])('%s: stored and answered by an empty response', async (name, metadata) => {
    const collector = await start(`grpc-${name}`);
    const answer = await call(collector, recorded, { metadata });
    expect([answer.code, answer.body?.length]).toEqual([status.OK, 0]);
    expect(await fixture.stored(`grpc-${name}`)).toHaveLength(6);
    await collector.drain();
    expect(collector.counters()).toMatchObject({ received: 6, stored: 6 });
    expect(collector.requests().taken).toEqual({ http: 0, grpc: 1 });
  });

  it('the same bytes by HTTP before count as delivered twice', async () => {
    const collector = await start('both-protocols');
    const headers = { 'content-type': 'application/x-protobuf' };
    const body = new Uint8Array(recorded);
    await fetch(`${collector.address}/v1/traces`, { method: 'POST', body, headers });
    expect((await call(collector, recorded)).code).toBe(status.OK);
    await collector.drain();
    expect(collector.counters()).toMatchObject({ received: 12, stored: 6, duplicate: 6 });
  });

  it('an empty message is a success', async () => {
    const collector = await start('grpc-empty');
    expect((await call(collector, Buffer.alloc(0))).code).toBe(status.OK);
  });

  it('a span without ids is told by partial success', async () => {
    const collector = await start('grpc-partial');
    // resource_spans { scope_spans { span { name: "x" } } }
    const body = Buffer.from([10, 7, 18, 5, 18, 3, 42, 1, 120]);
    const answer = await call(collector, body);
    expect(answer.code).toBe(status.OK);
    expect(answer.body?.subarray(0, 1)).toEqual(Buffer.from([10]));
    expect(answer.body?.toString()).toContain('bad_trace_id');
    expect(collector.counters()).toMatchObject({ received: 1, rejected: 1 });
  });

  it('metrics and logs are answered', async () => {
    const collector = await start('grpc-signals');
    for (const signal of ['metrics', 'logs'] as const) {
      expect((await call(collector, Buffer.alloc(0), { signal })).code).toBe(status.OK);
    }
    expect(collector.counters().received).toBe(0);
  });
});

describe('a call that cannot be taken', () => {
  it('bytes that are no request: INVALID_ARGUMENT, which nobody repeats', async () => {
    const collector = await start('grpc-bad');
    const answer = await call(collector, recorded.subarray(0, 99));
    expect(answer.code).toBe(status.INVALID_ARGUMENT);
    expect(answer.details?.toString()).not.toContain('RetryInfo');
    expect((await call(collector, Buffer.from(JSON.stringify(requestOf())))).code).toBe(
      status.INVALID_ARGUMENT,
    );
    expect(collector.requests().refused.bad_data).toBe(2);
    expect((await call(collector, recorded)).code).toBe(status.OK);
  });

  it('a full spool: UNAVAILABLE with a RetryInfo of one second', async () => {
    const collector = await start('grpc-store', { spoolBytes: 100 });
    const answer = await call(collector, recorded);
    expect(answer.code).toBe(status.UNAVAILABLE);
    const retryInfo = Buffer.concat([
      Buffer.from('type.googleapis.com/google.rpc.RetryInfo'),
      // value { retry_delay { seconds: 1 } }
      Buffer.from([18, 4, 10, 2, 8, 1]),
    ]);
    expect(answer.details?.includes(retryInfo)).toBe(true);
  });

  it('more bytes in flight than the budget: UNAVAILABLE with a RetryInfo, and room again after', async () => {
    const collector = await start('grpc-budget', { maxInFlightBytes: 1_000_000 });
    const answer = await call(collector, Buffer.alloc(900_000));
    expect(answer.code).toBe(status.UNAVAILABLE);
    expect(answer.details?.toString()).toContain('RetryInfo');
    expect(collector.requests().refused.overloaded).toBe(1);
    expect((await call(collector, recorded)).code).toBe(status.OK);
  });

  it('a message over the limit, plain or packed: RESOURCE_EXHAUSTED without RetryInfo', async () => {
    const collector = await start('grpc-large', { maxBodyBytes: 10_000 });
    for (const metadata of [{}, { gzip: '1' }]) {
      const answer = await call(collector, Buffer.alloc(10_001), { metadata });
      expect(answer.code).toBe(status.RESOURCE_EXHAUSTED);
      expect(answer.details).toBeUndefined();
    }
    expect((await call(collector, recorded)).code).toBe(status.OK);
  });

  it('a gzip bomb costs no memory', async () => {
    const collector = await start('grpc-bomb');
    const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024), { level: 9 });
    const before = process.memoryUsage().rss;
    const code = await rawCall(
      collector,
      (stream) => {
        stream.write(frame(bomb, true));
        stream.end();
      },
      { 'grpc-encoding': 'gzip' },
    );
    expect(code).toBe(status.RESOURCE_EXHAUSTED);
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
  });

  it.each([
    ['truncated gzip', 'gzip', gzipSync(recorded).subarray(0, 200), status.INTERNAL],
    ['an unknown encoding', 'br', recorded, status.UNIMPLEMENTED],
  ])('%s is final and counted', async (_name, encoding, message, code) => {
    const collector = await start('grpc-encodings');
    const said = await rawCall(
      collector,
      (stream) => {
        stream.write(frame(message, true));
        stream.end();
      },
      { 'grpc-encoding': encoding },
    );
    expect(said).toBe(code);
    await expect.poll(() => collector.requests().refused.cut_off).toBe(1);
    expect((await call(collector, recorded)).code).toBe(status.OK);
  });

  it('a message that does not come is given up, and holds nothing', async () => {
    const collector = await start('grpc-slow', {
      requestTimeoutMs: 150,
      maxInFlightBytes: 300 * 1024,
    });
    const slow = rawCall(collector, (stream) => stream.write(frame(recorded, false, 9_999)));
    expect(await slow).toBe(status.INVALID_ARGUMENT);
    expect((await call(collector, recorded)).code).toBe(status.OK);
    expect(collector.requests().refused.cut_off).toBe(1);
  });

  it('a method nobody knows is UNIMPLEMENTED', async () => {
    const collector = await start('grpc-method');
    const path = '/opentelemetry.proto.collector.profiles.v1.ProfilesService/Export';
    const code = await rawCall(collector, (stream) => stream.end(), { ':path': path });
    expect(code).toBe(status.UNIMPLEMENTED);
  });
});

describe('keys by metadata', () => {
  let collector: Collector;
  beforeAll(async () => {
    collector = await fixture.keep('grpc-keys', { grpcPort: 0, ingestKeys: ['k-1', 'k-2'] });
  });

  it.each([
    ['authorization', 'Bearer k-2', status.OK],
    ['authorization', 'bearer k-1', status.OK],
    ['x-api-key', 'k-1', status.OK],
    ['api-key', 'k-2', status.OK],
    ['authorization', 'Bearer no', status.UNAUTHENTICATED],
    ['x-other', 'k-1', status.UNAUTHENTICATED],
  ])('%s: %s', async (name, value, code) => {
    expect((await call(collector, recorded, { metadata: { [name]: value } })).code).toBe(code);
  });

  it('are asked for before the message is taken', async () => {
    const collector = await start('grpc-unread', { ingestKeys: ['k'] });
    // Promises 100 MB and sends none of it.
    const promise = frame(Buffer.alloc(0), false, 100_000_000);
    expect(await rawCall(collector, (stream) => stream.write(promise))).toBe(
      status.UNAUTHENTICATED,
    );
    expect(collector.requests().refused.unauthenticated).toBe(1);
  });
});

describe('the port', () => {
  it('in use is refused as that of gRPC, and the one of HTTP is let go', async () => {
    const first = await start('grpc-first');
    const grpcPort = Number(new URL(first.grpcAddress ?? '').port);
    await expect(start('grpc-second', { grpcPort })).rejects.toMatchObject({
      name: 'GrpcListenError',
      code: 'EADDRINUSE',
    });
  });

  it('without one there is no gRPC', async () => {
    expect((await fixture.start('no-grpc')).grpcAddress).toBeNull();
  });

  it('is closed with connections open', async () => {
    const collector = await start('grpc-close');
    await call(collector, recorded);
    await collector.close();
    const { host } = new URL(collector.grpcAddress ?? '');
    await expect(fetch(`http://${host}/`)).rejects.toThrow();
  });
});
