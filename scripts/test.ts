/** `pnpm test`: all checks and all tests; the last line counts both. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CHECKS } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { run, runSteps } from './run-steps.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Reads what the test runner counted; a report that it did not write is one failure. */
function countTests(reportFile: string, exitCode: number): Counts {
  let report: Record<string, unknown>;
  try {
    report = JSON.parse(readFileSync(reportFile, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const count = (key: string): number => Number(report[key] ?? 0);
  const failed = count('numFailedTests');
  // A file that does not load fails the run without a failed test.
  const unseen = exitCode !== 0 && failed === 0 ? 1 : 0;
  const skipped = count('numPendingTests') + count('numTodoTests');
  return { passed: count('numPassedTests'), failed: failed + unseen, skipped };
}

const folder = mkdtempSync(join(tmpdir(), 'loopscope-test-'));
try {
  process.env['LOOPSCOPE_CHROMIUM'] = ensureChromium();
  const checks = await runSteps([
    ...CHECKS,
    { name: 'build of web', command: 'vite', args: ['build', 'web', '--logLevel', 'warn'] },
  ]);
  const reportFile = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const args = ['run', ...reporters, ...process.argv.slice(2)];
  const exitCode = await run({ name: 'tests', command: 'vitest', args });
  const tests = countTests(reportFile, exitCode);
  const failed = checks.failed.length + tests.failed;
  if (checks.failed.length > 0) console.log(`failed checks: ${checks.failed.join(', ')}`);
  console.log(`${checks.passed + tests.passed} passed, ${failed} failed, ${tests.skipped} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
