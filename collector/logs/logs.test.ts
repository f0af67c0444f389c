import { describe, expect, it } from 'vitest';
import { decodeLogs } from '../decode/decode-logs.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { LOGGED_AT_MS, logsRequestOf, rowsOfLogs, type RecordFixture } from '../log-fixture.ts';
import { bytesField, fixed64Field, message, text } from '../protobuf-fixture.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';

const claudeTool: RecordFixture = {
  scope: 'com.anthropic.claude_code.events',
  body: 'claude_code.tool_result',
  attributes: {
    'event.name': 'tool_result',
    'session.id': 's-1',
    'prompt.id': 'p-1',
    'user.account_uuid': 'u-1',
    tool_name: 'Bash',
    tool_use_id: 'toolu_1',
    tool_input: '{"command":"npm test"}',
    success: 'false',
    error: 'Command timed out after 2m',
    duration_ms: '1500',
  },
};

describe('Claude Code', () => {
  it('a tool result is a call that ended when it was logged', () => {
    const [row] = rowsOfLogs(claudeTool);
    expect(row).toMatchObject({
      dialect: 'claude-code',
      kind: 'tool',
      tool: 'Bash',
      call_id: 'toolu_1',
      args: '{"command":"npm test"}',
      outcome: 'error',
      error_class: 'timeout',
      session_id: 's-1',
      user_id: 'u-1',
      end_ns: `${LOGGED_AT_MS}000000`,
      start_ns: `${LOGGED_AT_MS - 1500}000000`,
      marks: ['from_log'],
    });
  });

  it('a call without its arguments is not one without arguments', () => {
    const { tool_input: _dropped, ...attributes } = claudeTool.attributes ?? {};
    expect(rowsOfLogs({ ...claudeTool, attributes })[0]).toMatchObject({
      args_known: 0,
      signature: '',
    });
  });

  it('the records of one prompt are one trace, those of the next another', () => {
    const later = { ...claudeTool, atMs: LOGGED_AT_MS + 9, spanId: SPAN_ID, traceId: TRACE_ID };
    const next = { ...claudeTool, attributes: { ...claudeTool.attributes, 'prompt.id': 'p-2' } };
    const [first, second, third] = rowsOfLogs(claudeTool, later, next).map((row) => row.trace_id);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('a request is a model call, its cached tokens counted with the others', () => {
    const attributes = {
      'session.id': 's-1',
      'prompt.id': 'p-1',
      model: 'claude-sonnet-5',
      input_tokens: '100',
      output_tokens: '20',
      cache_read_tokens: '40',
      cache_creation_tokens: '3',
      duration_ms: '800',
    };
    expect(rowsOfLogs({ body: 'claude_code.api_request', attributes })[0]).toMatchObject({
      kind: 'model',
      model: 'claude-sonnet-5',
      input_tokens: 143,
      cached_input_tokens: 40,
      output_tokens: 20,
    });
  });
});

describe('Codex', () => {
  const attributes = {
    'event.name': 'codex.tool_result',
    'event.timestamp': new Date(LOGGED_AT_MS).toISOString(),
    'conversation.id': 'c-1',
    'user.account_id': 'u-1',
    'app.version': '0.60.1',
    tool_name: 'shell',
    call_id: 'call_1',
    arguments: '{"command":["ls"]}',
    output: 'a.txt',
    success: 'true',
    duration_ms: '12',
  };

  it('a tool result has name, arguments and output', () => {
    expect(rowsOfLogs({ attributes })[0]).toMatchObject({
      dialect: 'codex',
      kind: 'tool',
      tool: 'shell',
      call_id: 'call_1',
      args: '{"command":["ls"]}',
      result: 'a.txt',
      outcome: 'ok',
      session_id: 'c-1',
      agent_version: '0.60.1',
    });
  });

  it.each([
    ['the observed one', { atMs: 0, observedMs: LOGGED_AT_MS }],
    ['its own', { atMs: 0 }],
  ])('a record without a time takes %s', (_which, times) => {
    expect(rowsOfLogs({ attributes, ...times })[0]).toMatchObject({
      end_ns: `${LOGGED_AT_MS}000000`,
    });
  });

  it('only a finished answer is a model call', () => {
    const counts = { input_token_count: 100, output_token_count: 20, cached_token_count: 40 };
    const event = (kind: string) => ({
      attributes: {
        'event.name': 'codex.sse_event',
        'event.kind': kind,
        'conversation.id': 'c-1',
        model: 'gpt-6-codex',
        ...counts,
      },
    });
    const rows = rowsOfLogs(event('response.output_item.done'), event('response.completed'));
    expect(rows).toMatchObject([
      { kind: 'model', model: 'gpt-6-codex', input_tokens: 100, cached_input_tokens: 40 },
    ]);
  });
});

it('Gemini CLI: a tool call has the names of functions', () => {
  const attributes = {
    'event.name': 'gemini_cli.tool_call',
    'session.id': 's-1',
    prompt_id: 'p-1',
    function_name: 'read_file',
    function_args: '{"path":"/a"}',
    success: false,
    error: 'File not found: /a',
    error_type: 'file_not_found',
    duration_ms: 5,
  };
  expect(rowsOfLogs({ attributes, body: 'Tool call: read_file.' })[0]).toMatchObject({
    dialect: 'gemini-cli',
    kind: 'tool',
    tool: 'read_file',
    args: '{"path":"/a"}',
    outcome: 'error',
    error_class: 'not_found',
    session_id: 's-1',
  });
});

it('a record sent twice is one span, whichever records came with it', () => {
  const other = { ...claudeTool, atMs: LOGGED_AT_MS + 1 };
  const [alone] = rowsOfLogs(claudeTool);
  const [, beside] = rowsOfLogs(other, claudeTool);
  expect(beside?.span_id).toBe(alone?.span_id);
});

it('records about nothing of this are counted and not taken', () => {
  const decoded = decodeLogs(
    logsRequestOf(claudeTool, { body: 'ready to serve' }, { body: { any: ['thing'] } }),
    'json',
    DEFAULT_LIMITS,
  );
  expect(decoded).toMatchObject({ spans: [{ name: 'claude_code.tool_result' }], unused: 2 });
});

describe('protobuf', () => {
  const attribute = (key: string, value: string) =>
    message(6, bytesField(1, key), message(2, text(value)));
  const record = message(
    2,
    fixed64Field(1, BigInt(LOGGED_AT_MS) * 1_000_000n),
    message(5, text('claude_code.tool_result')),
    attribute('tool_name', 'Bash'),
    bytesField(9, Buffer.from(TRACE_ID, 'hex')),
    bytesField(10, Buffer.from(SPAN_ID, 'hex')),
    bytesField(12, 'claude_code.tool_result'),
  );
  const broken = message(2, Buffer.from([0xff]));
  const resource = message(1, message(1, bytesField(1, 'service.name'), message(2, text('shop'))));
  const body = message(1, resource, message(2, message(1, bytesField(1, 'a')), record, broken));

  it('says the same, and a broken record is refused alone', () => {
    const { spans, rejections } = decodeLogs(body, 'protobuf', DEFAULT_LIMITS);
    expect(spans).toMatchObject([
      {
        name: 'claude_code.tool_result',
        scope: 'a',
        traceId: TRACE_ID,
        endNs: BigInt(LOGGED_AT_MS) * 1_000_000n,
      },
    ]);
    expect(spans[0]?.attributes.get('tool_name')).toBe('Bash');
    expect(rejections).toHaveLength(1);
  });
});
