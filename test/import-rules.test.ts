import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { checkImports } from '../scripts/check-imports.ts';
import { IMPORT_RULES, TYPES_ONLY } from '../scripts/import-rules.ts';
import { importCycles, importsOf, judgeImport } from '../scripts/imports.ts';

const rules = { allowed: IMPORT_RULES, typesOnly: TYPES_ONLY };
const judge = (file: string, source: string) =>
  importsOf(file, source).map((found) => judgeImport(file, found, rules));

test('every import of the tree goes in an allowed direction, through a door, without a ring', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { files, offences } = await checkImports(root);
  expect(offences).toEqual([]);
  expect(files).toBeGreaterThan(30);
});

describe('a wrong import is named', () => {
  test.each([
    [
      'loops/run.ts',
      "import { openStore } from '@loopscope/sql';",
      'loops may not import "@loopscope/sql"',
    ],
    [
      'web/main.tsx',
      "import { startApi } from '@loopscope/api';",
      'web may not import "@loopscope/api"',
    ],
    ['analyzer/pipeline.ts', "import { row } from '../sql/rows/rows.ts';", 'goes around the door'],
    ['api/server.ts', "import { savings } from '@loopscope/loops';", 'only types'],
    ['sql/index.ts', "export * from './rows.ts';", 'list the names'],
    ['signature/sign.ts', "const { x } = await import('@loopscope/loops');", 'may not import'],
  ])('%s: %s', (file, source, message) => {
    expect(judge(file, source)).toEqual([expect.stringContaining(message)]);
  });
});

describe('a right import is silent', () => {
  test.each([
    ['loops/run.ts', "import { canonicalise } from '@loopscope/signature';"],
    ['web/main.tsx', "import { overview } from '@loopscope/api/contract';"],
    ['api/present.ts', "import type { Loop } from '@loopscope/loops';"],
    ['cli/start.ts', "import { buildWebIfStale } from '@loopscope/web/build';"],
    ['sql/store/store.ts', "import { z } from 'zod';"],
  ])('%s: %s', (file, source) => {
    expect(judge(file, source)).toEqual([null]);
  });
});

test('a ring of three files is found once', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a', 'd']],
    ['d', []],
  ]);
  expect(importCycles(graph)).toEqual([['a', 'b', 'c']]);
});
