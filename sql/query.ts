import { readFileSync } from 'node:fs';

import type { z } from 'zod';

/** What one run of a question may cost; it fails beyond that. */
export interface ReadBounds {
  readonly seconds: number;
  /** Rows that are read, not those of the answer. */
  readonly rows: number;
  readonly memoryBytes: number;
}

/** One question asked of the store: its text, the values it binds by name, and the rows it answers with. */
export interface Query<P, R> {
  readonly name: string;
  readonly sql: string;
  readonly params: z.ZodType<P>;
  readonly row: z.ZodType<R>;
  /** Absent: those of every read. */
  readonly bounds?: ReadBounds;
}

/**
 * Reads the question's text beside its definition. `@include file.sql` on a line of its own stands for the text of
 * that file; values are never part of the text, they are bound: `{from:DateTime64(3, 'UTC')}`.
 */
export function defineQuery<P, R>(definition: {
  file: URL;
  params: z.ZodType<P>;
  row: z.ZodType<R>;
  bounds?: ReadBounds;
}): Query<P, R> {
  const { file, params, row, bounds } = definition;
  const name = file.pathname.slice(file.pathname.lastIndexOf('/') + 1, -'.sql'.length);
  const question = { name, sql: readText(file), params, row };
  return Object.freeze(bounds === undefined ? question : { ...question, bounds });
}

function readText(file: URL): string {
  return readFileSync(file, 'utf8')
    .trim()
    .replace(/^[ \t]*@include (\S+\.sql)$/gm, (_line, path: string) =>
      readText(new URL(path, file)),
    );
}
