import { NEWS_BOUNDS, RULE_BOUNDS, StoreError, type ReadBounds } from '@loopscope/sql';

import type { Log } from '../options.ts';

/** A look that failed. */
export interface Failure {
  reason: string;
  atMs: number;
}

/** Engine codes of the bounds of one look -> what was too much. */
function tooMuch({ seconds, rows, memoryBytes }: ReadBounds): ReadonlyMap<number, string> {
  return new Map([
    [159, `it took longer than ${seconds} s`],
    [160, `it would have taken longer than ${seconds} s`],
    [158, `it had to read more than ${rows.toLocaleString('en-US')} rows`],
    [241, `it needed more than ${memoryBytes / 1e9} GB of memory`],
  ]);
}
const OF_WINDOW = tooMuch(RULE_BOUNDS);
const OF_NEWS = tooMuch(NEWS_BOUNDS);

const codeOf = (error: unknown): number =>
  error instanceof StoreError ? (error.engineCode ?? 0) : 0;
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whether the store would have answered, had it been asked for less. */
export const isTooMuch = (error: unknown): boolean => OF_NEWS.has(codeOf(error));

/** Why a rule could not be evaluated, in words for whoever wrote it. */
export function describeFailure(error: unknown): string {
  const reason = OF_WINDOW.get(codeOf(error));
  if (reason === undefined) return messageOf(error);
  return `${reason}; a shorter window, or a filter in \`match\`, reads less`;
}

/** The same of what every rule over sessions or turns shares. */
export const describeNewsFailure = (error: unknown): string =>
  OF_NEWS.get(codeOf(error)) ?? messageOf(error);

/** Failures by rule, shown for a while even where the next look goes well: somebody should see them. */
export interface Failures {
  note(rule: string, reason: string): void;
  noteAll(rules: readonly { name: string }[], reason: string): void;
  /** Drops those of rules that are no longer in force. */
  keepOnly(rules: readonly string[]): void;
  all: () => ReadonlyMap<string, Failure>;
}

const SHOWN_MS = 600_000;

export function createFailures({ now, log }: { now: () => number; log: Log }): Failures {
  const failures = new Map<string, Failure>();
  const isShown = ({ atMs }: Failure): boolean => Math.abs(now() - atMs) < SHOWN_MS;
  const note = (rule: string, reason: string): void => {
    const known = failures.get(rule);
    if (known?.reason !== reason || !isShown(known)) {
      log('error', 'an alert rule could not be evaluated', { rule, reason });
    }
    failures.set(rule, { reason, atMs: now() });
  };
  return {
    note,
    noteAll(rules, reason) {
      for (const { name } of rules) note(name, reason);
    },
    keepOnly(rules) {
      for (const name of failures.keys()) if (!rules.includes(name)) failures.delete(name);
    },
    all: () => new Map([...failures].filter(([, failure]) => isShown(failure))),
  };
}
