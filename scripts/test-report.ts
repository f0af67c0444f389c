import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

export interface TestReport {
  passed: number;
  failed: number;
  skipped: number;
  /** One line for each test that passed only when it was run again: file, title, what was wrong at first. */
  secondGoes: string[];
}

interface JsonReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; assertionResults: JsonTest[] }[];
}

interface JsonTest {
  status: string;
  fullName: string;
  failureMessages: string[];
}

/** Reads the test runner's JSON report; one that it did not write is one failure. */
export function readTestReport(file: string, exitCode: number): TestReport {
  let report: JsonReport;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, secondGoes: [] };
  }
  const failed = report.numFailedTests;
  // A file that does not load fails the run without a failed test.
  const unseen = exitCode !== 0 && failed === 0 ? 1 : 0;
  return {
    passed: report.numPassedTests,
    failed: failed + unseen,
    skipped: report.numPendingTests + report.numTodoTests,
    secondGoes: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.flatMap((test) => secondGo(relative(process.cwd(), name), test)),
    ),
  };
}

function secondGo(file: string, { status, fullName, failureMessages }: JsonTest): string[] {
  const [first] = failureMessages;
  if (status !== 'passed' || first === undefined) return [];
  return [`${file}: ${fullName}: ${first.split('\n', 1)[0]}`];
}
