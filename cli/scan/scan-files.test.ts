import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import { afterAll, describe, expect, test } from 'vitest';

import { createToRows } from './span-rows.ts';
import { toPredictions } from './predictions.ts';
import { toReport } from './report.ts';
import { toSarif } from './sarif.ts';
import { scanFiles, type ScanOptions } from './scan-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'loopscope-scan-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

async function scan(paths: string[], own: Partial<ScanOptions> = {}) {
  const problems: string[] = [];
  const result = await scanFiles(paths, {
    form: null,
    threads: 0,
    declarations: new Map(),
    prices: new Map(),
    nowMs: Date.UTC(2026, 10, 30),
    onProblem: ({ where, why }) => problems.push(`${where.replace(`${folder}/`, '')}: ${why}`),
    ...own,
  });
  return { ...result, problems };
}

const search = { tool: 'search_orders', args: { q: 'late' }, result: '[]' };
const LOOPING = JSON.stringify({ id: 'looping', calls: [search, search, search, search] });
const HONEST = JSON.stringify({
  id: 'honest',
  calls: [search, { tool: 'get_order', args: { id: 7 }, result: '{"id":7}' }],
});

const CHAT = JSON.stringify({
  id: 'chat',
  messages: [
    { role: 'user', content: 'Where is it?' },
    ...[1, 2, 3].flatMap((n) => [
      {
        role: 'assistant',
        tool_calls: [{ id: `c${n}`, function: { name: 'search', arguments: '{"q":"a"}' } }],
      },
      { role: 'tool', tool_call_id: `c${n}`, content: '[]' },
    ]),
  ],
});

/** The looping run as an OTel exporter would have written it: one request a line. */
function otlpLine(trace: string, call: number): string {
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const startMs = Date.UTC(2026, 10, 29) + call * 1000;
  const span = {
    traceId: trace.padStart(32, '0'),
    spanId: `${trace}${call}`.padStart(16, '0'),
    name: 'execute_tool search',
    startTimeUnixNano: `${startMs}000000`,
    endTimeUnixNano: `${startMs + 100}000000`,
    attributes: [
      attribute('gen_ai.operation.name', 'execute_tool'),
      attribute('gen_ai.tool.name', 'search'),
      attribute('gen_ai.conversation.id', 'talk'),
      attribute('gen_ai.tool.call.arguments', '{"q":"a"}'),
      attribute('gen_ai.tool.call.result', '[]'),
    ],
  };
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
}

describe('recorded runs', () => {
  test('of every form are judged, gzipped or not, by the calls of the run', async () => {
    const { runs } = await scan([
      write('plain.jsonl.gz', gzipSync(`${LOOPING}\n${HONEST}\n`)),
      write('chat.json', CHAT),
      write('spans.jsonl', [0, 1, 2].map((call) => otlpLine('a', call)).join('\n')),
    ]);
    expect(toPredictions(runs)).toBe(
      '{"id":"talk","loops":[{"kind":"empty","calls":[0,1,2],"severity":"alert"}]}\n' +
        '{"id":"looping","loops":[{"kind":"empty","calls":[0,1,2,3],"severity":"alert"}]}\n' +
        '{"id":"honest","loops":[]}\n' +
        '{"id":"chat","loops":[{"kind":"empty","calls":[0,1,2],"severity":"alert"}]}\n',
    );
  });

  test('of one session in several files of telemetry are one run', async () => {
    const { runs } = await scan([
      write('old.jsonl', otlpLine('b', 0)),
      write('new.jsonl', `${otlpLine('b', 1)}\n${otlpLine('b', 2)}`),
    ]);
    expect(runs).toMatchObject([{ id: 'talk', calls: 3, loops: [{ calls: [0, 1, 2] }] }]);
  });

  test('keep their positions over turns and sessions that take turns', async () => {
    const of = (session: string) => ({ ...search, session });
    const line = JSON.stringify({ id: 'r', calls: ['a', 'b', 'a', 'b', 'a', 'b'].map(of) });
    const { runs } = await scan([write('sessions.jsonl', line)]);
    expect(runs[0]?.loops.map((loop) => loop.calls)).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
  });

  test('may say how their tools are declared and what their calls do', async () => {
    const ticket = (summary: string) => ({
      tool: 'create_ticket',
      args: { customer: 'c1', summary },
      result: '{"ok":true}',
      effect: 'write',
    });
    const calls = [ticket('late'), ticket('still late')];
    const declared = {
      id: 'declared',
      tools: { create_ticket: { identity: ['customer'] } },
      calls,
    };
    const lines = [declared, { id: 'undeclared', calls }].map((run) => JSON.stringify(run));
    const { runs } = await scan([write('tickets.jsonl', lines.join('\n'))]);
    expect(runs.map(({ id, loops }) => [id, loops.length])).toEqual([
      ['declared', 1],
      ['undeclared', 0],
    ]);
  });

  test('come from standard input too, whatever they are', async () => {
    for (const text of [LOOPING, CHAT, [0, 1, 2].map((call) => otlpLine('c', call)).join('\n')]) {
      const { runs } = await scan(['-'], { standardInput: Readable.from([Buffer.from(text)]) });
      expect(runs).toMatchObject([{ origin: { file: 'stdin' }, loops: [{ kind: 'empty' }] }]);
    }
  });

  test('are judged alike in threads', async () => {
    const path = write('many.jsonl', `${LOOPING}\n${HONEST}\n`);
    const alone = await scan([path]);
    expect((await scan([path], { threads: 2 })).runs).toEqual(alone.runs);
  });
});

describe('what cannot be read is named, and the rest goes on', () => {
  test('lines, files and doubles', async () => {
    const path = write('broken.jsonl', `${LOOPING}\n{"id":\n{"id":"x","calls":[{"tool":7}]}\n`);
    const again = write('again.jsonl', LOOPING);
    const { runs, problems, unread, skipped } = await scan([
      path,
      join(folder, 'absent.jsonl'),
      write('notes.md', '# Notes\n'),
      again,
    ]);
    expect(runs.map(({ id }) => id)).toEqual(['looping']);
    expect({ unread, skipped }).toEqual({ unread: 2, skipped: 3 });
    expect(problems.toSorted()).toEqual([
      'absent.jsonl: there is no such file',
      `again.jsonl:1: run looping was already read at ${path}:1`,
      expect.stringMatching(/^broken\.jsonl:2: no JSON: /),
      'broken.jsonl:3: calls[0].tool: expected string, received number',
      expect.stringMatching(/^notes\.md: holds no recorded runs/),
    ]);
  });

  test('files in a folder that are something else are only counted', async () => {
    write('tree/deep/runs.jsonl', LOOPING);
    write('tree/package.json', '{"name":"x"}');
    write('tree/readme.md', 'nothing');
    write('tree/.hidden/runs.jsonl', HONEST);
    const { runs, problems, foreign } = await scan([join(folder, 'tree')]);
    expect(runs.map(({ id }) => id)).toEqual(['looping']);
    expect({ problems, foreign }).toEqual({ problems: [], foreign: 1 });
  });
});

describe('a report', () => {
  test('names run, place and fix of every loop, and adds up', async () => {
    const result = await scan([write('report.jsonl', `${LOOPING}\n${HONEST}`)]);
    const report = toReport(result);
    expect(report).toContain('search_orders returned [] 4 times for the same q.');
    expect(report).toMatch(/^alert {5}empty {2}4 \(0-3\) {2}looping {2}\S+report\.jsonl:1 /m);
    expect(report).toContain('2 runs with 6 calls: 1 alert in 1 run, 0 to watch');
  });

  test('in SARIF stands at the record of its run, under a fingerprint that stays', async () => {
    const { runs } = await scan([write('sarif.jsonl', `${HONEST}\n${LOOPING}`)]);
    const sarif = toSarif(runs, { version: '1.0.0', cwd: folder });
    expect(sarif).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          results: [
            {
              ruleId: 'empty',
              level: 'error',
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'sarif.jsonl' },
                    region: { startLine: 2 },
                  },
                },
              ],
              partialFingerprints: { 'loop/v1': expect.stringMatching(/^[0-9a-f]{32}$/) },
            },
          ],
        },
      ],
    });
  });
});

test('a row is what the collector would have stored', () => {
  const [row] = createToRows(
    new Map([['search', { effect: 'read' }]]),
    Date.UTC(2026, 10, 30),
  )(otlpLine('d', 0));
  expect(row).toMatchObject({
    tool: 'search',
    effect: 'read',
    result_kind: 'empty',
    args_known: 1,
  });
});
