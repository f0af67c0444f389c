import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { attemptKey } from './attempt.ts';
import type { ErrorClass } from './outcome/error-class.ts';
import { signCall } from './sign.ts';

const DECLARATION = { identity: ['customer_id', 'order_id'] };

function key(summary: string, errorClass: ErrorClass | null): string {
  const args = readArguments({ customer_id: 'c_40912', order_id: '88214', summary });
  return attemptKey(
    'create_ticket',
    signCall('create_ticket', args, DECLARATION).identity,
    errorClass,
  );
}

test('fourteen reworded timeouts are one key', () => {
  const keys = Array.from({ length: 14 }, (_, at) => key(`summary ${at}`, 'timeout'));
  expect(new Set(keys).size).toBe(1);
});

test('a rejected call, its timeout and its success are three keys', () => {
  expect(new Set([key('a', 'validation'), key('a', 'timeout'), key('a', null)]).size).toBe(3);
});

test('tools do not share keys', () => {
  expect(attemptKey('a', '0123456789abcdef', null)).not.toBe(
    attemptKey('b', '0123456789abcdef', null),
  );
});

test('a call of unknown arguments has no key', () => {
  expect(attemptKey('create_ticket', null, 'timeout')).toBe('');
});
