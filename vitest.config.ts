import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // The embedded engine is native code with global state: one process per test file.
    pool: 'forks',
    // Many tests wait for clocks and processes: one worker alone would leave half of two cores idle.
    maxWorkers: '100%',
    // Real processes and clocks on a shared machine: a second go, which the report tells of.
    retry: process.env['CI'] === undefined ? 0 : 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
