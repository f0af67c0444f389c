import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import { ATTRIBUTES } from '@loopscope/signature';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { attribute, fakeCollector, importInto, PLAIN_RUN } from '../testing/fake-collector.ts';
import { openSource, type Source } from './open-source.ts';
import type { OtlpSpan } from './otlp-json.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopscope-import-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const CHAT = JSON.stringify({
  id: 'c1',
  messages: [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'u1', name: 't', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'u1', is_error: true, content: 'no' }],
    },
  ],
});
const OTLP =
  '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"00f067aa0ba902b7","name":"s","startTimeUnixNano":"1763510516000000000"}]}]}]}';

/** Without the folder, which is another on each run. */
const relative = (problems: string[]) =>
  problems.map((problem) => problem.replaceAll(`${folder}/`, ''));
const tools = (spans: OtlpSpan[]) => spans.filter((span) => span.name.startsWith('execute_tool'));

describe('each form', () => {
  test('plain runs become an agent span over tool spans, and numbers keep their digits', async () => {
    const { summary, problems, spans } = await importInto([file('plain.jsonl', `${PLAIN_RUN}\n`)]);
    expect(problems).toEqual([]);
    expect(summary).toMatchObject({
      files: 1,
      runs: 1,
      turns: 1,
      calls: 1,
      spans: 2,
      skipped: 0,
      rejected: 0,
    });
    const [agent, tool] = spans;
    expect(agent).toMatchObject({ name: 'invoke_agent a', parentSpanId: '' });
    expect(tool).toMatchObject({
      name: 'execute_tool t',
      parentSpanId: agent!.spanId,
      traceId: agent!.traceId,
    });
    expect(attribute(tool, 'gen_ai.tool.call.arguments')).toEqual({
      stringValue: '{"id":9007199254740993}',
    });
    expect(attribute(tool, ATTRIBUTES.sessionId)).toEqual({ stringValue: 'r1' });
    expect(attribute(tool, ATTRIBUTES.turnId)).toEqual({ stringValue: 'r1#1' });
    expect(attribute(tool, 'loopscope.import.times')).toEqual({ stringValue: 'made_up' });
  });

  test('chats bring their model spans along, and errors become the status', async () => {
    const { summary, spans } = await importInto([file('chat.jsonl', CHAT)]);
    expect(summary).toMatchObject({ runs: 1, calls: 1, spans: 3 });
    expect(spans.map((span) => span.name)).toEqual(['invoke_agent', 'chat', 'execute_tool t']);
    expect(spans[2]!.status).toEqual({ code: 2 });
    expect(attribute(spans[2], 'gen_ai.tool.call.result')).toEqual({ stringValue: 'no' });
  });

  test('OTLP passes through unchanged', async () => {
    const { summary, spans } = await importInto([file('otlp.json', OTLP)]);
    expect(summary).toMatchObject({ runs: 1, turns: 0, calls: 0, spans: 1 });
    expect(spans).toEqual([
      {
        traceId: '0af7651916cd43dd8448eb211c80319c',
        spanId: '00f067aa0ba902b7',
        name: 's',
        startTimeUnixNano: '1763510516000000000',
      },
    ]);
  });

  test('is seen per file, and may be a list on one line or over many', async () => {
    const list = `[${PLAIN_RUN},{"id":"r2","calls":[]}]`;
    const { summary, problems } = await importInto([
      file('list.json', list),
      file(
        'pretty.json',
        JSON.stringify(
          [JSON.parse(CHAT), { id: 'c2', messages: [{ role: 'assistant', content: 'x' }] }],
          null,
          2,
        ),
      ),
      file('messages.json', JSON.stringify((JSON.parse(CHAT) as { messages: unknown }).messages)),
    ]);
    expect(problems).toEqual([]);
    expect(summary).toMatchObject({ files: 3, runs: 5, calls: 3 });
  });

  test('gzip is seen by content, and - is standard input', async () => {
    const input: Source = openSource(
      '-',
      Readable.from([
        gzipSync(`${PLAIN_RUN}\n`).subarray(0, 1),
        gzipSync(`${PLAIN_RUN}\n`).subarray(1),
      ]),
    );
    const { summary } = await importInto(
      [file('plain.txt', gzipSync(PLAIN_RUN.replace('r1', 'r9'))), '-'],
      {
        openSource: (path) => (path === '-' ? input : openSource(path)),
      },
    );
    expect(summary).toMatchObject({ files: 2, runs: 2, spans: 4 });
  });
});

describe('what cannot be read is named, and the rest goes in', () => {
  test('bad lines', async () => {
    const lines = [
      PLAIN_RUN,
      '{"id":',
      '{"id":"r3","calls":[{}]}',
      '7',
      PLAIN_RUN,
      '{"id":"r4","calls":[{"tool":"t"}]}',
    ];
    const { summary, problems } = await importInto([file('bad.jsonl', lines.join('\n'))]);
    expect(relative(problems)).toEqual([
      'bad.jsonl:2: no JSON: Unexpected end of JSON input',
      'bad.jsonl:3: calls[0].tool: expected string, received undefined',
      'bad.jsonl:4: expected object, received number',
      'bad.jsonl:5: run r1 was already read at bad.jsonl:1',
    ]);
    expect(summary).toMatchObject({ runs: 2, skipped: 4 });
  });

  test('files that are missing, a directory, truncated or of no known form', async () => {
    const { summary, problems } = await importInto([
      join(folder, 'nowhere.jsonl'),
      folder,
      file('cut.gz', gzipSync(`${PLAIN_RUN}\n`.repeat(50)).subarray(0, 40)),
      file('other.json', '{"a":1}'),
      file('fine.jsonl', PLAIN_RUN),
    ]);
    expect(relative(problems)).toEqual([
      expect.stringContaining('nowhere.jsonl: there is no such file'),
      `${folder}: is a directory: name its files`,
      'cut.gz: unexpected end of file',
      'other.json:1: none of the forms otlp, plain, chat',
    ]);
    expect(summary).toMatchObject({ runs: 1, skipped: 4 });
  });
});

describe('identity', () => {
  test('a run imported twice has the same ids, another run other ones', async () => {
    const path = file('ids.jsonl', `${PLAIN_RUN}\n${PLAIN_RUN.replace('r1', 'r2')}`);
    const [first, second] = [await importInto([path]), await importInto([path], { atMs: 0 })];
    const ids = (spans: OtlpSpan[]) => spans.map((span) => `${span.traceId}/${span.spanId}`);
    expect(ids(first.spans)).toEqual(ids(second.spans));
    expect(new Set(ids(first.spans)).size).toBe(4);
  });

  test('two cut results with one beginning have two fingerprints, a whole one is left to the collector', async () => {
    const call = (more: object) => ({
      tool: 't',
      args: { a: 1 },
      result: 'same beginning',
      ...more,
    });
    const calls = [
      call({ result_len: 500, result_sha: 'aa' }),
      call({ result_len: 500, result_sha: 'bb' }),
      call({ result_len: 500, result_sha: 'aa' }),
      call({}),
    ];
    const { spans } = await importInto([file('cut.jsonl', JSON.stringify({ id: 'r', calls }))]);
    const prints = tools(spans).map((span) => attribute(span, ATTRIBUTES.resultFingerprint));
    expect(prints[0]).toBeDefined();
    expect(prints[0]).toEqual(prints[2]);
    expect(prints[0]).not.toEqual(prints[1]);
    expect(prints[3]).toBeUndefined();
    const signatures = tools(spans).map((span) => attribute(span, ATTRIBUTES.toolSignature));
    expect(signatures[0]).toEqual(signatures[1]);
  });

  test('calls at one moment keep their order', async () => {
    const calls = [1, 2, 3].map((number) => ({ tool: `t${number}`, t: 1_763_510_516 }));
    const { spans } = await importInto([file('order.jsonl', JSON.stringify({ id: 'r', calls }))]);
    const inOrder = tools(spans).toSorted((a, b) =>
      Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)),
    );
    expect(inOrder.map((span) => span.name)).toEqual([
      'execute_tool t1',
      'execute_tool t2',
      'execute_tool t3',
    ]);
    expect(new Set(spans.map((span) => span.startTimeUnixNano)).size).toBe(4);
  });
});

test('no more is read than the collector has room for', async () => {
  let isOpen = false;
  let release: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const target = fakeCollector();
  const slow: typeof fetch = async (url, init) => {
    if (!isOpen) await gate;
    return target.fetch(url, init);
  };
  let produced = 0;
  const total = 200;
  const source: Source = {
    name: 'endless',
    size: null,
    async *open() {
      for (; produced < total; produced += 1) {
        const calls = [{ tool: 't', args: 'x'.repeat(200_000) }];
        yield Buffer.from(`${JSON.stringify({ id: `r${produced}`, calls })}\n`);
      }
    },
  };
  const importing = importInto(['endless'], {
    target: { ...target, fetch: slow },
    openSource: () => source,
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  // One batch on its way, one ready, the head of the file looked at: some MiB of the forty.
  expect(produced).toBeGreaterThan(0);
  expect(produced).toBeLessThan(40);
  isOpen = true;
  release();
  expect((await importing).summary).toMatchObject({ runs: total });
});
