import { describe, expect, test } from 'vitest';
import { readOutcome, type OutcomeEvidence } from './outcome.ts';

function outcome(evidence: Partial<OutcomeEvidence>): string {
  const { state, errorClass } = readOutcome({ status: 'unset', ...evidence });
  return errorClass === null ? state : `${state} ${errorClass}`;
}

describe('without any sign of failure', () => {
  test.each<[string, Partial<OutcomeEvidence>, string]>([
    ['nothing recorded is unknown', {}, 'unknown'],
    ['an OK status is ok', { status: 'ok' }, 'ok'],
    ['a result is ok', { result: '{"rows":[1]}' }, 'ok'],
    ['a recorded null is ok', { result: null }, 'ok'],
    ['a redacted result is unknown', { result: '__REDACTED__' }, 'unknown'],
    ['a flag that denies failure adds nothing', { flaggedError: false }, 'unknown'],
    ['an empty error type is none', { errorType: '', result: '[]' }, 'ok'],
  ])('%s', (_, evidence, expected) => {
    expect(outcome(evidence)).toBe(expected);
  });
});

describe('a failure is read from', () => {
  test.each<[string, Partial<OutcomeEvidence>, string]>([
    [
      'the span status',
      { status: 'error', statusMessage: 'Connection refused' },
      'error connection',
    ],
    [
      'the exception',
      { exceptionType: 'httpx.ReadTimeout', exceptionMessage: '' },
      'error timeout',
    ],
    ['error.type', { errorType: 'RateLimitError' }, 'error rate_limited'],
    ['error.type without a meaning', { errorType: '_OTHER', result: 'no idea' }, 'error unknown'],
    [
      "the instrumentation's flag",
      { flaggedError: true, result: 'User not found' },
      'error not_found',
    ],
    [
      'the tag of a refused tool use',
      { result: '<tool_use_error>String to replace not found in file.</tool_use_error>' },
      'error not_found',
    ],
    ['is_error', { result: '{"is_error":true,"content":"access denied"}' }, 'error permission'],
    [
      'isError of MCP',
      { result: '{"content":[{"type":"text","text":"order 5 already exists"}],"isError":true}' },
      'error conflict',
    ],
    [
      'status: "error"',
      { result: '{"status":"error","message":"quota exceeded"}' },
      'error rate_limited',
    ],
    ['a top-level error text', { result: '{"error":"order 5 not found"}' }, 'error not_found'],
    [
      'a top-level error object',
      { result: '{"error":{"code":409,"message":"version mismatch"}}' },
      'error conflict',
    ],
    ['an error code', { result: '{"ok":false,"error":"channel_not_found"}' }, 'error not_found'],
    [
      'success: false',
      { result: '{"success":false,"message":"must be one of a, b"}' },
      'error validation',
    ],
    [
      'a LangChain tool message',
      {
        result:
          '{"lc":1,"type":"constructor","id":["ToolMessage"],"kwargs":{"content":"503 Service Unavailable","status":"error"}}',
      },
      'error server_error',
    ],
    [
      'a Vercel error output',
      { result: '{"type":"error-text","value":"fetch failed"}' },
      'error connection',
    ],
    [
      'a refused Vercel call',
      { result: '{"type":"execution-denied","reason":"not now"}' },
      'error denied',
    ],
    [
      'an Anthropic tool_result block',
      {
        result:
          '{"type":"tool_result","tool_use_id":"t","is_error":true,"content":[{"type":"text","text":"timed out"}]}',
      },
      'error timeout',
    ],
    [
      'GraphQL errors without data',
      { result: '{"data":null,"errors":[{"message":"Forbidden"}]}' },
      'error permission',
    ],
    [
      'an encoded result',
      { result: JSON.stringify('{"error":"deadline exceeded"}') },
      'error timeout',
    ],
    ['a Python repr', { result: "{'error': 'deadline exceeded', 'data': None}" }, 'error timeout'],
    [
      'a result that wraps it',
      {
        result:
          '{"result":"{\\"isError\\":true,\\"content\\":[{\\"type\\":\\"text\\",\\"text\\":\\"Unknown tool: x\\"}]}"}',
      },
      'error unknown_tool',
    ],
    [
      'a text that begins as only failures do',
      { result: 'Error: timed out after 30 s' },
      'error timeout',
    ],
    ['a quoted text', { result: '"Error executing tool search: 429"' }, 'error unknown'],
    [
      'a Python traceback',
      {
        result:
          'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: bad order id',
      },
      'error validation',
    ],
    [
      'the name of an exception',
      { result: 'ValidationError: 1 validation error for Order' },
      'error validation',
    ],
  ])('%s', (_, evidence, expected) => {
    expect(outcome(evidence)).toBe(expected);
    if (evidence.status === undefined)
      expect(outcome({ ...evidence, status: 'ok' })).toBe(expected);
  });
});

describe('words inside a successful payload are no failure', () => {
  test.each([
    [
      'an article about errors',
      '{"title":"Error handling: timeouts and 503s","body":"Error: connection refused ..."}',
    ],
    [
      'a text about errors',
      'Errors and exceptions in Python are raised when the program fails. Error: is a prefix.',
    ],
    ['search hits', '[{"id":1,"title":"error"},{"id":2,"status":"error"}]'],
    [
      'a list of errors that a linter found',
      '{"errors":[{"line":3,"message":"unused"}],"file":"a.ts"}',
    ],
    ['an error of null', '{"error":null,"data":{"id":1}}'],
    ['an error of false', '{"error":false,"id":1}'],
    ['an empty error', '{"error":"","response":"ok"}'],
    ['an empty error object', '{"error":{},"id":1}'],
    ['an error that is a number', '{"model":"x","error":0.05}'],
    ['an error nested in data', '{"job":{"id":7,"error":"timeout"}}'],
    ['a job that failed', '{"job":7,"status":"failed"}'],
    ['a quoted article', '"Error handling in Go"'],
  ])('%s', (_, result) => {
    expect(outcome({ result })).toBe('ok');
  });
});

describe('control flow', () => {
  test.each([
    'GraphInterrupt',
    'langgraph.errors.GraphBubbleUp',
    'ParentCommand',
    'NodeInterrupt',
    'CallDeferred',
    'ApprovalRequired',
    'HandoffException',
  ])('%s is no failure', (exceptionType) => {
    expect(outcome({ status: 'error', exceptionType, exceptionMessage: 'paused' })).toBe('unknown');
    expect(outcome({ status: 'error', exceptionType, result: '{"a":1}' })).toBe('ok');
    expect(outcome({ status: 'error', statusMessage: `${exceptionType}('paused')` })).toBe(
      'unknown',
    );
  });

  test.each([
    'CancelledError',
    'asyncio.exceptions.CancelledError',
    'AbortError',
    'OperationCanceledException',
    'KeyboardInterrupt',
  ])('a call that ended with %s has an unknown outcome', (errorType) => {
    expect(outcome({ status: 'error', errorType })).toBe('unknown');
  });

  test('an abort by its own time limit is a timeout', () => {
    expect(
      outcome({
        status: 'error',
        exceptionType: 'AbortError',
        exceptionMessage: 'The operation timed out',
      }),
    ).toBe('error timeout');
  });
});

describe('the message', () => {
  const message = (evidence: Partial<OutcomeEvidence>): string =>
    readOutcome({ status: 'error', ...evidence }).message;

  test("is the exception's before the status's before the result's", () => {
    const result = '{"error":"from result"}';
    expect(message({ exceptionMessage: 'raised', statusMessage: 'status', result })).toBe('raised');
    expect(message({ statusMessage: 'status', result })).toBe('status');
    expect(message({ result })).toBe('from result');
  });

  test('ends where the stack begins', () => {
    expect(
      message({ statusMessage: "ValueError('bad')Traceback (most recent call last):\n  File" }),
    ).toBe("ValueError('bad')");
    expect(message({ statusMessage: 'Error: bad\n    at run (a.js:1:2)' })).toBe('Error: bad');
    expect(
      message({ statusMessage: 'Traceback (most recent call last):\n  File "a"\nKeyError: 5\n' }),
    ).toBe('KeyError: 5');
  });

  test('of a notebook is the last line of its traceback', () => {
    const rule = '-'.repeat(75);
    const result = `${rule}\nNameError      Traceback (most recent call last)\nCell In[4], line 1\n----> 1 df.head()\n\nNameError: name 'df' is not defined`;
    expect(message({ result })).toBe("NameError: name 'df' is not defined");
  });

  test('that is said twice before its stack is read once', () => {
    const statusMessage = 'timeout\n\nError: timeout\n    at run (a.js:1:2)';
    expect(message({ statusMessage })).toBe('timeout');
  });

  test('of a program is what it printed', () => {
    expect(message({ result: '{"exit_code":2,"stdout":"","stderr":"no such file"}' })).toBe(
      'no such file',
    );
  });

  test('has at most 2,000 characters, and the class of a long output is read at its ends', () => {
    const output = `${'fine. '.repeat(60)}${'timeout '.repeat(1_000)}\nPermissionError: not yours`;
    const { message: text, errorClass } = readOutcome({ status: 'error', statusMessage: output });
    expect(text).toHaveLength(2_000);
    expect(errorClass).toBe('permission');
  });
});

test('any result is read without an error', () => {
  const hostile = [
    undefined,
    null,
    0,
    false,
    NaN,
    5n,
    Symbol('s'),
    () => 1,
    [[]],
    {},
    '\ud800',
    '['.repeat(1e5),
    new Map(),
  ];
  for (const result of hostile) {
    expect(() => readOutcome({ status: 'unset', result })).not.toThrow();
  }
});

test.each([
  "Model tried to call unavailable tool 'search'. Available tools: get_price.",
  'Tool not found',
  "Tool 'search' not found in registry",
  'lookup_invoice is not a valid tool, try one of [get_price].',
  "No tool named 'search'.",
  'Unknown tool search, should be one of: get_price.',
])('what a framework answers for a tool that there is not is a failure: %s', (result) => {
  expect(readOutcome({ status: 'unset', result })).toMatchObject({
    state: 'error',
    errorClass: 'unknown_tool',
  });
});

test.each([
  'The tool shed was not found on the map',
  'A valid tool is one that cuts',
  'Tools found: 4',
])('an answer about tools is none: %s', (result) => {
  expect(readOutcome({ status: 'unset', result }).state).toBe('ok');
});
