import { expect, test } from 'vitest';

import { splitMessages } from './live.ts';

test('a stream is read message by message, however it is cut', () => {
  const text =
    'retry: 2000\n\n: heartbeat\n\nid: 1\nevent: turns\ndata: {"a":1}\n\nid: 2\ndata: {}\n\n';
  for (let cut = 0; cut <= text.length; cut++) {
    const first = splitMessages(text.slice(0, cut));
    const second = splitMessages(first.rest + text.slice(cut));
    expect([...first.messages, ...second.messages]).toEqual([
      { id: '1', type: 'turns', data: '{"a":1}' },
      { id: '2', type: '', data: '{}' },
    ]);
    expect(second.rest).toBe('');
  }
});
