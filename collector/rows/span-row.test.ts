import { ATTRIBUTES, SIGNATURE_VERSION } from '@loopscope/signature';
import { spanRow } from '@loopscope/sql';
import { describe, expect, it } from 'vitest';
import { FIXTURE_NOW_MS, rowOf, type SpanFixture } from '../span-fixture.ts';

const tool = (attributes: NonNullable<SpanFixture['attributes']> = {}): SpanFixture => ({
  name: 'execute_tool search',
  attributes: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'search',
    ...attributes,
  },
});
const withArgs = (args: string) => tool({ 'gen_ai.tool.call.arguments': args });

describe('the frame', () => {
  it('holds service, environment and version of the resource, in old and new names', () => {
    const resource = { 'deployment.environment': 'prod', 'service.version': '2.1' };
    expect(rowOf({ resource })).toMatchObject({
      project: 'fixtures',
      service: 'shop',
      environment: 'prod',
      agent_version: '2.1',
      kind: 'other',
      dialect: '',
    });
    const newer = { 'deployment.environment.name': 'stage', 'deployment.environment': 'prod' };
    expect(rowOf({ resource: newer }).environment).toBe('stage');
  });

  it("takes session and turn from Loopscope's own attributes before any other", () => {
    const span = tool({
      'gen_ai.conversation.id': 'theirs',
      [ATTRIBUTES.sessionId]: 'ours',
      [ATTRIBUTES.turnId]: 't-1',
    });
    const row = rowOf(span);
    expect(row).toMatchObject({ session_id: 'ours', turn_id: 't-1' });
    expect(row.attributes).not.toContain('loopscope.session.id');
  });

  it('takes the session from the resource where no span has one', () => {
    expect(rowOf({ resource: { 'session.id': 'r-1' } }).session_id).toBe('r-1');
  });

  it.each([
    ['chat', ['tool_calls'], 'tool_call'],
    ['invoke_agent', ['max_steps'], 'max_steps'],
    ['execute_tool', ['tool_calls'], ''],
  ])('%s that ended with %j ended with %j', (operation, reasons, finish_reason) => {
    const attributes = {
      'gen_ai.operation.name': operation,
      'gen_ai.tool.name': 'search',
      'gen_ai.response.finish_reasons': reasons,
    };
    expect(rowOf({ attributes })).toMatchObject({ finish_reason });
  });
});

describe('times', () => {
  it('are kept to the nanosecond and shown to the millisecond', () => {
    const row = rowOf({ startMs: FIXTURE_NOW_MS - 1_000, endMs: FIXTURE_NOW_MS - 908 });
    expect(row).toMatchObject({
      start_ns: `${FIXTURE_NOW_MS - 1_000}000000`,
      started_at: '2026-11-30 11:59:59.000',
      duration_ms: 92,
      marks: [],
    });
  });

  it.each([
    ['an end before the start', FIXTURE_NOW_MS, FIXTURE_NOW_MS - 1, '2026-11-30 12:00:00.000'],
    ['no times', 0, 0, '2018-12-02 12:00:00.000'],
    ['seconds taken for milliseconds', 1_700_000_000, 1_700_000_001, '2018-12-02 12:00:00.000'],
    ['the year 2262', 9_214_646_400_000, 9_214_646_400_001, '2026-12-01 12:00:00.000'],
    ['the year 2554', 18_446_744_073_709, 18_446_744_073_709, '2026-12-01 12:00:00.000'],
  ])('%s: clamped and marked, never negative', (_name, startMs, endMs, started_at) => {
    const row = rowOf({ startMs, endMs });
    expect(row).toMatchObject({ started_at, marks: ['clock_suspect'] });
    expect(row.duration_ms).toBeGreaterThanOrEqual(0);
    expect(BigInt(row.start_ns)).toBeLessThan(2n ** 63n);
    expect(spanRow.safeParse(row).success).toBe(true);
  });
});

describe('tokens', () => {
  it.each([
    ['a number', 100, 100],
    ['a numeric text', '100', 100],
    ['a whole double', '100.0', 100],
    ['a negative count', -1, null],
    ['a fraction', 0.5, null],
    ['a count beyond 2^53', '9007199254740993', null],
    ['words', 'many', null],
    ['nothing', null, null],
  ])('%s', (_name, given, expected) => {
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': given };
    expect(rowOf({ attributes }).input_tokens).toBe(expected);
  });
});

describe('signatures', () => {
  it('do not depend on key order, spacing or encoding of the arguments', () => {
    const { signature } = rowOf(withArgs('{"a":1,"b":[1,2]}'));
    const structured = tool({ 'gen_ai.tool.call.arguments': { b: [1, 2], a: 1 } });
    expect(rowOf(withArgs('{ "b": [1, 2.0], "a": 1 }')).signature).toBe(signature);
    expect(rowOf(structured).signature).toBe(signature);
    expect(rowOf(withArgs('{"a":"1","b":[1,2]}')).signature).not.toBe(signature);
  });

  it('keep integers beyond 2^53 apart, as text and as structured values', () => {
    const ids = ['9007199254740992', '9007199254740993'];
    const signatures = ids.map((id) => rowOf(withArgs(`{"id":${id}}`)).signature);
    expect(new Set(signatures).size).toBe(2);
  });

  it('follow the declaration of the tool', () => {
    const declarations = new Map([
      ['search', { identity: ['q'], volatile: ['request_id'], effect: 'read' as const }],
    ]);
    const a = rowOf(withArgs('{"q":"x","note":"first","request_id":1}'), { declarations });
    const b = rowOf(withArgs('{"q":"x","note":"second","request_id":2}'), { declarations });
    expect(a.identity).toBe(b.identity);
    expect(a.signature).not.toBe(b.signature);
    expect(a).toMatchObject({ identity_fields: ['q'], effect: 'read', tagged_by: 'collector' });
  });

  it("are taken over from the sender's processor where its version is ours", () => {
    const tags = {
      [ATTRIBUTES.signatureVersion]: SIGNATURE_VERSION,
      [ATTRIBUTES.toolSignature]: 'aaaaaaaaaaaaaaaa',
      [ATTRIBUTES.toolIdentity]: 'bbbbbbbbbbbbbbbb',
      [ATTRIBUTES.toolIdentityFields]: ['q'],
      [ATTRIBUTES.toolEffect]: 'write',
      [ATTRIBUTES.resultKind]: 'value',
      [ATTRIBUTES.resultFingerprint]: 'cccccccccccccccc',
      [ATTRIBUTES.errorClass]: 'rate_limited',
      [ATTRIBUTES.toolAttempt]: 3,
    };
    const row = rowOf(tool(tags));
    expect(JSON.parse(row.attributes)).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      [ATTRIBUTES.toolAttempt]: 3,
    });
    expect(row).toMatchObject({
      signature: 'aaaaaaaaaaaaaaaa',
      identity: 'bbbbbbbbbbbbbbbb',
      identity_fields: ['q'],
      effect: 'write',
      result_kind: 'value',
      result_fingerprint: 'cccccccccccccccc',
      outcome: 'error',
      error_class: 'rate_limited',
      tagged_by: 'sdk',
    });
    const other = { ...tags, [ATTRIBUTES.signatureVersion]: SIGNATURE_VERSION + 1 };
    expect(rowOf(tool(other))).toMatchObject({ signature: '', tagged_by: 'collector' });
  });

  it('of arguments nested 100,000 deep exist, and the span is marked', () => {
    const deep = (leaf: number) => `{"a":${'['.repeat(100_000)}${leaf}${']'.repeat(100_000)}}`;
    const [one, two] = [rowOf(withArgs(deep(1))), rowOf(withArgs(deep(2)))];
    expect(one.marks).toContain('too_deep');
    expect(one.signature).toMatch(/^[0-9a-f]{16}$/);
    expect(one.signature).not.toBe(two.signature);
  });

  it('of arguments that were cut by their sender are marked', () => {
    expect(rowOf(withArgs('{"q":"a long te...')).marks).toContain('args_truncated');
    const dropped = { ...withArgs('{"q":"a'), droppedAttributesCount: 1 };
    expect(rowOf(dropped).marks).toContain('args_truncated');
    expect(rowOf(withArgs('{"q":"and so on..."}')).marks).toEqual([]);
  });
});

describe('sizes', () => {
  it('a value beyond the cap is cut after it was signed; its size is kept', () => {
    const long = (last: string) => withArgs(`{"q":"${'x'.repeat(400_000)}${last}"}`);
    const [a, b] = [rowOf(long('a')), rowOf(long('b'))];
    expect(a.args).toHaveLength(256 * 1024);
    expect(a).toMatchObject({ args_size: 400_009, args_known: 1, marks: ['truncated'] });
    expect(a.signature).not.toBe(b.signature);
  });

  it('values of several megabytes are told apart without being parsed', () => {
    const long = (last: string) => withArgs(`{"q":"${'x'.repeat(3_000_000)}${last}"}`);
    expect(rowOf(long('a')).signature).not.toBe(rowOf(long('b')).signature);
    const result = (last: string) =>
      rowOf(tool({ 'gen_ai.tool.call.result': `${'y'.repeat(3_000_000)}${last}` }));
    expect(result('a').result_fingerprint).not.toBe(result('b').result_fingerprint);
  });

  it('attributes and events are capped one by one and together', () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`k${index}`, 'x'.repeat(20_000)]),
    );
    const events = Array.from({ length: 50 }, () => ({ name: 'e', attributes }));
    const row = rowOf({ attributes, events });
    expect(row.attributes.length).toBeLessThanOrEqual(64 * 1024);
    expect(row.events.length).toBeLessThanOrEqual(64 * 1024);
    expect(row.marks).toEqual(['truncated']);
    expect(JSON.parse(row.attributes).k0).toHaveLength(8 * 1024);
    expect(JSON.parse(row.events)).toEqual([]);
  });

  it('a cut never splits a surrogate pair', () => {
    const row = rowOf({ attributes: { k: `${'x'.repeat(8 * 1024 - 1)}😀😀` } });
    expect(JSON.parse(row.attributes).k.isWellFormed()).toBe(true);
  });
});

describe('what no column holds', () => {
  it('stays with the attributes, everything else does not', () => {
    const row = rowOf(
      tool({ 'gen_ai.tool.call.arguments': '{}', 'http.route': '/x', flags: [1, true, null] }),
    );
    expect(JSON.parse(row.attributes)).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'http.route': '/x',
      flags: [1, true, null],
    });
  });

  it('keeps 64-bit integers with all digits and writes NaN as null', () => {
    const pairs = rowOf({ attributes: { big: '1', nan: 0.5 } });
    expect(pairs.attributes).toBe('{"big":"1","nan":0.5}');
  });
});

describe("content 'hashes'", () => {
  const span: SpanFixture = {
    ...tool({
      'gen_ai.tool.call.arguments': '{"q":"secret-in"}',
      'gen_ai.tool.call.result': '{"error":"secret-out"}',
      'http.status': 200,
      note: 'secret-note',
      nested: { a: ['secret-nested'] },
    }),
    statusMessage: 'secret-status',
    status: 'error',
    events: [{ name: 'exception', attributes: { 'exception.message': 'secret-event' } }],
  };

  it('keeps signatures, fingerprints and sizes, and none of the text', () => {
    const full = rowOf(span);
    const row = rowOf(span, { content: 'hashes' });
    const { signature, identity, result_fingerprint, args_size, result_size } = full;
    expect(row).toMatchObject({ signature, identity, result_fingerprint, args_size, result_size });
    const { error_template: _masked, ...columns } = row;
    expect(JSON.stringify(columns)).not.toContain('secret');
    expect(JSON.parse(row.attributes)).toMatchObject({ 'http.status': 200, note: null });
  });

  it('signs what stands in messages, and keeps none of its text', () => {
    const messages = (content: 'full' | 'hashes') =>
      JSON.parse(
        rowOf(
          {
            attributes: {
              'gen_ai.operation.name': 'chat',
              'gen_ai.output.messages': JSON.stringify([
                {
                  role: 'assistant',
                  parts: [
                    { type: 'tool_call', id: 'c', name: 'search', arguments: { q: 'secret' } },
                  ],
                },
              ]),
            },
          },
          { content },
        ).messages,
      );
    expect(messages('hashes').asked[0]).toEqual({ ...messages('full').asked[0], args: '' });
  });
});

describe('version', () => {
  const at = (change: SpanFixture) => BigInt(rowOf({ ...tool(), ...change }).version);

  it('does not depend on when the span arrived', () => {
    expect(rowOf(tool(), { nowMs: FIXTURE_NOW_MS + 60_000 }).version).toBe(rowOf(tool()).version);
  });

  it('is higher for the later end, then for more attributes, and differs for other content', () => {
    const startMs = FIXTURE_NOW_MS - 5_000;
    const early = at({ startMs, endMs: startMs + 1 });
    const late = at({ startMs, endMs: startMs + 2 });
    expect(late).toBeGreaterThan(early);
    const more = tool({ extra: 1 }).attributes ?? {};
    expect(at({ attributes: more })).toBeGreaterThan(at({}));
    const [a, b] = ['a', 'b'].map((extra) => at({ attributes: tool({ extra }).attributes ?? {} }));
    expect(a).not.toBe(b);
    expect(late).toBeLessThan(2n ** 63n);
  });
});
