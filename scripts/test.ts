/** `pnpm test`: all checks and all tests; the last line counts both. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CHECKS } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { run, runSteps } from './run-steps.ts';
import { readTestReport } from './test-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'loopscope-report-'));
try {
  process.env['LOOPSCOPE_CHROMIUM'] = ensureChromium();
  const checks = await runSteps([
    ...CHECKS,
    { name: 'build of web', command: 'node', args: ['web/build.ts'] },
  ]);
  const reportFile = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const args = ['run', ...reporters, ...process.argv.slice(2)];
  const exitCode = await run({ name: 'tests', command: 'vitest', args });
  const tests = readTestReport(reportFile, exitCode);
  const failed = checks.failed.length + tests.failed;
  for (const line of tests.secondGoes) console.log(`passed at the second go: ${line}`);
  if (checks.failed.length > 0) console.log(`failed checks: ${checks.failed.join(', ')}`);
  if (tests.skipped > 0) console.log(`${tests.skipped} skipped`);
  console.log(`${checks.passed + tests.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
