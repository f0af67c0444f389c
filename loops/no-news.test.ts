import { describe, expect, test } from 'vitest';

import type { Conversation } from './testing/conversation.ts';
import { saidInTurn } from './testing/said-in-turn.ts';

const READ = { effect: 'read' } as const;
const WRITE = { effect: 'write' } as const;

/** Answers that only seem to differ. */
const FAMILIES: Record<string, [string, Conversation][]> = {
  exact: [
    [
      'arguments in another form',
      saidInTurn(3, [
        'fix',
        (n) => [{ line: 16 }, { line: '16', insertions: [] }, { line: 16, note: null }][n % 3],
        'The fix did not target every line.',
      ]),
    ],
    [
      'ids and times of the exchange',
      saidInTurn(3, [
        'stat',
        { p: '/x' },
        (n) => ({
          request_id: `3f2a${n}b1c-9d8e-4f7a-8b6c-10000000000${n}`,
          at: `2026-01-02T10:1${n}:07Z`,
          owner: 'root',
        }),
        READ,
      ]),
    ],
    [
      'how long it took',
      saidInTurn(3, [
        'grep',
        { p: 'foo' },
        (n) => `3 matches in a.ts b.ts c.ts (took ${12 + n} ms)`,
        READ,
      ]),
    ],
    [
      'a trace id',
      saidInTurn(3, [
        'get_user',
        { id: 7 },
        (n) => `user seven, plan basic. trace=${n}f8e7d6c5b4a`,
        READ,
      ]),
    ],
    [
      'how often it was read',
      saidInTurn(4, ['read', { p: 'a' }, (n) => `alpha beta\n(read ${n + 1}x this session)`, READ]),
    ],
    [
      'a picture as text',
      saidInTurn(3, [
        'screenshot',
        {},
        (n) => ({
          page: 'Login required',
          image: `data:image/png;base64,iVBORw0KGgo${String(n).repeat(80)}`,
        }),
        READ,
      ]),
    ],
    [
      'tokens of a form',
      saidInTurn(3, [
        'form',
        { id: 1 },
        (n) => ({ fields: ['name', 'email'], csrf_token: `t${n}kq9z8x7`, etag: `W/"${n}a9"` }),
        READ,
      ]),
    ],
    [
      'a date of the server',
      saidInTurn(3, [
        'http_get',
        { url: 'a' },
        (n) =>
          `HTTP/1.1 200 OK\nDate: Tue, 0${n + 1} Jan 2026 10:00:0${n} GMT\n\nhello from the site`,
        READ,
      ]),
    ],
    [
      'numbered receipts',
      saidInTurn(2, ['send', { to: 'x', text: 'hi' }, (n) => ({ ok: true, id: 1000 + n }), WRITE]),
    ],
    [
      'receipts in words',
      saidInTurn(2, [
        'send',
        { to: 'x', text: 'hi' },
        (n) => `Message sent (id ${1000 + n}).`,
        WRITE,
      ]),
    ],
    [
      'a commit made again',
      saidInTurn(2, [
        'commit',
        { msg: 'wip' },
        (n) => `[main ${n}a1b2c3] wip\n 1 file changed`,
        WRITE,
      ]),
    ],
  ],
  noop_write: [
    [
      'a flag that is on',
      saidInTurn(2, ['set_flag', { on: true }, 'Flag is already on, nothing to do', WRITE]),
    ],
    [
      'counts of zero',
      saidInTurn(2, ['update_doc', { id: 1 }, { matched: 1, modified: 0 }, WRITE]),
    ],
    ['a German word', saidInTurn(2, ['setze', { s: 1 }, 'Wert unverändert', WRITE])],
    ['a status code', saidInTurn(2, ['put', { id: 1 }, 'HTTP 304 Not Modified', WRITE])],
    [
      'a tree without changes',
      saidInTurn(2, ['git_commit', { m: 'x' }, 'nothing to commit, working tree clean', WRITE]),
    ],
  ],
  clock_wait: [
    [
      'the date of a shell',
      saidInTurn(3, ['sh', { cmd: 'date' }, (n) => `Tue Jan  6 10:0${n}:12 CET 2026`, READ]),
    ],
    [
      'milliseconds',
      saidInTurn(3, ['ts', {}, (n) => String(1_767_693_600_000 + n * 60_000), READ]),
    ],
    [
      'an object with a zone',
      saidInTurn(3, [
        'clock',
        {},
        (n) => ({ now: `2026-01-06T10:0${n}:12+01:00`, zone: 'Europe/Berlin' }),
        READ,
      ]),
    ],
    [
      'an English sentence',
      saidInTurn(3, ['clock', {}, (n) => `The current time is 10:0${n} AM.`, READ]),
    ],
    ['a German sentence', saidInTurn(3, ['uhr', {}, (n) => `Es ist 10:0${n} Uhr.`, READ])],
    ['slashes', saidInTurn(3, ['clock', {}, (n) => `01/06/2026 10:0${n}:12`, READ])],
  ],
};

describe.each(Object.entries(FAMILIES))('%s is', (kind, variants) => {
  test.each(variants)('%s', (_, run) => {
    expect(run.alerts()).toEqual([kind]);
  });
});
