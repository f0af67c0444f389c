import type { Store } from '@loopscope/sql';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  JSON_TYPE,
  openCollectorFixture,
  post,
  postJson,
  PROTOBUF_TYPE,
  recorded,
  type CollectorFixture,
} from './collector-fixture.ts';
import type { Log } from './log.ts';
import {
  bytesField,
  message,
  request as protobufRequest,
  span as protobufSpan,
  TRACE_ID,
} from './protobuf-fixture.ts';
import { requestOf } from './span-fixture.ts';

let fixture: CollectorFixture;
beforeAll(async () => {
  fixture = await openCollectorFixture();
});
afterEach(() => fixture.closeCollectors());
afterAll(() => fixture.close());

const start: CollectorFixture['start'] = (...options) => fixture.start(...options);
const stored: CollectorFixture['stored'] = (project) => fixture.stored(project);

describe('a spool whose directory is gone', () => {
  it('turns the probe red without any request, once in the log, and green again when it is back', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-gone-'));
    const logged: string[] = [];
    const log: Log = (_level, message) => logged.push(message);
    const collector = await start('gone', { dataDir, log });
    const health = async () => (await fetch(`${collector.address}/healthz`)).status;
    expect([await collector.ping(), await health()]).toEqual([true, 200]);
    renameSync(dataDir, `${dataDir}-away`);
    expect([await collector.ping(), await health()]).toEqual([false, 503]);
    expect(logged).toEqual(['spans cannot be spooled']);
    expect((await post(collector, recorded)).status).toBe(503);
    renameSync(`${dataDir}-away`, dataDir);
    expect([await collector.ping(), await health()]).toEqual([true, 200]);
    expect((await post(collector, recorded)).status).toBe(200);
    await collector.close();
    rmSync(dataDir, { recursive: true });
  });
});

describe('a good request', () => {
  it('is taken in protobuf and in JSON, with and without gzip, and stored', async () => {
    const collector = await start('good');
    expect(await post(collector, recorded)).toMatchObject({ status: 200, type: PROTOBUF_TYPE });
    expect(await stored('good')).toHaveLength(6);
    const zipped = gzipSync(
      JSON.stringify(requestOf({ name: 'zipped', spanId: 'aaaaaaaaaaaaaaaa' })),
    );
    const answer = await post(collector, zipped, {
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'gzip',
    });
    expect(answer).toMatchObject({ status: 200, type: JSON_TYPE });
    expect(answer.body.toString()).toBe('{}');
    expect(await stored('good')).toHaveLength(7);
  });

  it('has an empty success answer, partial_success unset', async () => {
    const collector = await start('empty');
    expect((await post(collector, Buffer.alloc(0))).body).toHaveLength(0);
    expect(
      (await post(collector, '{"resourceSpans":[]}', { 'content-type': JSON_TYPE })).status,
    ).toBe(200);
    expect(collector.counters().received).toBe(0);
  });

  it('sent again is a duplicate and stored once; so is one in other batches', async () => {
    const collector = await start('again');
    for (let time = 0; time < 3; time += 1) await post(collector, recorded);
    await post(collector, gzipSync(recorded), {
      'content-type': PROTOBUF_TYPE,
      'content-encoding': 'gzip',
    });
    expect(await stored('again')).toHaveLength(6);
    expect(collector.counters()).toMatchObject({
      received: 24,
      stored: 6,
      duplicate: 18,
      rejected: 0,
      spooled: 0,
    });
    await postJson(collector, { spanId: 'aaaaaaaaaaaaaaaa' }, { spanId: 'bbbbbbbbbbbbbbbb' });
    await postJson(collector, { spanId: 'bbbbbbbbbbbbbbbb' }, { spanId: 'aaaaaaaaaaaaaaaa' });
    expect(await stored('again')).toHaveLength(8);
    expect(collector.counters()).toMatchObject({ received: 28, stored: 8, duplicate: 20 });
  });

  it('of a span known already: the same winner, whichever came first', async () => {
    const early = {
      spanId: 'aaaaaaaaaaaaaaaa',
      name: 'early',
      startMs: Date.now(),
      endMs: Date.now() + 1,
    };
    const late = { ...early, name: 'late', endMs: Date.now() + 900 };
    for (const [project, order] of Object.entries({ forth: [early, late], back: [late, early] })) {
      const collector = await start(project);
      for (const span of order) await postJson(collector, span);
      expect(await stored(project)).toMatchObject([{ name: 'late' }]);
    }
  });

  it('shares its insert with those that come at the same time', async () => {
    let inserts = 0;
    const counting: Store = {
      ...fixture.store,
      insertLines: (table, lines, token) => {
        inserts += 1;
        return fixture.store.insertLines(table, lines, token);
      },
    };
    const collector = await start('group', { store: counting });
    const spans = Array.from({ length: 40 }, (_, index) => index.toString(16).padStart(16, 'c'));
    await Promise.all(spans.map((spanId) => postJson(collector, { spanId })));
    expect(await stored('group')).toHaveLength(40);
    expect(inserts).toBeLessThan(20);
  });
});

describe('a request that can be taken in part', () => {
  it('spans with bad ids are rejected, counted and kept for inspection; the others are stored', async () => {
    const collector = await start('partial');
    const spans = [
      { name: 'a' },
      { name: 'b', traceId: '0'.repeat(32) },
      { name: 'c', spanId: 'abc' },
    ];
    const answer = await postJson(collector, ...spans);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString()).partialSuccess).toEqual({
      rejectedSpans: '2',
      errorMessage: expect.stringMatching(/1 x bad_trace_id .*; 1 x bad_span_id /),
    });
    expect(await fixture.rejected('partial')).toMatchObject([
      { reason: 'bad_span_id', service: 'shop', sample: '{"name":"c","attributes":{}}' },
      { reason: 'bad_trace_id', trace_id: '' },
    ]);
    expect(collector.counters()).toMatchObject({ received: 3, stored: 1, rejected: 2 });
  });

  it('one unreadable span among good ones says so in protobuf', async () => {
    const collector = await start('apart');
    const broken = message(2, bytesField(1, TRACE_ID), Buffer.from([0x2a, 0x7f, 0x61]));
    const answer = await post(collector, protobufRequest(protobufSpan(), broken));
    expect(answer.status).toBe(200);
    // ExportTraceServiceResponse.partial_success.rejected_spans = 1
    expect(answer.body.subarray(2, 4)).toEqual(Buffer.from([0x08, 0x01]));
    expect(answer.body.toString('utf8')).toContain('malformed_span');
    expect(await stored('apart')).toHaveLength(1);
  });

  it('text that the store would refuse is repaired, marked and stored', async () => {
    const collector = await start('odd');
    const odd = String.raw`"a\ud800b\u0000c"`;
    const body = JSON.stringify(
      requestOf({
        name: 'ODD',
        startMs: 10_413_792_000_000,
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'ODD',
          'gen_ai.usage.input_tokens': -5,
        },
      }),
    ).replaceAll('"ODD"', odd);
    expect((await post(collector, body, { 'content-type': JSON_TYPE })).status).toBe(200);
    expect(await stored('odd')).toMatchObject([
      { name: 'a\uFFFDb\uFFFDc', tool: 'a\uFFFDb\uFFFDc', marks: ['clock_suspect', 'sanitized'] },
    ]);
  });
});
