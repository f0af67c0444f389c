import { oneOf, saidInTurn } from '../said-in-turn.ts';
import { loop, quiet, calm, made, READ, WRITE, FAILED, requestId } from './story.ts';
import type { Story } from './story.ts';

const id6 = (n: number) => requestId(n).slice(0, 6);
const AX = (state: string, n: number) =>
  `- Page URL: https://shop.example/consent\n- Page Title: Consent\n- Page Snapshot\n  - heading "Terms and consent" [level=1] [ref=e${n * 40 + 3}]\n  - checkbox "Agree to all" ${state} [ref=e${n * 40 + 7}]\n  - checkbox "Terms of service (required)" ${state} [ref=e${n * 40 + 9}]\n  - checkbox "Privacy policy (required)" ${state} [ref=e${n * 40 + 11}]\n  - checkbox "Marketing (optional)" ${state} [ref=e${n * 40 + 13}]\n  - button "Next" [ref=e${n * 40 + 15}]\n  - link "Read the whole text of our terms of service" [ref=e${n * 40 + 19}]`;

/** What users told of coding agents, terminals and workflows: looks at what stands still, toggles, polls that were stopped too soon. */
export const TOLD_BY_USERS: readonly Story[] = [
  loop(
    'exact',
    3,
    'flake8 run ten times with elapsed time',
    saidInTurn(10, [
      'bash',
      { command: 'flake8 src | wc -l' },
      (n: number) =>
        `Flake8 hibák száma: 1\n[elapsed: ${(n * 37) % 90}.${n}s, tokens: ${4000 + n * 611}]`,
    ]),
  ),
  quiet(
    'codex exec polls with progressing output',
    made((r) => {
      r.call('exec', { cmd: 'cargo build --release' }, 'Process running with session ID 41');
      for (let n = 0; n < 12; n++)
        r.call(
          'exec',
          { code: 'write_stdin({session_id: 41, chars: "", yield_time_ms: 10000})' },
          n % 4 === 3
            ? `Wall time: ${10 + n * 0.01} seconds\nProcess running with session ID 41\nOutput:\n`
            : `Wall time: ${10 + n * 0.01} seconds\nProcess running with session ID 41\nOutput:\n   Compiling crate-${n} v0.${n}.1`,
          { ms: 10_000 },
        );
      r.call(
        'exec',
        { code: 'write_stdin({session_id: 41, chars: "", yield_time_ms: 10000})' },
        'Wall time: 3.1 seconds\nProcess exited with code 0\nOutput:\n    Finished release',
      );
    }),
  ),
  quiet(
    'codex exec polls with nothing new for a while',
    made((r) => {
      r.call('exec', { cmd: 'make verify' }, 'Process running with session ID 7');
      for (let n = 0; n < 7; n++)
        r.call(
          'write_stdin',
          { session_id: 7, chars: '' },
          `Chunk ID: ${id6(n)}\nWall time: 5.00${n} seconds\nProcess running with session ID 7\nOutput:\n`,
          { ms: 5_000 },
        );
      r.call(
        'write_stdin',
        { session_id: 7, chars: '' },
        'Process exited with code 0\nOutput:\nVerification passed',
      );
    }),
  ),
  calm(
    'terminal_output says (no output yet) eight times',
    made((r) => {
      r.call(
        'terminal',
        { command: 'npm run dev', background: true },
        'Started background process bg_3',
      );
      for (let n = 0; n < 8; n++)
        r.call('terminal_output', { id: 'bg_3' }, '(no output yet)', READ);
    }),
  ),
  loop(
    ['exact', 'empty'],
    3,
    'bash_output of a process that has exited',
    saidInTurn(6, [
      'bash_output',
      { process_id: 'bash_7' },
      (n: number) => ({
        success: true,
        status: 'exited',
        exitCode: 1,
        output: '',
        elapsed_ms: (n * 3) % 9,
      }),
    ]),
  ),
  loop(
    ['empty', 'validation', 'stagnant'],
    [3, 6],
    'tool search by regex finds no tools',
    saidInTurn(7, [
      'tool_search_tool_regex',
      (n) => ({
        pattern: oneOf(
          'github.*issue',
          'mcp_github',
          'create_issue',
          'github_create',
          'issue.*create',
          'mcp.*issue',
          'github',
        )(n),
      }),
      { matched_tools: [], total_deferred_tools: 0 },
    ]),
  ),
  loop(
    'validation',
    [3, 3],
    'element not clickable with index 58',
    saidInTurn(5, [
      'click_element',
      { index: 58 },
      'Element not clickable with index 58 - most likely the page changed',
      FAILED,
    ]),
  ),
  loop(
    ['exact', 'cycle', 'stagnant', 'interleaved'],
    [5, 10],
    'a check box toggled on and off',
    saidInTurn(12, [
      'browser_click',
      { element: 'Agree to all' },
      (n: number) => AX(n % 2 === 0 ? '[checked]' : '', n),
    ]),
  ),
  loop(
    ['noop_write', 'exact', 'validation'],
    [2, 3],
    'search and replace identical',
    saidInTurn(4, [
      'search_replace',
      { file: 'src/App.tsx', search: 'const a = 1', replace: 'const a = 1' },
      'Warning: SEARCH and REPLACE blocks are identical in src/App.tsx. File left unchanged.',
      WRITE,
    ]),
  ),
  loop(
    'validation',
    [3, 4],
    'expected 1 occurrence but found 3',
    saidInTurn(6, [
      'replace',
      (n) => ({
        file_path: '/app/server.py',
        old_string: oneOf(
          'return None',
          '    return None',
          'return None\n',
          '\n    return None',
        )(n),
        new_string: 'raise KeyError(key)',
      }),
      (n: number) => `Error: Failed to edit, expected 1 occurrence(s) but found ${3 + (n % 2)}.`,
      FAILED,
    ]),
  ),
  loop(
    ['batch', 'duplicate_dispatch'],
    [2, 5],
    'five events created at once with one content',
    made((r) => {
      for (let n = 0; n < 5; n++)
        r.call(
          'create_event',
          { summary: 'Standup', start: '2026-03-05T09:00', end: '2026-03-05T09:15' },
          {
            id: `evt_${requestId(n).slice(0, 8)}`,
            status: 'confirmed',
            summary: 'Standup',
            htmlLink: `https://cal.example/e/${requestId(n + 9).slice(0, 8)}`,
          },
          { together: n > 0 },
        );
    }),
  ),
  quiet(
    'five events created at once, each another',
    made((r) => {
      for (let n = 0; n < 5; n++)
        r.call(
          'create_event',
          {
            summary: oneOf('Standup', 'Lunch with Ada', 'Review', 'Dentist', 'Retro')(n),
            start: `2026-03-05T${String(9 + n).padStart(2, '0')}:00`,
          },
          { id: `evt_${requestId(n).slice(0, 8)}`, status: 'confirmed' },
          { together: n > 0 },
        );
    }),
  ),
];
