import type { Turn } from './reference.ts';

/** A question to one route, what it answers cut down to what is claimed, and what the ledger says that is. */
export interface RouteClaim {
  path: string;
  /** From the answer, or from the items of all its pages. */
  told: (answer: never) => unknown;
  wanted: unknown;
  /** The answer comes in pages. */
  paged?: boolean;
}

export type Fields = Record<string, unknown>;
export const only =
  (...names: string[]) =>
  (item: Fields): unknown[] =>
    names.map((name) => item[name]);
export const each =
  (...names: string[]) =>
  (items: readonly Fields[]): unknown[][] =>
    items.map(only(...names));
export const iso = (ms: number): string => new Date(ms).toISOString();
export const groups = <Item>(items: readonly Item[], key: (item: Item) => string): Item[][] => [
  ...Map.groupBy(items, key).values(),
];
export const byName = (rows: readonly unknown[][]): unknown[][] =>
  rows.toSorted(([a], [b]) => String(a).localeCompare(String(b)));
export const share = (part: number, all: number): number | null => (all === 0 ? null : part / all);

/** The call that exceeds the cap is made, and is the last. */
export function savedBy({ calls }: Turn, cap: number): number {
  const stop = calls.findIndex(({ attempt }) => attempt > cap);
  return stop < 0 ? 0 : calls.length - stop - 1;
}
