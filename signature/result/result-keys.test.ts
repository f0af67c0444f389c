import { expect, test } from 'vitest';

import { isIdentifier } from './result-keys.ts';

test.each([
  ...[
    'id',
    '_id',
    'order_id',
    'orderId',
    'ORDER-ID',
    'uuid',
    'message_id',
    'msgId',
    'event_id',
  ].map((key) => [key, true] as const),
  ...['request_id', 'requestId', 'trace_id', 'span_id', 'correlation_id', 'paid', 'identity'].map(
    (key) => [key, false] as const,
  ),
])('%s names a row: %s', (key, expected) => {
  expect(isIdentifier(key)).toBe(expected);
});
