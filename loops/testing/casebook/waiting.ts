import { saidInTurn } from '../said-in-turn.ts';
import { calm, quiet, READ, requestId, timeOfDay } from './story.ts';
import type { Story } from './story.ts';

const mcp = (value: unknown): Record<string, unknown> => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
});
const until = (last: number, during: unknown, after: unknown) => (nth: number) =>
  nth < last ? during : after;
const log = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `[${at}] unit ${at * 7} linked`).join('\n');

/** Waiting for what passes, and reading on. */
export const WAITING: readonly Story[] = [
  quiet(
    'a deployment polled until it is live',
    saidInTurn(9, [
      'deploy_status',
      { id: 'd1' },
      until(8, { phase: 'provisioning' }, { phase: 'live' }),
      READ,
    ]),
  ),
  quiet(
    'the same through an MCP server',
    saidInTurn(9, [
      'deploy_status',
      { id: 'd1' },
      (n) => mcp(until(8, { status: 'in_progress' }, { status: 'success' })(n)),
      READ,
    ]),
  ),
  quiet(
    'the same in an envelope with times',
    saidInTurn(9, [
      'deploy_status',
      { id: 'd1' },
      (n) => ({
        success: true,
        data: { state: n < 8 ? 'pending' : 'complete' },
        request_id: requestId(n),
        timestamp: timeOfDay(n),
      }),
      READ,
    ]),
  ),
  quiet(
    'the same in Python',
    saidInTurn(9, [
      'deploy_status',
      { id: 'd1' },
      (n) => (n < 8 ? "{'state': 'RUNNING', 'error': None}" : "{'state': 'DONE', 'error': None}"),
      READ,
    ]),
  ),
  quiet(
    'the same in XML',
    saidInTurn(6, [
      'deploy_status',
      { id: 'd1' },
      (n) => `<job><state>${n < 5 ? 'running' : 'done'}</state></job>`,
      READ,
    ]),
  ),
  quiet(
    'the same in a sentence',
    saidInTurn(6, [
      'ci',
      { run: 9 },
      (n) => (n < 5 ? 'Run 9 is still in progress.' : 'Run 9 finished: 4 jobs green.'),
      READ,
    ]),
  ),
  quiet(
    'a Portuguese export',
    saidInTurn(7, [
      'exportar',
      { id: 3 },
      until(6, { estado: 'em andamento' }, { estado: 'pronto' }),
      READ,
    ]),
  ),
  quiet(
    'a Russian export',
    saidInTurn(7, [
      'export',
      { id: 3 },
      until(6, { статус: 'выполняется' }, { статус: 'готово' }),
      READ,
    ]),
  ),
  quiet(
    'a Chinese build',
    saidInTurn(7, ['build', { id: 3 }, until(6, { 状态: '运行中' }, { 状态: '完成' }), READ]),
  ),
  quiet(
    'a progress bar',
    saidInTurn(8, ['upload', { id: 1 }, (n) => `uploading… ${n * 12} %`, READ]),
  ),
  quiet(
    'bytes that go up',
    saidInTurn(8, ['transfer', { id: 1 }, (n) => ({ bytes: n * 8_192, total: 65_536 }), READ]),
  ),
  quiet('a queue that empties', saidInTurn(8, ['queue', {}, (n) => ({ waiting: 8 - n }), READ])),
  calm(
    'a build that has not ended yet',
    saidInTurn(12, ['ci', { run: 9 }, { status: 'running' }, READ]),
  ),
  quiet('a growing log', saidInTurn(8, ['logs', { pod: 'web' }, (n) => log((n + 1) * 6), READ])),
  quiet(
    'a log with a tail that moves',
    saidInTurn(8, [
      'sh',
      { cmd: 'tail -n 3 app.log' },
      (n) => [n, n + 1, n + 2].map((at) => `GET /orders/${at * 13} 200`).join('\n'),
      READ,
    ]),
  ),
  quiet(
    'a stream read to its end',
    saidInTurn(12, [
      'read_chunk',
      { handle: 'h' },
      (n) => `chunk ${n}: ${'data '.repeat((n % 3) + 1)}`,
      READ,
    ]),
  ),
  quiet(
    'pages by number',
    saidInTurn(12, [
      'issues',
      (n) => ({ page: n + 1 }),
      (n) => [n * 2, n * 2 + 1].map((id) => ({ id, title: `issue ${id}` })),
      READ,
    ]),
  ),
  quiet(
    'pages by cursor',
    saidInTurn(9, [
      'issues',
      (n) => ({ after: requestId(n) }),
      (n) => ({ items: [{ id: n }], next: requestId(n + 1) }),
      READ,
    ]),
  ),
  quiet(
    'pages by offset in MCP content',
    saidInTurn(9, [
      'rows',
      (n) => ({ offset: n * 50 }),
      (n) => mcp({ rows: [{ id: n * 50 }, { id: n * 50 + 1 }], offset: n * 50 }),
      READ,
    ]),
  ),
  quiet(
    'pages by date',
    saidInTurn(9, [
      'sales',
      (n) => ({ day: `2026-03-${String(n + 10)}` }),
      (n) => ({ total: 120 + n * 7 }),
      READ,
    ]),
  ),
  quiet(
    'a next page without a cursor',
    saidInTurn(9, ['next_page', {}, (n) => `rows ${n * 10} to ${n * 10 + 9}`, READ]),
  ),
];
