import { describe, expect, test } from 'vitest';
import { fingerprintResult, type ResultFingerprint } from './fingerprint.ts';
import { readOutcome } from '../outcome/outcome.ts';

function print(raw: unknown): ResultFingerprint {
  return fingerprintResult(raw, readOutcome({ status: 'unset', result: raw }));
}

describe('empty is', () => {
  test.each([
    '[]',
    '{}',
    '""',
    'null',
    '',
    ' \n',
    'None',
    '()',
    'set()',
    '[null]',
    '[{}]',
    '[[]]',
    '{"results":[]}',
    '{"matched":0}',
    '{"count":0,"items":[]}',
    '{"total":0,"rows":[],"took_ms":12}',
    '{"results":[],"query":"boots","page":1,"next_cursor":null}',
    '{"success":true,"message":"No orders found","orders":[]}',
    '{"status":"ok","data":null}',
    '{"data":{"orders":[],"total":0}}',
    '{"data":[],"meta":{"request_id":"8f7a","took_ms":12,"total":0}}',
    '{"jsonrpc":"2.0","id":7,"result":{"rows":[]}}',
    '{"result":"[]"}',
    '"[]"',
    '{"outputs":[]}',
    '{"response":[]}',
    '{"content":[{"type":"text","text":"[]"}]}',
    '{"content":[],"isError":false}',
    '[{"type":"text","text":"[]"}]',
    '{"content":[{"type":"text","text":"{}"}],"structuredContent":{"rows":[]},"isError":false}',
    '{"lc":1,"type":"constructor","id":["a"],"kwargs":{"content":"[]","status":"success","tool_call_id":"c"}}',
    '{"type":"json","value":[]}',
    '{"type":"text","value":""}',
    '{"id":"f","name":"search","response":{"results":[]}}',
    "{'rows': []}",
    '[(None,)]',
    '{"stdout":"","stderr":"","exit_code":0}',
    '{"errors":[],"results":[]}',
    'No results found.',
    'No matching orders were found for "boots"',
    '0 matches',
    'no results',
    'Your search returned no results',
  ])('%s', (raw) => {
    expect(print(raw)).toEqual(print('[]'));
    expect(print(raw).kind).toBe('empty');
  });

  test.each([
    [[]],
    [{}],
    [null],
    [''],
    [{ results: [] }],
    [{ matched: 0 }],
    [new Map()],
    [new Set()],
  ])('the value %j', (raw) => {
    expect(print(raw).kind).toBe('empty');
  });
});

describe('a value is', () => {
  test.each([
    'false',
    '0',
    '"0"',
    'true',
    '[0]',
    '[false]',
    '[""," "," x"]',
    '{"deleted":0}',
    '{"balance":0}',
    '{"ok":true}',
    '{"success":true}',
    '{"errors":[]}',
    '{"warnings":[],"errors":[]}',
    '{"ticket_id":"T-1","comments":[]}',
    '{"status":"pending","result":null}',
    '{"count":0,"name":"x"}',
    '{"count":3,"items":[]}',
    'No errors found',
    'No issues found in 3 files',
    'done',
    'nothing',
    'No one has ever found the treasure, but the story goes on\nand on',
    '{"message":""}',
  ])('%s', (raw) => {
    expect(print(raw).kind).toBe('value');
  });
});
