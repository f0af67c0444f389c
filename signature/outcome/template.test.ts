import { describe, expect, test } from 'vitest';
import { errorTemplate } from './template.ts';

describe('one template for messages that differ in', () => {
  test.each([
    ['an id', 'Order ord_8f2a not found', 'Order ord_91bc not found'],
    ['a number', 'line 12: 3 errors', 'line 40: 17 errors'],
    ['a quoted word', "No table 'orders'", "No table 'customers'"],
    ['a double-quoted word', 'Field "a" is required', 'Field "b" is required'],
    ['a path', 'cannot open /var/log/a.txt', 'cannot open /home/me/b.txt'],
    ['a relative path', 'cannot open src/a/index.ts', 'cannot open lib/b.ts'],
    ['a Windows path', String.raw`cannot open C:\a\b.txt`, String.raw`cannot open D:\x\y.txt`],
    ['a URL', 'GET https://a.example/x?y=1 failed', 'GET https://b.example/ failed'],
    ['a time', 'at 2026-11-30T10:00:00Z: busy', 'at 2026-11-30T11:22:33.123+01:00: busy'],
    ['a clock time', 'busy at 10:00:01', 'busy at 23:59:59'],
    [
      'a uuid',
      'run 550e8400-e29b-41d4-a716-446655440000 lost',
      'run 6ba7b810-9dad-11d1-80b4-00c04fd430c8 lost',
    ],
    ['a hash', 'commit 3f2a9bc1d0 missing', 'commit 77ab12ef09 missing'],
    ['an address', 'object at 0x7f3a broken', 'object at 0x55d1ff broken'],
    ['a duration', 'timed out after 30001 ms', 'timed out after 30002ms'],
    ['a request id', 'request req_011CQabc failed', 'request req_99ZZZxyz failed'],
    ['an e-mail address', 'no user a.b@example.com', 'no user c@example.org'],
    ['white space', 'a  b\n c', 'a b c'],
    ['a decimal', 'amount 12.50 too high', 'amount 3 too high'],
  ])('%s', (_, a, b) => {
    expect(errorTemplate(a)).toBe(errorTemplate(b));
  });
});

test.each([
  ['timeout', 'connection refused'],
  ['Field "a" is required', 'Field "a" is unknown'],
  ["can't open the file", "can't close the file"],
])('%s and %s stay apart', (a, b) => {
  expect(errorTemplate(a)).not.toBe(errorTemplate(b));
});

test('words are kept', () => {
  expect(errorTemplate("The user's order can't be found, isn't it?")).toBe(
    "The user's order can't be found, isn't it?",
  );
  expect(errorTemplate('Order ord_8f2a of c_40912 not found after 30 s')).toBe(
    'Order <id> of <id> not found after <duration>',
  );
});

test('a template is one line of at most 300 characters', () => {
  expect(errorTemplate(`${'word '.repeat(500)}\nend`).length).toBeLessThanOrEqual(300);
});

test('any text is masked in bounded time', () => {
  for (const part of [
    '"',
    "'",
    'a',
    '1',
    '/',
    '-',
    '_',
    'a1_',
    '0x',
    'a@',
    '1:1:',
    ' 1.',
    '<',
    '“',
    '2026-',
  ]) {
    expect(errorTemplate(part.repeat(1_000_000))).toBeTypeOf('string');
  }
});
