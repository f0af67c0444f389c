import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeTraces } from '../decode/decode-traces.ts';
import { DIALECTS } from '../dialects/index.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { createNormaliser } from '../normalise/normalise-span.ts';
import { toSpanRow } from '../rows/span-row.ts';
import { FIXTURE_NOW_MS, requestOf, type Plain, type SpanFixture } from '../span-fixture.ts';
import { createMask } from './mask-span.ts';
import { maskingConfig } from './masking-config.ts';
import { loadMaskingKey } from './masking-key.ts';

const rules = maskingConfig.parse({});
const mask = createMask({ rules, key: Buffer.alloc(32, 7) }, DEFAULT_LIMITS);
const normalise = createNormaliser(DIALECTS);
const context = {
  project: 'p',
  declarations: new Map(),
  content: 'full' as const,
  limits: DEFAULT_LIMITS,
  nowMs: FIXTURE_NOW_MS,
};
const secret = 'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2eF4hJ6';
const another = 'ghp_zZ3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2eF4hJ6';

function canonical(fixture: SpanFixture) {
  const body = Buffer.from(JSON.stringify(requestOf(fixture)));
  return normalise(decodeTraces(body, 'json', DEFAULT_LIMITS).spans[0]!);
}
const rowOf = (fixture: SpanFixture) => toSpanRow(mask.span(canonical(fixture)), context);

const tool = (args: string, more: Record<string, Plain> = {}): SpanFixture => ({
  attributes: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'fetch',
    'gen_ai.tool.call.arguments': args,
    ...more,
  },
});

describe('a row', () => {
  const messages = JSON.stringify([
    { role: 'user', parts: [{ type: 'text', content: `my token is ${secret}` }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: { key: secret } }] },
  ]);
  const answer = JSON.stringify([
    {
      role: 'assistant',
      parts: [
        { type: 'text', content: `I use ${secret}` },
        { type: 'tool_call', id: 'd', name: 'fetch', arguments: { url: `https://x/?t=${secret}` } },
      ],
    },
  ]);

  it.each<[string, SpanFixture]>([
    ['arguments', tool(JSON.stringify({ url: `https://api/?key=${secret}` }))],
    ['a result', tool('{}', { 'gen_ai.tool.call.result': `{"token":"${secret}"}` })],
    ['a tool that failed', { ...tool('{}'), status: 'error', statusMessage: `401 for ${secret}` }],
    [
      'an exception',
      {
        ...tool('{}'),
        status: 'error',
        events: [
          {
            name: 'exception',
            attributes: {
              'exception.type': 'HTTPError',
              'exception.message': `bad credentials ${secret}`,
              'exception.stacktrace': `at login(${secret})`,
            },
          },
        ],
      },
    ],
    [
      'messages',
      {
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'm',
          'gen_ai.input.messages': messages,
          'gen_ai.output.messages': answer,
        },
      },
    ],
    ['names', { name: `GET ${secret}`, scope: secret, attributes: { [`header ${secret}`]: 1 } }],
    ['resources', { resource: { 'service.name': secret } }],
    ['sessions and users', tool('{}', { 'session.id': secret, 'user.id': secret })],
    [
      'a tool and its call',
      tool('{}', { 'gen_ai.tool.name': secret, 'gen_ai.tool.call.id': secret }),
    ],
    ['lists and objects', { attributes: { deep: [{ a: { b: [secret] } }], [secret]: { x: 1 } } }],
    ['events', { events: [{ name: secret, attributes: { a: [secret], [secret]: 'x' } }] }],
    ['the cut of a long attribute', { attributes: { long: `${'x '.repeat(4_090)} ${secret}` } }],
    ['the cut of long arguments', tool(JSON.stringify({ a: 'x '.repeat(131_050), b: secret }))],
  ])('has no secret in %s', (_name, fixture) => {
    expect(JSON.stringify(rowOf(fixture))).not.toContain(secret.slice(0, 12));
  });

  it('hides what its name gives away, whole, whatever it looks like', () => {
    const row = rowOf({
      attributes: {
        'http.request.header.authorization': ['Bearer opaque-word'],
        'http.request.header.cookie': 'a=b',
        dbPassword: 'hunter2',
        nested: { api_key: 'plain', list: [{ clientSecret: 'pw' }] },
        'gen_ai.usage.input_tokens': 12,
        card: 4111111111111111,
      },
    });
    for (const hidden of ['opaque-word', 'a=b', 'hunter2', 'plain', '"pw"', '4111111111111111']) {
      expect(row.attributes).not.toContain(hidden);
    }
    expect(row.attributes).toContain('Bearer [masked:named:');
  });

  it('is signed after masking: equal secrets are equal calls, others are not', () => {
    const signature = (token: string): string =>
      rowOf(tool(JSON.stringify({ token, page: 1 }))).signature;
    expect(signature(secret)).toBe(signature(secret));
    expect(signature(secret)).not.toBe(signature(another));
    const plain = toSpanRow(canonical(tool(JSON.stringify({ token: secret, page: 1 }))), context);
    expect(signature(secret)).not.toBe(plain.signature);
    expect(JSON.parse(rowOf(tool(JSON.stringify({ token: secret, page: 1 }))).args)).toMatchObject({
      page: 1,
    });
  });

  it('without secrets is the same as unmasked', () => {
    const fixture = tool('{"customer":"c1","big":12345678901234567890}', {
      'gen_ai.tool.call.result': '[]',
      deep: [{ a: 1 }, 'text that is long enough'],
    });
    expect(rowOf(fixture)).toEqual(toSpanRow(canonical(fixture), context));
  });

  it('keeps its ids, though they may look like cards', () => {
    const ids = { traceId: '4111111111111111'.repeat(2), spanId: '4111111111111111' };
    expect(rowOf({ ...ids, parentSpanId: '4111111111111111' })).toMatchObject({
      trace_id: ids.traceId,
      span_id: ids.spanId,
      parent_span_id: '4111111111111111',
    });
  });

  it('leaves the span that it was made of alone', () => {
    const span = canonical(tool(`{"a":"${secret}"}`, { deep: { b: [secret] } }));
    const before = structuredClone(span);
    mask.span(span);
    expect(span).toEqual(before);
  });
});

describe('a rejected span', () => {
  it('has no secret in its sample, its detail and its resource', () => {
    const resource = { attributes: new Map([['service.name', secret]]) };
    const detail = `unexpected ${secret}`;
    const sample = `{"name":"${secret}"}`;
    const ids = { traceId: '', spanId: '' };
    const masked = mask.rejection({ reason: 'malformed_span', detail, sample, resource, ...ids });
    expect(JSON.stringify([masked, [...masked.resource.attributes]])).not.toContain(secret);
  });
});

describe('the key of the installation', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loopscope-mask-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is made once, for its owner alone', () => {
    const dataDir = join(folder, 'new');
    const key = loadMaskingKey(dataDir);
    expect(key).toHaveLength(32);
    expect(loadMaskingKey(dataDir)).toEqual(key);
    expect(loadMaskingKey(join(folder, 'other'))).not.toEqual(key);
    expect(statSync(join(dataDir, 'masking.key')).mode & 0o777).toBe(0o600);
  });

  it('that is damaged is not replaced in silence', () => {
    writeFileSync(join(folder, 'masking.key'), 'short');
    expect(() => loadMaskingKey(folder)).toThrow(/masking\.key is damaged/);
  });
});
