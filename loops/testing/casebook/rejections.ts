import { inTurn, oneOf, saidInTurn } from '../said-in-turn.ts';
import { FAILED, loop, READ, requestId } from './story.ts';
import type { Story } from './story.ts';

/** Rejections for the same reason. */
export const REJECTIONS: readonly Story[] = [
  loop(
    'validation',
    3,
    'a missing field as Zod words it',
    saidInTurn(6, [
      'create_card',
      (n) => ({ title: `card ${n}` }),
      '[{"code":"invalid_type","expected":"string","received":"undefined","path":["board_id"],"message":"Required"}]',
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'a missing field as Pydantic words it',
    saidInTurn(6, [
      'book',
      (n) => ({ day: `2026-05-0${n + 1}` }),
      (n) =>
        `1 validation error for Book\nroom\n  Field required [type=missing, input_value={'day': '2026-05-0${n + 1}'}, input_type=dict]`,
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'a wrong type said by JSON Schema',
    saidInTurn(6, [
      'todo_write',
      { todos: '[]' },
      'Input validation error: "[]" is not of type "array"',
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'an MCP server that rejects inside the result',
    saidInTurn(6, [
      'query',
      (n) => ({ sql: `select * form t limit ${n}` }),
      {
        content: [
          { type: 'text', text: 'MCP error -32602: Invalid arguments: syntax error near "form"' },
        ],
        isError: true,
      },
    ]),
  ),
  loop(
    'validation',
    3,
    'an enumeration that is guessed',
    saidInTurn(5, [
      'list_orders',
      (n) => ({ status: oneOf('sent', 'in transit', 'on the way', 'posted', 'dispatched')(n) }),
      "status must be one of ['open', 'shipped', 'delivered']",
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'an enumeration that is guessed, in an object',
    saidInTurn(5, [
      'list_orders',
      (n) => ({ status: oneOf('sent', 'in transit', 'on the way', 'posted', 'dispatched')(n) }),
      (n) => ({
        error: {
          code: 'invalid_parameter',
          message: 'status must be one of open, shipped, delivered',
          request_id: requestId(n),
        },
      }),
    ]),
  ),
  loop(
    'validation',
    3,
    'a text that stands in the file twice',
    saidInTurn(5, [
      'edit',
      (n) => ({ path: 'a.ts', old: `  x = ${n}`, new: 'y' }),
      'Error: old_string matches 2 places in a.ts; make it unique.',
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'an edit that changes nothing',
    saidInTurn(4, [
      'edit',
      { path: 'a.ts', old: 'x', new: 'x' },
      'No changes to make: old_string and new_string are exactly the same.',
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'a patch that does not apply',
    saidInTurn(5, [
      'apply_patch',
      (n) => ({ patch: `@@ -${n + 1} +${n + 1} @@\n-a\n+b` }),
      (n) => `error: patch failed: src/a.c:${n + 1}\nerror: src/a.c: patch does not apply`,
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'JSON that is broken off',
    saidInTurn(5, [
      'write_file',
      (n) => `{"path": "a.md", "text": "part ${n}`,
      (n) => `Invalid JSON in tool arguments: Unterminated string at position ${812 + n * 7}`,
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'a tool that does not exist, with guesses',
    inTurn(1, [
      ['search_files', { q: 'x' }, 'Unknown tool: search_files. Available: read, list', FAILED],
      ['find_files', { q: 'x' }, 'Unknown tool: find_files. Available: read, list', FAILED],
      ['files_search', { q: 'x' }, 'Unknown tool: files_search. Available: read, list', FAILED],
      ['grep_files', { q: 'x' }, 'Unknown tool: grep_files. Available: read, list', FAILED],
    ]),
  ),
  loop(
    'validation',
    3,
    'a path that does not exist',
    saidInTurn(5, [
      'read',
      { path: '/srv/app/conf.yml' },
      "ENOENT: no such file or directory, open '/srv/app/conf.yml'",
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'a file above the limit',
    saidInTurn(5, [
      'read',
      { path: 'all.log' },
      'File content (88,113 tokens) exceeds maximum allowed tokens (25,000). Use offset and limit.',
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'a machine in the wrong state',
    saidInTurn(9, [
      'resize_vm',
      (n) => ({ id: 'vm-4', size: oneOf('large', 'xlarge', 'huge')(n) }),
      {
        status: 'error',
        message: 'IncorrectState: the machine must be stopped before it is resized',
      },
    ]),
  ),
  loop(
    'validation',
    3,
    'a column that is not there',
    saidInTurn(5, [
      'sql',
      (n) => ({ q: `select total_amount from orders where id = ${n}` }),
      'ERROR: column "total_amount" does not exist',
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'a compiler that says the same',
    saidInTurn(5, [
      'cargo',
      { cmd: 'build' },
      'error[E0433]: failed to resolve: use of undeclared crate `fastcopy`',
      FAILED,
    ]),
  ),
  loop(
    'validation',
    3,
    'a reason told in Spanish',
    saidInTurn(5, [
      'reservar',
      (n) => ({ fecha: `0${n}/05` }),
      'Error de validación: el campo "fecha" debe tener el formato AAAA-MM-DD',
      FAILED,
    ]),
  ),
  loop(
    ['validation', 'cycle'],
    5,
    'a failing edit with a look between',
    inTurn(5, [
      ['view', { p: 'a.py' }, 'def total(xs):\n    return sum(xs)', READ],
      [
        'edit',
        (n) => ({ p: 'a.py', old: `def total(x${n})` }),
        'Error: old text not found in a.py',
        FAILED,
      ],
    ]),
  ),
];
