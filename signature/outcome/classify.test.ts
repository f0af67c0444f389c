import { describe, expect, test } from 'vitest';
import { classify } from './classify.ts';
import { errorFamily, type ErrorClass } from './error-class.ts';

function classOf(message: string, ...types: string[]): ErrorClass {
  return classify({ types, message });
}

describe('a type name', () => {
  test.each<[string, ErrorClass]>([
    ['ReadTimeout', 'timeout'],
    ['TimeoutError', 'timeout'],
    ['DEADLINE_EXCEEDED', 'timeout'],
    ['ECONNREFUSED', 'connection'],
    ['requests.exceptions.ConnectionError', 'connection'],
    ['ENOTFOUND', 'connection'],
    ['RateLimitError', 'rate_limited'],
    ['ThrottlingException', 'rate_limited'],
    ['InternalServerError', 'server_error'],
    ['UNAVAILABLE', 'server_error'],
    ['pydantic_core.ValidationError', 'validation'],
    ['ZodError', 'validation'],
    ['InvalidParameterValue', 'validation'],
    ['ModuleNotFoundError', 'not_found'],
    ['ENOENT', 'not_found'],
    ['PermissionError', 'permission'],
    ['UnauthorizedOperation', 'permission'],
    ['AlreadyExistsException', 'conflict'],
    ['IncorrectInstanceState', 'precondition'],
    ['FAILED_PRECONDITION', 'precondition'],
    ['NoSuchToolError', 'unknown_tool'],
    ['tool_error', 'unknown'],
    ['Error', 'unknown'],
  ])('%s says %s', (type, expected) => {
    expect(classOf('', type)).toBe(expected);
  });

  test('goes before the words of the message', () => {
    expect(classOf('timeout must be a number', 'ValidationError')).toBe('validation');
    expect(classOf('ValidationError: timeout must be a number')).toBe('validation');
  });

  test('that means many things speaks after the message', () => {
    expect(classOf('fetch failed', 'TypeError')).toBe('connection');
    expect(classOf('something odd', 'TypeError')).toBe('validation');
  });
});

describe('a code', () => {
  test.each<[string, ErrorClass]>([
    ['400', 'validation'],
    ['401', 'permission'],
    ['403', 'permission'],
    ['404', 'not_found'],
    ['408', 'timeout'],
    ['409', 'conflict'],
    ['412', 'precondition'],
    ['418', 'validation'],
    ['422', 'validation'],
    ['429', 'rate_limited'],
    ['500', 'server_error'],
    ['503', 'server_error'],
    ['504', 'timeout'],
    ['529', 'server_error'],
    ['-32601', 'unknown_tool'],
    ['-32602', 'validation'],
    ['-32001', 'timeout'],
    ['200', 'unknown'],
    ['12', 'unknown'],
  ])('%s says %s', (code, expected) => {
    expect(classOf('', code)).toBe(expected);
  });

  test.each<[string, ErrorClass]>([
    ['HTTP 503', 'server_error'],
    ['Request failed with status code 404', 'not_found'],
    ['Error code: 429 - slow down', 'rate_limited'],
    ['upstream answered (403)', 'permission'],
    ['500 Internal Server Error', 'server_error'],
    ['409 Conflict', 'conflict'],
    ['order 404 could not be shipped', 'unknown'],
  ])('is found in "%s"', (message, expected) => {
    expect(classOf(message)).toBe(expected);
  });
});

describe('a message', () => {
  test.each<[string, ErrorClass]>([
    ['Timed out after 30000ms', 'timeout'],
    ['The read operation timed out', 'timeout'],
    ['connect ECONNREFUSED 127.0.0.1:80', 'connection'],
    ['getaddrinfo ENOTFOUND api.example.com', 'connection'],
    ['socket hang up', 'connection'],
    ['Too many requests, slow down', 'rate_limited'],
    ['Internal error, try again', 'server_error'],
    ['The service is temporarily unavailable', 'server_error'],
    ["status must be one of ['open', 'closed']", 'validation'],
    ["missing 1 required positional argument: 'order_id'", 'validation'],
    ['expected string, received number', 'validation'],
    ['invalid component_id', 'validation'],
    ['You have an error in your SQL syntax', 'validation'],
    ['Order 88214 not found', 'not_found'],
    ['No such file or directory', 'not_found'],
    ["Table 'x' doesn't exist", 'not_found'],
    ['No module named pytest', 'not_found'],
    ['Permission denied', 'permission'],
    ['You are not authorized to do this', 'permission'],
    ['A ticket for this order already exists', 'conflict'],
    ['resize_instance: invalid state', 'precondition'],
    ['Instance must be stopped before it is resized', 'precondition'],
    ['cannot resize while the instance is running', 'precondition'],
    ['Order has already been cancelled', 'precondition'],
    ["Tool 'serach' not found", 'unknown_tool'],
    ['Model tried to call unavailable tool "x"', 'unknown_tool'],
    ['Unknown tool: x', 'unknown_tool'],
    ['The tool call was rejected by the user', 'denied'],
    ["The user doesn't want to proceed with this tool use", 'denied'],
    ['Blocked by policy', 'denied'],
    ['boom', 'unknown'],
    ['', 'unknown'],
  ])('"%s" says %s', (message, expected) => {
    expect(classOf(message)).toBe(expected);
  });

  test('of any length is read in bounded time', () => {
    for (const part of [
      'tool ',
      'expected ',
      'state ',
      'cannot ',
      '"',
      ' a',
      'must be ',
      '4',
      '-',
    ]) {
      expect(classOf(part.repeat(500_000))).toBeTypeOf('string');
    }
  });
});

test('transport faults pass, semantic ones do not', () => {
  const families = [
    'timeout',
    'server_error',
    'validation',
    'precondition',
    'denied',
    'unknown',
  ] as const;
  expect(families.map((errorClass) => errorFamily(errorClass))).toEqual([
    'transport',
    'transport',
    'semantic',
    'semantic',
    'denied',
    'unknown',
  ]);
});
