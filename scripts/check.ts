/** `pnpm check`: format, lint, types, import directions, dead code. */
import { pathToFileURL } from 'node:url';

import { runSteps, type Step } from './run-steps.ts';

export const CHECKS: readonly Step[] = [
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  { name: 'types of web', command: 'tsc', args: ['--noEmit', '-p', 'web'] },
  { name: 'import directions', command: 'node', args: ['scripts/check-imports.ts'] },
  { name: 'dead code', command: 'knip', args: [] },
];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { failed } = await runSteps(CHECKS);
  if (failed.length > 0) {
    console.error(`failed: ${failed.join(', ')}`);
    process.exitCode = 1;
  }
}
