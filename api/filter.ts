import type { CommonQuery } from './contract/index.ts';
import { ApiError } from './errors.ts';
import { toStoreInstant } from './instant.ts';

/** What every question asked of the store is narrowed by; an empty list does not narrow. */
export interface Filter {
  project: string;
  /** Included. */
  from: string;
  /** Excluded. */
  to: string;
  agents: string[];
  models: string[];
  tools: string[];
  versions: string[];
  sessions: string[];
}

export interface Range {
  fromMs: number;
  toMs: number;
}

const DAY_MS = 86_400_000;
/** Clocks of agents run ahead: an open end lets their newest turns in. */
const CLOCK_SLACK_MS = 300_000;

/** The asked-for range; the last 24 hours where nothing is said. Throws `invalid_query` where it is empty. */
export function toRange(query: Pick<CommonQuery, 'from' | 'to'>, nowMs: number): Range {
  const toMs = query.to === undefined ? nowMs + CLOCK_SLACK_MS : Date.parse(query.to);
  const anchorMs = query.to === undefined ? nowMs : toMs;
  const fromMs = query.from === undefined ? anchorMs - DAY_MS : Date.parse(query.from);
  if (fromMs >= toMs) {
    throw new ApiError('invalid_query', 'from: expected a time before `to` (absent: now)');
  }
  return { fromMs, toMs };
}

export function toFilter(query: CommonQuery, project: string, nowMs: number): Filter {
  const { fromMs, toMs } = toRange(query, nowMs);
  return {
    project,
    from: toStoreInstant(fromMs),
    to: toStoreInstant(toMs),
    agents: query.agent ?? [],
    models: query.model ?? [],
    tools: query.tool ?? [],
    versions: query.version ?? [],
    sessions: query.session ?? [],
  };
}
