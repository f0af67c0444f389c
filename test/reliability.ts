/** What is promised about each fault, and the tests that inject it: `docs/reliability.md` is written from this, and checked against the tests. */
import { readFileSync } from 'node:fs';

export interface Row {
  row: number;
  fault: string;
  promise: string;
  /** `file: a part of the test's title`, at least one. */
  tests: readonly string[];
}

const ROWS_FILE = new URL('reliability.json', import.meta.url);
export const ROWS: readonly Row[] = JSON.parse(readFileSync(ROWS_FILE, 'utf8'));

const HEAD = `# Reliability

Nothing acknowledged is lost, nothing is counted twice, one bad span never harms another, and where Loopscope cannot take
data it says so with an answer that is worth another try. Each row is a fault that its tests inject into the real thing: real processes,
the real engine, real sockets and disks. \`pnpm test:soak\` runs the ledger of \`test/ledger\` for hours: writers over three protocols,
kills, a store that fails, and every view and route recomputed from what was sent.

Not promised: what an agent drops by itself, a notification exactly once, the survival of the disk. After a loss of power what was
acknowledged is there as far as the disk honours a flush.

| fault | promise | tests |
|---|---|---|
`;

/** The page as it must be. */
export function renderReliability(): string {
  const rows = ROWS.map(({ fault, promise, tests }) => {
    const files = [...new Set(tests.map((test) => `\`${fileOf(test)}\``))].join(', ');
    return `| ${fault} | ${promise} | ${files} |\n`;
  });
  return HEAD + rows.join('');
}

const fileOf = (test: string): string => test.slice(0, test.indexOf(': '));

/** Tests that are named above and are not there. */
export function missingTests(root: URL): string[] {
  return ROWS.flatMap(({ tests }) => tests).filter((test) => {
    const title = test.slice(fileOf(test).length + 2).replace(/^describe /, '');
    try {
      return !readFileSync(new URL(fileOf(test), root), 'utf8').includes(title);
    } catch {
      return true;
    }
  });
}
