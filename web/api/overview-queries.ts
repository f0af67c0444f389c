/** Questions of the overview, and of the names that its filters offer. */
import {
  distinctRatioHistogram,
  ingestionHealth,
  loopSeries,
  markers,
  maxAttemptsHistogram,
  maxAttemptsSeries,
  overview,
  sessionPage,
  status,
  toolPage,
  turnPage,
} from '@loopscope/api/contract';
import { queryOptions } from '@tanstack/react-query';

import { DEFAULT_TURN_SORT, type CommonSearch } from '../url/search.ts';
import { chooseStep, rangeBefore, resolveRange, type TimeRange } from '../url/time-range.ts';
import { get } from './get.ts';
import { currentParams, filterParams, keyOf, rangeParams, refresh } from './params.ts';

const STATUS_POLL_MS = 2000;

/** The totals of the range, and of the range of the same length before it. */
export const overviewQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: ['overview', keyOf(search)],
    ...refresh(search),
    queryFn: async ({ signal }) => {
      const range = resolveRange(search, Date.now());
      const ask = (asked: TimeRange) =>
        get('/overview', { ...rangeParams(asked), ...filterParams(search) }, overview, signal);
      const [current, before] = await Promise.all([ask(range), ask(rangeBefore(range))]);
      return { current, before };
    },
  });

/** Max attempts over time, with the range and step that the points stand in. */
export const attemptsSeriesQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: ['attempts-series', keyOf(search)],
    ...refresh(search),
    queryFn: async ({ signal }) => {
      const range = resolveRange(search, Date.now());
      const stepSeconds = chooseStep(range);
      const params = { ...rangeParams(range), ...filterParams(search), step: stepSeconds };
      const points = await get('/series/max-attempts', params, maxAttemptsSeries, signal);
      return { range, stepSeconds, points };
    },
  });

export const attemptsHistogramQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: ['attempts-histogram', keyOf(search)],
    ...refresh(search),
    queryFn: ({ signal }) =>
      get('/histograms/max-attempts', currentParams(search), maxAttemptsHistogram, signal),
  });

export const ratioHistogramQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: ['ratio-histogram', keyOf(search)],
    ...refresh(search),
    queryFn: ({ signal }) =>
      get('/histograms/distinct-ratio', currentParams(search), distinctRatioHistogram, signal),
  });

/** Enough to say where loops are; the page lists the first few. */
const WORST_READ = 100;

export const worstTurnsQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: ['worst-turns', keyOf(search)],
    ...refresh(search),
    queryFn: ({ signal }) =>
      get(
        '/turns',
        { ...currentParams(search), sort: DEFAULT_TURN_SORT, limit: WORST_READ },
        turnPage,
        signal,
      ),
  });

const DAY_MS = 86_400_000;
/** No agent reported to anybody before. */
const EVER = '2000-01-01T00:00:00.000Z';

/** When the newest turn under the filters began, whatever the range; null where there is none. */
export const newestTurnQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: [
      'newest-turn',
      keyOf({ ...search, range: undefined, from: undefined, to: undefined }),
    ],
    queryFn: async ({ signal }) => {
      const range = { from: EVER, to: new Date(Date.now() + DAY_MS).toISOString() };
      const params = { ...range, ...filterParams(search), sort: '-started_at', limit: 1 };
      const { items } = await get('/turns', params, turnPage, signal);
      return items[0]?.started_at ?? null;
    },
  });

export const statusQuery = () =>
  queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => get('/status', {}, status, signal),
    refetchInterval: ({ state }) => (state.data?.spans === 0 ? STATUS_POLL_MS : false),
  });

/** First part of the key. */
export const FILTER_NAMES = 'filter-names';

/** Names that stand in the range, for the filters: the newest sessions' agents and models, the tools. */
export const filterNamesQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: [FILTER_NAMES, search.range, search.from, search.to],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const params = { ...rangeParams(resolveRange(search, Date.now())), limit: 500 };
      const [sessions, tools] = await Promise.all([
        get('/sessions', params, sessionPage, signal),
        get('/tools', params, toolPage, signal),
      ]);
      const sorted = (values: string[]) => [...new Set(values)].filter(Boolean).toSorted();
      return {
        agent: sorted(sessions.items.map((session) => session.agent)),
        model: sorted(sessions.items.map((session) => session.model)),
        tool: sorted(tools.items.map((tool) => tool.tool)),
      };
    },
  });

/** Loops by kind over time, in the range and steps of the attempts. */
export const loopSeriesQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: ['loop-series', keyOf(search)],
    ...refresh(search),
    queryFn: async ({ signal }) => {
      const range = resolveRange(search, Date.now());
      const stepSeconds = chooseStep(range);
      const params = { ...rangeParams(range), ...filterParams(search), step: stepSeconds };
      const points = await get('/series/loops', params, loopSeries, signal);
      return { range, stepSeconds, points };
    },
  });

/** Releases, models and prompts that were first seen in the range. */
export const markersQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: ['markers', keyOf(search)],
    ...refresh(search),
    queryFn: ({ signal }) => get('/markers', currentParams(search), markers, signal),
  });

const HEALTH_POLL_MS = 5000;

/** Health of what comes in. */
export const ingestionQuery = () =>
  queryOptions({
    queryKey: ['ingestion'],
    refetchInterval: HEALTH_POLL_MS,
    queryFn: ({ signal }) => get('/ingestion', {}, ingestionHealth, signal),
  });
