import { array, assert, constantFrom, json, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTag, createTextMask } from './mask-text.ts';
import { maskingConfig } from './masking-config.ts';

const tag = createTag(Buffer.alloc(32, 7));
const mask = createTextMask({ keys: [], patterns: [] }, tag);
const letters = 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2eF4hJ6kL8n';

/** Put together here, so that no scanner takes this file for a leak. */
const TOKENS: [kind: string, secret: string][] = [
  ['api_key', `sk-${letters}`],
  ['api_key', `sk-proj-${letters}_${letters}`],
  ['api_key', `sk-ant-api03-${letters}-${letters}AA`],
  ['stripe', `sk_live_${letters.slice(0, 24)}`],
  ['stripe', `rk_test_${letters.slice(0, 24)}`],
  ['stripe', `whsec_${letters.slice(0, 32)}`],
  ['github', `ghp_${letters.slice(0, 36)}`],
  ['github', `github_pat_11ABCDE_${letters}`],
  ['gitlab', `glpat-${letters.slice(0, 20)}`],
  ['slack', `xoxb-123456789012-${letters.slice(0, 24)}`],
  ['slack', `hooks.slack.com/services/T0001/B0001/${letters.slice(0, 24)}`],
  ['aws_key_id', 'AKIAIOSFODNN7EXAMPLE'],
  ['google', `AIza${letters.slice(0, 35)}`],
  ['google', `ya29.${letters}`],
  ['npm', `npm_${letters.slice(0, 36)}`],
  ['pypi', `pypi-${letters}${letters}`],
  ['hugging_face', `hf_${letters.slice(0, 34)}`],
  ['groq', `gsk_${letters}`],
  ['sendgrid', `SG.${letters.slice(0, 22)}.${letters}`],
  ['twilio', `SK${'0123456789abcdef'.repeat(2)}`],
  ['shopify', `shpat_${'0123456789abcdef'.repeat(2)}`],
  ['databricks', `dapi${'0123456789abcdef'.repeat(2)}`],
  ['telegram', `123456789:AA${letters.slice(0, 33)}`],
  ['jwt', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.${letters}`],
];

describe('a token', () => {
  it.each(TOKENS)(
    '%s is found in a sentence, in JSON, in JSON within JSON and at the end',
    (kind, secret) => {
      const stand = tag(kind, secret);
      const json = JSON.stringify({ note: `use ${secret}`, n: 1 });
      for (const text of [
        `use ${secret}, please`,
        json,
        JSON.stringify({ json }),
        `last: ${secret}`,
        secret,
      ]) {
        const masked = mask(text);
        expect(masked).toBe(text.replace(secret, stand));
      }
    },
  );

  it.each([
    'the task-management-system-of-2024-is-slow',
    'ask-me-anything-1234567890-and-more',
    'risk-assessment-of-q3-2026-report',
    'a bearer of good news, basic understanding',
    'order 4111-2222 of 2026-11-30T10:00:00.000Z',
    'https://example.com:8443/path@2x.png',
    'time 1790000000000000000 and id 1234567890123456789',
    'eyJust a word',
    'monkey-0123 and key-value',
  ])('"%s" has none', (text) => {
    expect(mask(text)).toBe(text);
  });
});

describe('a credential', () => {
  it.each([
    ['Authorization: Bearer abc123DEF456ghi', 'abc123DEF456ghi'],
    ['authorization: basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['curl -H "Authorization: token 0123abcd4567"', '0123abcd4567'],
    ['{"headers":{"Authorization":"Bearer opaque-1"}}', 'opaque-1'],
    ['{"authorization":["Bearer opaque-1"]}', 'opaque-1'],
    ['Proxy-Authorization: Basic Zm9vOmJhcg==', 'Zm9vOmJhcg=='],
    ['Cookie: sid=31d4d96e407aad42; theme=dark', 'sid=31d4d96e407aad42; theme=dark'],
    ['postgres://app:s3cr3t!@db.internal:5432/orders', 's3cr3t!'],
    ['redis://:onlypassword@cache:6379', 'onlypassword'],
    ['GET /v1?api_key=abcd1234&page=2', 'abcd1234'],
    ['export DB_PASSWORD=hunter2', 'hunter2'],
    ['password: correcthorse', 'correcthorse'],
    ["{'client_secret': 'q1w2e3'}", 'q1w2e3'],
    ['{"dbPassword":"it\'s \\"odd\\" x"}', 'it\'s \\"odd\\" x'],
    ['{"body":"{\\"password\\":\\"a\\\\\\"b\\"}"}', 'a\\\\\\"b'],
    ['AccountKey=abc/def+ghi==;EndpointSuffix=core', 'abc/def+ghi=='],
    ['secretAccessKey => "wJalrXUtnFEMI/K7MDENG"', 'wJalrXUtnFEMI/K7MDENG'],
  ])('in %s', (text, secret) => {
    const masked = mask(text);
    expect(masked).not.toContain(secret);
    const [before, after] = text.split(secret);
    expect(masked.startsWith(before ?? '')).toBe(true);
    expect(masked.endsWith(after ?? '')).toBe(true);
  });

  it.each([
    'the password is required',
    '{"password":null,"api_key":"","has_secret":true}',
    'secret: none',
    'authorization: denied',
    'the secret: never give up',
    'PWD=/home/app',
    '{"max_tokens":1200,"input_tokens":"1234567890123456"}',
    '{"page_token":"eAo0MTIzNDU2Nzg5MDEyMw"}',
    '{"token":"the","logprob":-0.1}',
    'api_key_id=7',
  ])('"%s" has none', (text) => {
    expect(mask(text)).toBe(text);
  });

  it('a private key goes to its end, or to that of the text', () => {
    const body = 'MIIEpAIBAAKCAQEA7\nabc';
    const pem = `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`;
    expect(mask(`a ${pem} b`)).toMatch(
      /^a -----BEGIN RSA PRIVATE KEY-----\[masked:private_key:\w{12}\]-----END .* b$/,
    );
    expect(mask(pem.slice(0, -40))).not.toContain('MIIE');
    expect(mask(JSON.stringify({ pem }))).not.toContain('MIIE');
    expect(JSON.parse(mask(JSON.stringify({ pem })))).toBeTypeOf('object');
  });
});

describe('a card number', () => {
  it.each([
    '4111111111111111',
    '5500 0000 0000 0004',
    '3400-000000-00009',
    '6011000000000004',
    '378282246310005',
    '30569309025904',
    '3530111333300000',
  ])('%s is masked', (card) => {
    expect(mask(`card ${card}.`)).toBe(`card ${tag('card', card)}.`);
  });

  it('as a number in JSON becomes a string of it', () => {
    const masked = mask(
      '{"a":[4111111111111111,1],"b":"x: 4111111111111111, y","c":4111111111111111}',
    );
    const stand = tag('card', '4111111111111111');
    expect(JSON.parse(masked)).toEqual({ a: [stand, 1], b: `x: ${stand}, y`, c: stand });
  });

  it.each(['4111111111111112', '1234567890123452', '41111111111111111234', '0.4111111111111111'])(
    '%s is none',
    (text) => {
      expect(mask(`id ${text} `)).toBe(`id ${text} `);
    },
  );
});

describe('what stands for a secret', () => {
  it('is equal for equal secrets, wherever they stand, and another with another key', () => {
    const secret = `ghp_${letters.slice(0, 36)}`;
    const [one, two] = [`a ${secret}`, `{"x":"${secret}"}`].map(
      (text) => /\[masked:.*?\]/.exec(mask(text))?.[0],
    );
    expect(one).toBe(two);
    const other = createTextMask({ keys: [], patterns: [] }, createTag(Buffer.alloc(32, 8)));
    expect(other(`a ${secret}`)).not.toBe(mask(`a ${secret}`));
  });

  const fragments = constantFrom(
    ...TOKENS.map(([, secret]) => secret),
    ...String.raw`password= "secret":" \" " \ [ ] { } : = , :// @ Bearer Cookie: 41111111`.split(
      ' ',
    ),
    ...`token -----BEGIN|PRIVATE|KEY----- é😀 x ' ' '`
      .split(' ')
      .map((part) => part.replaceAll('|', ' ')),
    ' ',
    '\n',
  );
  const texts = array(fragments, { maxLength: 30 }).map((parts) => parts.join(''));

  it.each([
    '[null,6244089481941132]',
    JSON.stringify({ args: '{"n":-6244089481941132,"m":1}' }),
    JSON.stringify({ a: JSON.stringify({ b: JSON.stringify([6244089481941132, 'é"\\']) }) }),
  ])('takes the place of a number in JSON as a string, also where that JSON is one: %s', (text) => {
    const read = (value: unknown): unknown =>
      typeof value === 'string' && /^[[{]/.test(value) && !value.startsWith('[masked')
        ? read(JSON.parse(value))
        : Array.isArray(value)
          ? value.map(read)
          : typeof value === 'object' && value !== null
            ? Object.values(value).map(read)
            : value;
    expect(JSON.stringify(read(mask(text)))).toContain(`"${tag('card', '6244089481941132')}"`);
  });

  it.each(['\\n', '\\t', '\\u00e9'])('leaves the escape %s before it whole', (escape) => {
    const coded = Buffer.from(`password=${letters}`).toString('base64');
    for (const secret of [coded, `npm_${letters.slice(0, 36)}`])
      JSON.parse(mask(`{"a":"x${escape}${secret}"}`));
  });

  it('is left alone when it comes again', () => {
    assert(
      property(texts, (text) => {
        const once = mask(text);
        for (const [stand] of once.matchAll(/\[masked:\w+:[0-9a-f]{12}\]/g)) {
          expect(mask(once)).toContain(stand);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('stands for a whole number, its sign and exponent with it', () => {
    const masked = mask('{"a":[-5379100377378096],"b":4111111111111111e2}');
    expect(JSON.parse(masked)).toMatchObject({
      a: [expect.stringMatching(/^\[masked:card:/)],
      b: expect.stringMatching(/^\[masked:card:/),
    });
  });

  it('keeps JSON readable', () => {
    assert(
      property(json({ maxDepth: 3 }), texts, (value, text) => {
        const numbers = [null, 6244089481941132, -4.1111111111111e25];
        const nested = JSON.stringify([{ password: 12345678 }, numbers, JSON.stringify(numbers)]);
        JSON.parse(mask(`[${value}]`));
        const masked = JSON.parse(mask(JSON.stringify({ a: text, password: text, nested })));
        JSON.parse(JSON.parse(masked.nested)[2]);
      }),
      { numRuns: 300 },
    );
  });

  it('no token survives, whatever is around it', () => {
    const around = texts.filter((text) => !TOKENS.some(([, secret]) => text.includes(secret)));
    assert(
      property(around, constantFrom(...TOKENS), around, (before, [, secret], after) => {
        expect(mask(`${before} ${secret} ${after}`)).not.toContain(secret);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the work', () => {
  it.each([
    ['letters', 'a'],
    ['digits', '4'],
    ['grouped digits', '4-'],
    ['quotes', '"'],
    ['backslashes', '\\'],
    ['names', 'password'],
    ['open values', '"password":"'],
    ['escaped quotes behind a name', '\\"'],
    ['schemes', '://'],
    ['schemes with users', '://a:'],
    ['begun keys', 'sk-a'],
    ['begun private keys', '-----BEGIN PRIVATE KEY-----'],
    ['begun tokens', 'eyJaaaaaaaaa.'],
    ['bearers', 'Bearer '],
    ['spaces', 'password  '],
    ['brackets', '['],
    ['single quotes that open', "password='x "],
    ['private keys in strings', '-----BEGIN PRIVATE KEY-----"'],
    ['private keys and backslashes', '-----BEGIN PRIVATE KEY-----\\'],
    ['values and backslashes', 'password=\\"'],
  ])(
    'on a million characters of %s ends soon',
    (_name, unit) => {
      // Far above what a linear search needs, far below what any other would.
      const text = `{"password":"${unit.repeat(1_000_000 / unit.length)}`;
      expect(mask(text)).toBeTypeOf('string');
    },
    20_000,
  );
});

describe('patterns of the user', () => {
  const rules = (patterns: { name: string; regex: string }[]) => maskingConfig.parse({ patterns });

  it('are masked by their name', () => {
    const own = createTextMask(rules([{ name: 'employee', regex: 'EMP-\\d{6}' }]), tag);
    expect(own('ask EMP-123456 or EMP-12')).toBe(`ask ${tag('employee', 'EMP-123456')} or EMP-12`);
  });

  it('that would run away elsewhere do not here', () => {
    const own = createTextMask(rules([{ name: 'evil', regex: '(a+)+$' }]), tag);
    const text = `${'a'.repeat(50_000)}b`;
    expect(own(text)).toBe(text);
  });

  it.each([
    ['(', /no RE2 pattern/],
    ['(?=x)y', /no RE2 pattern/],
    ['(a)\\1', /no RE2 pattern/],
    ['a*', /matches the empty text/],
  ])('%s is refused', (regex, message) => {
    expect(() => rules([{ name: 'x', regex }])).toThrow(message);
  });

  it('further names hide their values', () => {
    const own = createTextMask({ keys: ['ssn', 'iban'], patterns: [] }, tag);
    expect(own('{"ssn":"123-45-6789","mission":"x-1"}')).toBe(
      `{"ssn":"${tag('named', '123-45-6789')}","mission":"x-1"}`,
    );
    expect(own('customer_iban=DE89370400440532013000')).not.toContain('DE89');
  });
});
