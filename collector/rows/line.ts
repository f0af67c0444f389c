import type { SpanRow } from '@loopscope/sql';

/** Columns whose own default is not what an absent text, number or list stands for. */
const NULLABLE = new Set<string>([
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
] satisfies (keyof SpanRow)[]);

/** A row as one line of JSONEachRow, without what the table fills in by itself: most columns of most spans are empty. */
export function writeLine(row: SpanRow): string {
  const filled: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    if (isDefault(value, NULLABLE.has(column))) continue;
    filled[column] = value;
  }
  return JSON.stringify(filled);
}

function isDefault(value: unknown, isNullable: boolean): boolean {
  if (value === null) return isNullable;
  if (value === 0) return !isNullable;
  return value === '' || (Array.isArray(value) && value.length === 0);
}
