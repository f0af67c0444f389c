import { readFileSync } from 'node:fs';

import type { z } from 'zod';

/** One question asked of the store: its text, the values it binds by name, and the rows it answers with. */
export interface Query<P, R> {
  readonly name: string;
  readonly sql: string;
  readonly params: z.ZodType<P>;
  readonly row: z.ZodType<R>;
}

/**
 * Reads the question's text beside its definition. `@include file.sql` on a line of its own stands for the text of
 * that file; values are never part of the text, they are bound: `{from:DateTime64(3, 'UTC')}`.
 */
export function defineQuery<P, R>(definition: {
  file: URL;
  params: z.ZodType<P>;
  row: z.ZodType<R>;
}): Query<P, R> {
  const { file, params, row } = definition;
  const name = file.pathname.slice(file.pathname.lastIndexOf('/') + 1, -'.sql'.length);
  return Object.freeze({ name, sql: readText(file), params, row });
}

function readText(file: URL): string {
  return readFileSync(file, 'utf8')
    .trim()
    .replace(/^[ \t]*@include (\S+\.sql)$/gm, (_line, path: string) =>
      readText(new URL(path, file)),
    );
}
