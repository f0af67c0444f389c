import { oneOf, saidInTurn } from '../said-in-turn.ts';
import { calm, loop, quiet, READ } from './story.ts';
import type { Story } from './story.ts';

/** Coding agents in a shell. */
export const IN_TERMINALS: readonly Story[] = [
  calm(
    'eight symbols that nobody uses',
    saidInTurn(8, [
      'grep',
      (n) => ({
        pattern: oneOf(
          'parseRow',
          'toCsv',
          'Ledger',
          'fetchAll',
          'drawAxis',
          'useTheme',
          'mergeSort',
          'padLeft',
        )(n),
      }),
      'No matches found',
      READ,
    ]),
  ),
  loop(
    'empty',
    [3, 4],
    'one symbol under ever other patterns',
    saidInTurn(5, [
      'grep',
      (n) => ({
        pattern: oneOf('parseRow', 'parse_row', 'parseRow\\(', 'def parse_?row', 'parse.?row')(n),
      }),
      'No matches found',
      READ,
    ]),
  ),
  quiet(
    'a file read in chunks by a shell',
    saidInTurn(8, [
      'bash',
      (n) => ({ command: `sed -n '${n * 200 + 1},${n * 200 + 200}p' src/engine.rs` }),
      (n) =>
        Array.from(
          { length: 12 },
          (_, at) => `let step_${n * 200 + at} = plan(${(n * 200 + at) * 7});`,
        ).join('\n'),
    ]),
  ),
  calm(
    'one file with ever longer windows',
    saidInTurn(4, [
      'read',
      (n) => ({ path: 'a.py', start: 1, end: 100 * (n + 1) }),
      (n) => Array.from({ length: 10 * (n + 1) }, (_, at) => `${at}: value_${at * 13}`).join('\n'),
      READ,
    ]),
  ),
  quiet(
    'checks of a pull request that are pending',
    saidInTurn(6, [
      'bash',
      { command: 'gh pr checks 12' },
      (n) =>
        n < 5
          ? 'build\tpending\t0\thttps://ci.example/runs/7\nlint\tpass\t31s\thttps://ci.example/runs/8'
          : 'build\tpass\t4m2s\thttps://ci.example/runs/7\nlint\tpass\t31s\thttps://ci.example/runs/8',
    ]),
  ),
  loop(
    'exact',
    3,
    'checks of a pull request that have failed',
    saidInTurn(5, [
      'bash',
      { command: 'gh pr checks 12' },
      'build\tfail\t4m2s\thttps://ci.example/runs/7\nlint\tpass\t31s\thttps://ci.example/runs/8',
    ]),
  ),
];
