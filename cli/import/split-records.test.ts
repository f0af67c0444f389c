import { array, assert, asyncProperty, dictionary, integer, jsonValue, string } from 'fast-check';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';

import { openSource } from './open-source.ts';
import type { RawRecord } from './raw-record.ts';
import { splitRecords } from './split-records.ts';

async function split(text: string, chunkBytes = 7, maxBytes?: number): Promise<RawRecord[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const records: RawRecord[] = [];
  for await (const record of splitRecords(chunks(), maxBytes)) records.push(record);
  return records;
}

const texts = (records: RawRecord[]) => records.map(({ line, text }) => [line, text]);

describe('a file of which only the beginning is wanted', () => {
  // Random, so that it stays long when it is compressed.
  const lines = Array.from(
    { length: 200 },
    () => `{"text":"${randomBytes(10_000).toString('base64')}"}\n`,
  ).join('');
  const openFiles = () => readdirSync('/dev/fd').length;

  test.each([
    ['lines', Buffer.from(lines)],
    ['compressed lines', gzipSync(lines)],
    ['a document', Buffer.from(`[\n${'{"a":1},\n'.repeat(500_000)}{"a":1}]`)],
    ['another form', Buffer.concat([Buffer.from('PK'), Buffer.alloc(4_000_000)])],
  ])('of %s does not stay open', async (_form, content) => {
    const folder = mkdtempSync(join(tmpdir(), 'loopscope-split-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'runs');
    writeFileSync(path, content);
    const before = openFiles();
    for (let times = 0; times < 20; times += 1) {
      for await (const { line } of splitRecords(openSource(path).open(() => undefined))) {
        expect(line).toBeGreaterThan(0);
        break;
      }
    }
    await expect.poll(openFiles).toBeLessThan(before + 10);
  });
});

describe('lines', () => {
  test('each line that holds something is a record, whatever its line end', async () => {
    expect(texts(await split('{"a":1}\n\n  {"b":2}\r\n{"c":3}'))).toEqual([
      [1, '{"a":1}'],
      [3, '{"b":2}'],
      [4, '{"c":3}'],
    ]);
  });

  test('a byte order mark is no part of the first record', async () => {
    expect(texts(await split('\uFEFF{"a":1}\n{"b":2}\n'))).toEqual([
      [1, '{"a":1}'],
      [2, '{"b":2}'],
    ]);
  });

  test('a first line that was cut off does not make the file a document', async () => {
    expect(texts(await split('{"a":{"b":1\n{"c":3}\n'))).toEqual([
      [1, '{"a":{"b":1'],
      [2, '{"c":3}'],
    ]);
  });

  test('a line that is too long is named and passed over', async () => {
    const records = await split(
      `{"a":1}\n${'x'.repeat(3 * 1024 * 1024)}\n{"b":2}\n`,
      65_536,
      1024 * 1024,
    );
    expect(records).toEqual([
      { line: 1, text: '{"a":1}', problem: '' },
      { line: 2, text: '', problem: 'longer than 1 MiB' },
      { line: 3, text: '{"b":2}', problem: '' },
    ]);
  });

  test('nothing holds no record', async () => {
    expect(await split('')).toEqual([]);
    expect(await split('\n \n')).toEqual([]);
  });
});

describe('documents', () => {
  test('a list over many lines is a record for each element', async () => {
    expect(texts(await split('[\n  {"a": "]"},\n  {"b": [1,\n 2]},\n  [3]\n]\n'))).toEqual([
      [2, '{"a": "]"}'],
      [3, '{"b": [1,\n 2]}'],
      [5, '[3]'],
    ]);
  });

  test('an OTLP request is a request for each of its resources', async () => {
    expect(
      texts(await split('{\n "resourceSpans": [\n  {"x": 1},\n  {"y": "\\"}"}\n ]\n}\n')),
    ).toEqual([
      [3, '{"resourceSpans":[{"x": 1}]}'],
      [4, '{"resourceSpans":[{"y": "\\"}"}]}'],
    ]);
  });

  test('any other object is one record, and several may follow one another', async () => {
    expect(texts(await split('{\n "a": 1\n}\n{\n "b": [2]\n}\n'))).toEqual([
      [1, '{\n "a": 1\n}'],
      [4, '{\n "b": [2]\n}'],
    ]);
  });

  test('a document that ends within a record says where that began', async () => {
    const records = await split('[\n {"a": 1},\n {"b": ');
    expect(records.at(-1)).toEqual({
      line: 3,
      text: '',
      problem: 'the file ends within this record',
    });
  });

  test('an element that is too long is named, and the next one is read', async () => {
    const records = await split(`[\n{"a":"${'x'.repeat(100)}"},\n{"b":1}\n]`, 7, 50);
    expect(records.map(({ line, problem }) => [line, problem])).toEqual([
      [2, 'longer than 0 MiB'],
      [3, ''],
    ]);
  });
});

test('however the bytes are cut, lines and pretty documents give the same values', async () => {
  const values = array(dictionary(string(), jsonValue()), {
    minLength: 1,
    maxLength: 8,
  });
  await assert(
    asyncProperty(values, integer({ min: 1, max: 64 }), async (items, chunkBytes) => {
      const lines = items.map((item) => JSON.stringify(item)).join('\n');
      const document = JSON.stringify(items, null, 2);
      for (const text of [lines, document]) {
        const records = await split(text, chunkBytes);
        expect(records.map((record) => JSON.parse(record.text) as unknown)).toEqual(
          items.map((item) => JSON.parse(JSON.stringify(item)) as unknown),
        );
      }
    }),
    { numRuns: 60 },
  );
});
