import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Pure code, whose tests share a process: nothing that they import holds anything. */
const PURE = [
  'signature/**/*.test.ts',
  'loops/**/*.test.ts',
  'sdk/**/*.test.ts',
  'web/**/*.test.{ts,tsx}',
  'analyzer/resolve/**/*.test.ts',
  'alerts/{condition,rule,state}/**/*.test.ts',
  'cli/{config,lint}/**/*.test.ts',
];
const TOOLS = ['**/node_modules/**', '**/dist/**'];

/** Longest first, so that none of them is left alone at the end. */
const LONGEST = [
  'test/browser.test.ts',
  'test/ledger/ledger.test.ts',
  'test/faults/outage.test.ts',
  'test/alerts-killed.test.ts',
  'test/secrets.test.ts',
  'test/faults/process.test.ts',
  'test/browser-hostile.test.ts',
  'test/recorded-runs.test.ts',
  'test/faults/server.test.ts',
  'test/alerts.test.ts',
  'cli/running-process.test.ts',
  'alerts/faults.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
      return found < 0 ? LONGEST.length : found;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, which answers with a new list
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Many tests wait for clocks and processes: as many workers as cores would leave half of them idle.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // Real processes and clocks on a shared machine: a second go, which the report tells of.
    retry: process.env['CI'] === undefined ? 0 : 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        // The embedded engine is native code with global state: one process per test file.
        test: {
          name: 'whole',
          include: ['**/*.test.ts'],
          exclude: [...TOOLS, ...PURE],
          globalSetup: ['scripts/test-folder.ts'],
        },
      },
      { extends: true, test: { name: 'pure', include: PURE, exclude: TOOLS, isolate: false } },
    ],
  },
});
