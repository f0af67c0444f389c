import { describe, expect, test } from 'vitest';

import { detectForm } from './detect-form.ts';
import { gatherChats } from './gather-chats.ts';
import { parseRecord } from './parse-record.ts';
import type { RawRecord } from './raw-record.ts';
import { readChat } from './read-chat.ts';
import { splitRecords } from './split-records.ts';

const MEBIBYTE = 1024 * 1024;

async function listOf(records: AsyncIterable<RawRecord>): Promise<RawRecord[]> {
  const list: RawRecord[] = [];
  for await (const record of records) list.push(record);
  return list;
}

async function split(text: string, maxBytes = MEBIBYTE): Promise<RawRecord[]> {
  async function* chunks() {
    yield Buffer.from(text);
  }
  return listOf(splitRecords(chunks(), maxBytes));
}

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

/** What each call asked, of which turn it is and how it ended, over all chats of a text. */
async function callsIn(text: string) {
  const records = await split(text);
  return records.flatMap((record) => {
    const { values } = parseRecord(record);
    return values.map((value) => {
      const run = readChat(value, record.text);
      const calls = run.turns.flatMap(({ number, steps }) =>
        steps.flatMap((step) =>
          step.calls.map((call) => [number, call.tool, call.args, call.result, call.isError]),
        ),
      );
      return {
        id: run.id,
        model: run.model,
        answers: run.turns.flatMap((turn) => turn.steps).length,
        calls,
      };
    });
  });
}

const CHAT = [
  { role: 'user', content: 'Where is my refund?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'search', arguments: '{"q":1}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: '[]' },
];

test('one array of messages is one chat, on one line, on many, or one message a line', async () => {
  const forms = [JSON.stringify(CHAT), JSON.stringify(CHAT, null, 2), lines(...CHAT)];
  const read = await Promise.all(forms.map(callsIn));
  expect(read[0]).toEqual([
    expect.objectContaining({ calls: [[1, 'search', '{"q":1}', '[]', null]] }),
  ]);
  expect(read[1]).toEqual(read[0]);
  expect(read[2]).toEqual(read[0]);
});

test('arrays of chats, plain runs and requests are passed on as they were', async () => {
  const plain = [{ calls: [{ tool: 'a' }] }, { calls: [] }];
  for (const text of [
    JSON.stringify([CHAT, CHAT], null, 2),
    lines({ messages: CHAT }, { messages: CHAT }),
    JSON.stringify(plain, null, 2),
    lines({ resourceSpans: [] }, { resourceSpans: [] }),
  ]) {
    const records = await split(text);
    expect(records).toHaveLength(2);
    for (const record of records) {
      expect(parseRecord(record).values.map(detectForm)).not.toContain(null);
    }
  }
});

describe("a coding agent's log", () => {
  const claude = (type: string, message: object, more: object = {}) => ({
    type,
    sessionId: 's-1',
    timestamp: '2026-03-01T10:00:00.000Z',
    message,
    ...more,
  });
  const block = (content: object, usage: object) =>
    claude('assistant', { id: 'msg_1', role: 'assistant', model: 'm', content: [content], usage });

  test('with a message in an envelope each: blocks of one answer are one answer, counted once', async () => {
    const text = lines(
      { type: 'summary', summary: 'Refunds', leafUuid: 'x' },
      claude('user', { role: 'user', content: 'Run the tests.' }),
      claude('user', { role: 'user', content: '<caveat>' }, { isMeta: true }),
      block({ type: 'text', text: 'I run them.' }, { input_tokens: 10, output_tokens: 1 }),
      block(
        { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } },
        { input_tokens: 10, output_tokens: 9 },
      ),
      block(
        { type: 'tool_use', id: 't2', name: 'Read', input: { path: 'a.ts' } },
        { input_tokens: 10, output_tokens: 20 },
      ),
      claude('user', {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't2', content: 'text' }],
      }),
      claude('user', {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', content: 'Exit 1', is_error: true }],
      }),
      { type: 'system', sessionId: 's-1', content: 'done' },
    );
    expect(await callsIn(text)).toEqual([
      {
        id: 's-1',
        model: 'm',
        answers: 1,
        calls: [
          [1, 'Bash', '{"command":"npm test"}', 'Exit 1', true],
          [1, 'Read', '{"path":"a.ts"}', 'text', null],
        ],
      },
    ]);
    const [record] = await split(text);
    const run = readChat(parseRecord(record as RawRecord).values[0], '');
    expect(run.turns[0]?.steps[0]?.answer).toMatchObject({ inputTokens: 10, outputTokens: 20 });
  });

  test('with items in payloads: session and model come from the lines that tell them', async () => {
    const item = (payload: object) => ({
      type: 'response_item',
      timestamp: '2026-03-01T10:00:00Z',
      payload,
    });
    const text = lines(
      { type: 'session_meta', payload: { id: 'rollout-7', cwd: '/home' } },
      { type: 'turn_context', payload: { model: 'm-2', effort: 'high' } },
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix it.' }] }),
      { type: 'event_msg', payload: { type: 'user_message', message: 'Fix it.' } },
      item({
        type: 'function_call',
        name: 'shell',
        arguments: '{"command":["ls"]}',
        call_id: 'f1',
      }),
      item({ type: 'function_call_output', call_id: 'f1', output: 'a.ts' }),
      item({ type: 'local_shell_call', call_id: 'f2', action: { type: 'exec', command: ['pwd'] } }),
      item({ type: 'local_shell_call_output', call_id: 'f2', output: '/home' }),
      item({ type: 'web_search_call', id: 'w1', status: 'completed', action: { query: 'x' } }),
    );
    expect(await callsIn(text)).toEqual([
      {
        id: 'rollout-7',
        model: 'm-2',
        answers: 3,
        calls: [
          [1, 'shell', '{"command":["ls"]}', 'a.ts', null],
          [1, 'local_shell', '{"type":"exec","command":["pwd"]}', '/home', null],
          [1, 'web_search', '{"query":"x"}', null, false],
        ],
      },
    ]);
  });

  test('of several sessions is as many chats; a broken line is named and the rest read', async () => {
    const say = (sessionId: string, role: string) =>
      JSON.stringify({ sessionId, message: { role, content: role } });
    const records = await split(
      [say('a', 'user'), '{"broken', say('b', 'user'), say('a', 'assistant')].join('\n'),
    );
    expect(records.map(({ line, problem }) => [line, problem])).toEqual([
      [2, ''],
      [1, ''],
      [3, ''],
    ]);
    expect(parseRecord(records[0] as RawRecord).problem).toContain('no JSON');
    expect(parseRecord(records[1] as RawRecord).values).toEqual([
      {
        id: 'a',
        messages: [
          { role: 'user', content: 'user' },
          { role: 'assistant', content: 'assistant' },
        ],
      },
    ]);
  });

  test('that is longer than a record may be is named from there on', async () => {
    async function* records() {
      for (let line = 1; line <= 3; line += 1) {
        yield {
          line,
          text: JSON.stringify({ role: 'user', content: 'x'.repeat(40) }),
          problem: '',
        };
      }
    }
    const gathered = await listOf(gatherChats(records(), 100));
    expect(gathered.map(({ line, problem }) => [line, problem])).toEqual([
      [2, 'longer than 0 MiB'],
      [3, 'longer than 0 MiB'],
      [1, ''],
    ]);
  });
});
