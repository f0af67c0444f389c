import { migrate, openStore, type Query, type Store } from '@loopscope/sql';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { requestOf, type SpanFixture } from './span-fixture.ts';
import { startCollector, type Collector, type CollectorOptions } from './start-collector.ts';

export const JSON_TYPE = 'application/json';
export const PROTOBUF_TYPE = 'application/x-protobuf';

/** One recorded turn of six spans, as protobuf. */
export const recorded = gunzipSync(
  readFileSync(
    new URL('../test/wire/semconv-genai-structured/ok/request-1.pb.gz', import.meta.url),
  ),
);

const DRAIN_MS = 10_000;

/** A real embedded store and the collectors started on it. */
export interface CollectorFixture {
  store: Store;
  /** A collector with a project of its own, so that tests share the engine and nothing else. */
  start(project: string, options?: Partial<CollectorOptions>): Promise<Collector>;
  /** One that several tests ask, none of which counts what it took: it is closed with the fixture. */
  keep(project: string, options?: Partial<CollectorOptions>): Promise<Collector>;
  /** What is in the store when all that was accepted has come there. */
  stored(project: string): Promise<Record<string, unknown>[]>;
  rejected(project: string): Promise<Record<string, unknown>[]>;
  closeCollectors(): Promise<void>;
  close(): Promise<void>;
}

export async function openCollectorFixture(): Promise<CollectorFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-collector-'));
  const store = await openStore({ dataDir, retentionDays: 3650 });
  await migrate(store);
  const running: Collector[] = [];
  const kept: Collector[] = [];
  let started = 0;
  const settled = async (): Promise<void> => {
    for (const collector of running) await collector.drain(DRAIN_MS);
  };
  const closeCollectors = async (): Promise<void> => {
    for (const collector of running.splice(0)) await collector.close();
  };
  const begin = (project: string, options: Partial<CollectorOptions>): Promise<Collector> => {
    started += 1;
    return startCollector({
      store,
      host: '127.0.0.1',
      httpPort: 0,
      dataDir: join(dataDir, 'spools', String(started)),
      project,
      declarations: new Map(),
      ingestKeys: [],
      content: 'full',
      now: Date.now,
      log: () => {},
      ...options,
    });
  };
  return {
    store,
    async start(project, options = {}) {
      const collector = await begin(project, options);
      running.push(collector);
      return collector;
    },
    async keep(project, options = {}) {
      const collector = await begin(project, options);
      kept.push(collector);
      return collector;
    },
    async stored(project) {
      await settled();
      return store.query(columnsOf, { project });
    },
    async rejected(project) {
      await settled();
      return store.query(rejectedOf, { project });
    },
    closeCollectors,
    async close() {
      await closeCollectors();
      for (const collector of kept) await collector.close();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const columnsOf: Query<{ project: string }, Record<string, unknown>> = {
  name: 'columns_of',
  sql: `SELECT trace_id, span_id, name, tool, args, result, marks FROM spans FINAL
    WHERE project = {project:String} ORDER BY span_id`,
  params: z.object({ project: z.string() }),
  row: z.record(z.string(), z.unknown()),
};
const rejectedOf: Query<{ project: string }, Record<string, unknown>> = {
  ...columnsOf,
  name: 'rejected_of',
  sql: `SELECT reason, trace_id, service, sample FROM rejected_spans
    WHERE project = {project:String} ORDER BY reason`,
};

export interface Sent {
  status: number;
  type: string | null;
  retryAfter: string | null;
  body: Buffer;
}

export async function post(
  collector: Collector,
  body: Buffer | string,
  headers: Record<string, string> = { 'content-type': PROTOBUF_TYPE },
  path = '/v1/traces',
): Promise<Sent> {
  const answer = await fetch(collector.address + path, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers,
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    retryAfter: answer.headers.get('retry-after'),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

export const postJson = (collector: Collector, ...spans: SpanFixture[]): Promise<Sent> =>
  post(collector, JSON.stringify(requestOf(...spans)), { 'content-type': JSON_TYPE });

/** The beginning of the answer to a request whose bytes are all our own. */
export function rawRequest({ address }: Collector, head: string, body: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', reject);
  socket.on('data', (data) => {
    resolve(data.toString());
    socket.destroy();
  });
  socket.write(`POST /v1/traces HTTP/1.1\r\nhost: x\r\n${head}\r\n`);
  socket.write(body, 'latin1');
  return promise;
}
