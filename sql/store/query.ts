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
  /**
   * For answers of many thousand rows: only the first is checked, because the columns' types are the same in all. Rows are taken
   * as they come, so the schema must not convert anything.
   */
  readonly isUniform?: true;
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
  isUniform?: true;
}): Query<P, R> {
  const { file, ...rest } = definition;
  const name = file.pathname.slice(file.pathname.lastIndexOf('/') + 1, -'.sql'.length);
  return Object.freeze({ name, sql: readSql(file), ...rest });
}

/** The text of a .sql file with what it includes. */
export function readSql(file: URL): string {
  return readFileSync(file, 'utf8')
    .trim()
    .replace(/^[ \t]*@include (\S+\.sql)$/gm, (_line, path: string) =>
      readSql(new URL(path, file)),
    );
}
