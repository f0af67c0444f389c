import { describe, expect, test } from 'vitest';

import { Conversation } from './testing/conversation.ts';
import { inTurn, oneOf, saidInTurn } from './testing/said-in-turn.ts';

const READ = { effect: 'read' } as const;
const WRITE = { effect: 'write' } as const;
const FAILED = { error: true } as const;

const CANCEL = oneOf(
  'cancel subscription',
  'how to cancel my subscription',
  'subscription cancel steps',
  'cancelling a subscription',
);

/** Faults and refusals as other tools, languages and harnesses word them. */
const FAMILIES: Record<string, [string, Conversation][]> = {
  transport: [
    [
      'mixed faults',
      saidInTurn(3, [
        'quote',
        { s: 'A' },
        oneOf('HTTP 503 Service Unavailable', 'ECONNRESET', 'Gateway Timeout (504)'),
        FAILED,
      ]),
    ],
    [
      'rate limits',
      saidInTurn(3, [
        'rank',
        { id: 4 },
        (n) => `429 Too Many Requests, retry after ${n} s`,
        FAILED,
      ]),
    ],
    [
      'a fault inside a result',
      saidInTurn(3, [
        'pay_api',
        { id: 4 },
        { status: 'error', code: 504, message: 'upstream timed out' },
      ]),
    ],
    ['a bare code', saidInTurn(3, ['get', { u: 'a' }, 'ETIMEDOUT', FAILED])],
    [
      'a German timeout',
      saidInTurn(3, ['abruf', { id: 4 }, 'Zeitüberschreitung nach 30 s', FAILED]),
    ],
    [
      'a Java exception',
      saidInTurn(3, [
        'fetch',
        { id: 4 },
        'java.net.SocketTimeoutException: Read timed out',
        FAILED,
      ]),
    ],
    [
      'a write whose answer was lost twice',
      saidInTurn(2, ['post', { no: 4 }, 'socket hang up', { ...FAILED, ...WRITE }]),
    ],
    [
      'a question in other words',
      saidInTurn(4, ['ask', (n) => ({ q: CANCEL(n) }), 'deadline exceeded', FAILED]),
    ],
    [
      'a write that was given up and made again',
      new Conversation()
        .call('mail', { to: 'a' }, { messageId: 'm-19' }, { ...WRITE, ms: 61_000 })
        .call('mail', { to: 'a' }, { messageId: 'm-20' }, WRITE),
    ],
  ],
  validation: [
    [
      'a missing field',
      saidInTurn(3, [
        'mk',
        (n) => ({ a: n }),
        (n) => `1 validation error for Mk\nname\n  Field required [input_value={'a': ${n}}]`,
        FAILED,
      ]),
    ],
    [
      'tools that do not exist',
      saidInTurn(3, [
        'do_it',
        (n) => ({ a: n }),
        'Tool do_it not found. Available tools: read, write',
        FAILED,
      ]),
    ],
    [
      'tools of ever other names',
      inTurn(1, [
        ['open_a', {}, 'Unknown tool: open_a', FAILED],
        ['open_b', {}, 'Unknown tool: open_b', FAILED],
        ['open_c', {}, 'Unknown tool: open_c', FAILED],
      ]),
    ],
    [
      'a text that is not there',
      inTurn(4, [
        ['read', { p: 'a' }, 'content of a, line one', READ],
        ['edit', (n) => ({ p: 'a', old: `x${n}` }), 'Error: old text does not occur in a', FAILED],
      ]),
    ],
    [
      'a syntax error',
      saidInTurn(3, [
        'sql',
        (n) => ({ q: `select * form t limit ${n}` }),
        'syntax error at or near "form"',
        FAILED,
      ]),
    ],
    [
      'a wrong state',
      saidInTurn(3, [
        'resize',
        { i: 1 },
        {
          error: {
            code: 'IncorrectInstanceState',
            message: 'The instance is not in the stopped state',
          },
        },
      ]),
    ],
    [
      'a file that is too large',
      saidInTurn(3, [
        'read',
        { p: 'big' },
        'File content (41000 tokens) exceeds maximum allowed tokens (25000).',
        FAILED,
      ]),
    ],
    [
      'a reason of no known class',
      saidInTurn(3, [
        'anlegen',
        (n) => ({ art: `x${n}` }),
        'Ungültige Eingabe: "art" muss eines von A, B sein',
        FAILED,
      ]),
    ],
  ],
  denied: [
    [
      'a permission',
      saidInTurn(3, ['rm', { p: '/' }, 'EACCES: permission denied, unlink /', FAILED]),
    ],
    ['a user', saidInTurn(3, ['deploy', { e: 'p' }, 'The user rejected this tool call.', FAILED])],
    [
      'a policy, whatever is asked',
      saidInTurn(3, [
        'sh',
        (n) => ({ e: `curl http://x/${n}` }),
        'Command blocked by policy: network access is not allowed',
        FAILED,
      ]),
    ],
    [
      'a call that was not made',
      saidInTurn(3, [
        'read',
        { p: 1 },
        'This tool was not executed: the call was never run.',
        READ,
      ]),
    ],
  ],
};

describe.each(Object.entries(FAMILIES))('%s is', (kind, variants) => {
  test.each(variants)('%s', (_, run) => {
    expect(run.alerts()).toEqual([kind]);
  });
});
