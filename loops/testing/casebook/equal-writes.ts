import { inTurn, saidInTurn } from '../said-in-turn.ts';
import { loop, made, READ, requestId, WRITE } from './story.ts';
import type { Story } from './story.ts';

const mcp = (text: string): Record<string, unknown> => ({ content: [{ type: 'text', text }] });

/** The same call sent or written again. */
export const EQUAL_WRITES: readonly Story[] = [
  loop(
    'exact',
    3,
    'a picture of the same screen',
    saidInTurn(5, [
      'screenshot',
      {},
      (n) => ({
        type: 'image',
        alt: 'Login page',
        data: `data:image/jpeg;base64,/9j/4AAQ${`kZ${n}Qw7`.repeat(30)}`,
      }),
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a footer that counts the reads',
    saidInTurn(5, [
      'cat',
      { f: 'todo.md' },
      (n) => `buy milk\ncall Ann\n-- served ${n + 1} times --`,
      READ,
    ]),
  ),
  loop(
    'exact',
    3,
    'a note of the guard below it',
    saidInTurn(5, [
      'cat',
      { f: 'todo.md' },
      (n) =>
        n < 2
          ? 'buy milk\ncall Ann'
          : `buy milk\ncall Ann\n\n[warning: repeated call #${n + 1}, result unchanged]`,
      READ,
    ]),
  ),
  loop(
    'exact',
    2,
    'a message sent again with a fresh id',
    saidInTurn(4, [
      'slack_post',
      { channel: '#ops', text: 'done' },
      (n) => ({ ok: true, ts: `17146400${n}1.0002`, message: { id: requestId(n) } }),
      WRITE,
    ]),
  ),
  loop(
    'exact',
    2,
    'an order placed again, receipt in words',
    saidInTurn(3, [
      'place_order',
      { sku: 'LAMP-4', qty: 1 },
      (n) => `Order #${5_501 + n} placed.`,
      WRITE,
    ]),
  ),
  loop(
    'exact',
    2,
    'a branch pushed again and again',
    saidInTurn(4, [
      'git_push',
      { branch: 'fix' },
      (n) =>
        `To origin\n   ${requestId(n).slice(0, 7)}..${requestId(n + 1).slice(0, 7)}  fix -> fix`,
      WRITE,
    ]),
  ),
  loop(
    'exact',
    2,
    'a calendar entry made twice by an MCP server',
    saidInTurn(3, [
      'create_event',
      { title: 'Sync', day: '2026-05-04' },
      (n) => mcp(`{"status":"confirmed","eventId":"ev-${900 + n * 7}"}`),
      WRITE,
    ]),
  ),
  loop(
    'noop_write',
    2,
    'a flag set that was set',
    saidInTurn(4, [
      'set_feature',
      { name: 'beta', on: true },
      { changed: false, message: 'No changes: value unchanged' },
      WRITE,
    ]),
  ),
  loop(
    'noop_write',
    2,
    'labels that are there already',
    saidInTurn(4, [
      'add_label',
      { issue: 4, label: 'bug' },
      mcp('Label "bug" already exists on issue 4.'),
      WRITE,
    ]),
  ),
  loop(
    'noop_write',
    2,
    'rows updated to what they were',
    saidInTurn(4, [
      'sql_exec',
      { sql: "update users set tier='gold' where id=4" },
      'UPDATE 0 rows changed: 0',
      WRITE,
    ]),
  ),
  loop(
    'noop_write',
    2,
    'a plan written again',
    saidInTurn(6, ['update_plan', { steps: [] }, 'Plan updated.', WRITE]),
  ),
  loop(
    'noop_write',
    2,
    'nothing to commit',
    saidInTurn(3, [
      'commit',
      { m: 'tidy' },
      'On branch dev\nnothing to commit, working tree clean',
      WRITE,
    ]),
  ),
  loop(
    'noop_write',
    2,
    'a French service',
    saidInTurn(3, [
      'activer',
      { option: 'alerte' },
      'Aucun changement : option déjà active.',
      WRITE,
    ]),
  ),
  loop(
    'batch',
    3,
    'one answer that asks for the same eight times',
    inTurn(
      1,
      Array.from({ length: 8 }, (_, at) => [
        'pytest',
        { path: 'tests' },
        '41 passed in the suite of payments',
        { together: at > 0 },
      ]),
    ),
  ),
  loop(
    'batch',
    3,
    'equal searches in one answer',
    inTurn(
      1,
      Array.from({ length: 5 }, (_, at) => [
        'web',
        { q: 'tram strike lisbon' },
        [{ url: 'https://a.example', title: 'Strike' }],
        { ...READ, together: at > 0 },
      ]),
    ),
  ),
  loop(
    'duplicate_dispatch',
    2,
    'one transfer sent twice at once',
    inTurn(1, [
      ['transfer', { to: 'NL1', eur: 90 }, { id: 'tx-1', state: 'booked' }, WRITE],
      [
        'transfer',
        { to: 'NL1', eur: 90 },
        { id: 'tx-2', state: 'booked' },
        { ...WRITE, together: true },
      ],
    ]),
  ),
  loop(
    'duplicate_dispatch',
    2,
    'a second dispatch before the first had ended',
    made((run) => {
      run
        .call('charge', { order: 'o-9' }, { id: 'ch_1', paid: true }, { ...WRITE, ms: 4_000 })
        .call(
          'charge',
          { order: 'o-9' },
          { id: 'ch_2', paid: true },
          { ...WRITE, together: true, laterMs: 900 },
        );
    }),
  ),
];
