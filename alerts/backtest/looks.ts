import type { Facts } from '../condition/condition.ts';
import type { AlertRule } from '../rule/rule.ts';
import type { Subject } from '../watch/subject.ts';

/** What a rule over a window sees of one subject. */
export type Seen = Partial<Subject> & { id: string; facts: Facts };

/** All that a window that ends at this moment would have shown. */
export type ReadAt = (untilMs: number) => Seen[];

/** Rows that became known after one moment and not after the other; they are in that order. */
export function between<Row extends { at_ms: number }>(
  rows: readonly Row[],
  afterMs: number,
  untilMs: number,
): readonly Row[] {
  return rows.slice(firstAfter(rows, afterMs), firstAfter(rows, untilMs));
}

/** How many rows were known until this moment. */
export function firstAfter(rows: readonly { at_ms: number }[], ms: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.at_ms ?? 0) > ms) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface Place {
  agent_name: string;
  model: string;
  environment: string;
  agent_version: string;
}

/** Whether the rule's filters let it through, but for tools. */
export function isOf({ match }: AlertRule, place: Place): boolean {
  const fits = (name: string, value: string): boolean => match[name]?.includes(value) ?? true;
  return (
    fits('agent', place.agent_name) &&
    fits('model', place.model) &&
    fits('environment', place.environment) &&
    fits('version', place.agent_version)
  );
}

/** The largest value; 0 of none. Not by `Math.max(...rows)`: so many arguments as a range has rows are too many. */
export const largest = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((most, row) => Math.max(most, value(row)), 0);

export const sum = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);
