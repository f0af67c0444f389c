import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, quiet, calm, made, READ, FAILED, requestId, timeOfDay } from './story.ts';
import type { Story } from './story.ts';

const hex = (n: number) => requestId(n).slice(0, 8);

/** Lamps, wheels, mails, queries, hosts and walls. */
export const IN_HOMES_AND_INBOXES: readonly Story[] = [
  loop(
    'exact',
    [3, 6],
    'one lamp switched on again',
    saidInTurn(7, [
      'ha_call_service',
      { service: 'light.turn_on', entity: 'light.kitchen' },
      (n: number) => ({
        entity_id: 'light.kitchen',
        state: 'on',
        last_changed: timeOfDay(1),
        context: { id: requestId(n) },
      }),
    ]),
  ),
  quiet(
    'lamps of six rooms',
    saidInTurn(6, [
      'ha_call_service',
      (n) => ({
        service: 'light.turn_on',
        entity: `light.${oneOf('kitchen', 'hall', 'bath', 'bed', 'study', 'porch')(n)}`,
      }),
      { state: 'on' },
    ]),
  ),
  loop(
    ['cycle', 'exact', 'interleaved'],
    [5, 12],
    'wheels that turn on the spot',
    inTurn(7, [
      ['move', { forward_m: 0.1 }, 'ok'],
      [
        'get_pose',
        {},
        (n: number) => ({ x: 1.2, y: 3.4, heading: 90, stamp: 1_772_000_000 + n * 4 }),
        READ,
      ],
    ]),
  ),
  calm(
    'mails of eight people, none',
    saidInTurn(8, [
      'search_inbox',
      (n) => ({
        query: `from:${oneOf('ann', 'bob', 'cid', 'dee', 'eve', 'fay', 'gus', 'hal')(n)}@x.example`,
      }),
      'No messages matched your search.',
      READ,
    ]),
  ),
  loop(
    'empty',
    [3, 6],
    'mails of one person by ever other words',
    saidInTurn(7, [
      'search_inbox',
      (n) => ({
        query: oneOf(
          'from:anna.berg@x.example',
          'from:anna berg',
          'from:berg',
          'anna berg invoice',
          'anna.berg invoice',
          'berg invoice',
          'invoice from anna berg',
        )(n),
      }),
      'No messages matched your search.',
      READ,
    ]),
  ),
  loop(
    'validation',
    [3, 6],
    'queries that are malformed in ever other places',
    saidInTurn(7, [
      'soql',
      (n) => ({
        q: `SELECT Id FROM Account ${oneOf('LIMIT LIMIT 5', 'WHERE WHERE Name = 1', 'ORDER Name BY', 'GROUP Name BY', 'LIMIT five', 'WHERE Name == 1', 'OFFSET OFFSET 5')(n)}`,
      }),
      (n: number) =>
        `MALFORMED_QUERY: unexpected token: '${oneOf('LIMIT', 'WHERE', 'Name', 'Name', 'five', '==', 'OFFSET')(n)}'`,
      FAILED,
    ]),
  ),
  loop(
    'validation',
    [3, 6],
    'fields guessed in a GraphQL type',
    saidInTurn(7, [
      'graphql',
      (n) => ({
        query: `{ user(id: 7) { ${oneOf('mail', 'email_address', 'emailAddr', 'contact', 'primaryEmail', 'eMail', 'mailbox')(n)} } }`,
      }),
      (n: number) => ({
        errors: [
          {
            message: `Cannot query field "${oneOf('mail', 'email_address', 'emailAddr', 'contact', 'primaryEmail', 'eMail', 'mailbox')(n)}" on type "User".`,
            locations: [{ line: 1, column: 17 }],
          },
        ],
      }),
    ]),
  ),
  calm(
    'pages read on into nothing',
    saidInTurn(8, [
      'list_orders',
      (n) => ({ page: n + 1 }),
      (n: number) => (n < 4 ? [{ id: n * 2 }, { id: n * 2 + 1 }] : []),
      READ,
    ]),
  ),
  loop(
    'cycle',
    [9, 12],
    'four files read anew after each compaction, and nothing else',
    made((r) => {
      for (let lap = 0; lap < 4; lap++) {
        for (const f of ['README.md', 'src/main.go', 'go.mod', 'Makefile'])
          r.call('read', { path: f }, `text of ${f}: ${f.length * 7} things`, READ);
        r.compact();
      }
    }),
  ),
  quiet(
    'three workers who read the same manual',
    made((r) => {
      for (const agent of ['w1', 'w2', 'w3', 'w4'])
        r.call('read', { path: 'README.md' }, 'how to build: make', { effect: 'read', agent }).call(
          'work',
          { part: agent },
          `built ${agent}`,
          { agent },
        );
    }),
  ),
  loop(
    'transport',
    3,
    'a host that refuses, resets, times out',
    saidInTurn(5, [
      'ssh',
      { host: 'db-1', command: 'uptime' },
      (n: number) =>
        oneOf(
          'ssh: connect to host db-1 port 22: Connection refused',
          'ssh: connect to host db-1 port 22: Connection timed out',
          'kex_exchange_identification: read: Connection reset by peer',
          'ssh: connect to host db-1 port 22: No route to host',
          'ssh: connect to host db-1 port 22: Connection refused',
        )(n),
      FAILED,
    ]),
  ),
  calm(
    'a health check while a service comes up',
    made((r) => {
      for (let n = 0; n < 4; n++) {
        r.call('http_get', { url: 'http://api.local/healthz' }, 'HTTP 503 Service Unavailable', {
          error: true,
          effect: 'read',
        });
        r.call('bash', { command: 'sleep 10' }, '', { ms: 10_000 });
      }
      r.call('http_get', { url: 'http://api.local/healthz' }, 'ok', READ);
    }),
  ),
  loop(
    ['stagnant', 'denied', 'exact'],
    [3, 6],
    'pages of one site behind one wall',
    saidInTurn(7, [
      'fetch',
      (n) => ({
        url: `https://shop.example/${oneOf('offers', 'lamps', 'chairs', 'about', 'sale', 'new', 'contact')(n)}`,
      }),
      (n: number) =>
        `Just a moment...\n\nVerifying you are human. This may take a few seconds.\n\nshop.example needs to review the security of your connection before proceeding.\n\nRay ID: ${hex(n)}${hex(n + 3)}\n\nPerformance & security by Cloudflare`,
      READ,
    ]),
  ),
];
