import { expect, test } from 'vitest';

import { createLog } from './log.ts';

function logged(isTerminal: boolean): string {
  let text = '';
  const log = createLog({
    isTerminal,
    write: (line) => {
      text += line;
    },
  });
  log('warn', 'the store does not answer', { url: 'http://x', attempt: 2 });
  return text;
}

test('a terminal gets a line for people', () => {
  expect(logged(true)).toMatch(
    /^\d\d:\d\d:\d\d warn  the store does not answer {2}url=http:\/\/x {2}attempt=2\n$/,
  );
});

test('anything else gets a line of JSON', () => {
  expect(JSON.parse(logged(false))).toMatchObject({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    msg: 'the store does not answer',
    url: 'http://x',
    attempt: 2,
  });
});
