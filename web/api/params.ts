/** What every question narrows by. Relative ranges are resolved when asked, so that a refetch moves on. */
import type { CommonSearch } from '../url/search.ts';
import { isAbsolute, resolveRange, type TimeRange } from '../url/time-range.ts';
import type { Params } from './get.ts';

const REFRESH_MS = 15_000;

const iso = (ms: number): string => new Date(ms).toISOString();

export const rangeParams = ({ fromMs, toMs }: TimeRange): Params => ({
  from: iso(fromMs),
  to: iso(toMs),
});

export const filterParams = ({ agent, model, tool, version }: CommonSearch): Params => ({
  agent,
  model,
  tool,
  version,
});

export const currentParams = (search: CommonSearch): Params => ({
  ...rangeParams(resolveRange(search, Date.now())),
  ...filterParams(search),
});

/** The part of a page's search that the answer depends on. */
export const keyOf = ({ range, from, to, agent, model, tool, version }: CommonSearch) => ({
  range,
  from,
  to,
  agent,
  model,
  tool,
  version,
});

export const refresh = (search: CommonSearch) => ({
  refetchInterval: isAbsolute(search) ? (false as const) : REFRESH_MS,
});
