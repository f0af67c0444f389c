import type { Declared, DeclaredTool as Tool } from '@loopscope/analyzer';
import type { DeclarationRow } from '@loopscope/sql';

import {
  declaration,
  type Declaration,
  type DeclarationResult,
  type DeclaredTool,
} from '../contract/index.ts';
import { toIso } from '../instant.ts';
import { readJson } from './json.ts';

export function presentDeclared({
  tool,
  declaration: declared,
  source,
  change,
}: Tool): DeclaredTool {
  return {
    tool,
    declaration: copyOf(declared),
    source,
    changed:
      change === null
        ? null
        : {
            at: new Date(change.atMs).toISOString(),
            by: change.author,
            reason: change.reason,
            changes: change.changes,
          },
  };
}

export function presentResult({
  tool,
  declaration: declared,
  traces,
}: Declared): DeclarationResult {
  return { tool, declaration: declared === null ? null : copyOf(declared), traces };
}

export function presentChange(row: DeclarationRow) {
  return {
    at: toIso(row.changed_at),
    by: row.author,
    reason: row.reason,
    declaration: row.removed === 1 ? null : declaration.catch({}).parse(readJson(row.declaration)),
  };
}

function copyOf({ identity, volatile, effect, exempt, result }: Tool['declaration']): Declaration {
  return {
    ...(identity === undefined ? {} : { identity: [...identity] }),
    ...(volatile === undefined ? {} : { volatile: [...volatile] }),
    ...(effect === undefined ? {} : { effect }),
    ...(exempt === undefined ? {} : { exempt }),
    ...(result === undefined ? {} : { result }),
  };
}
