/** One query option per question. Relative ranges are resolved when asked, so that a refetch moves on. */
import {
  distinctRatioHistogram,
  loopPage,
  maxAttemptsHistogram,
  maxAttemptsSeries,
  overview,
  sessionDetail,
  sessionPage,
  signaturePage,
  status,
  toolDetail,
  toolPage,
  trajectory,
  turnPage,
  type Turn,
} from '@loopscope/api/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';

import type { CommonSearch, LoopsSearch, SignaturesSearch, TurnsSearch } from '../url/search.ts';
import { DEFAULT_TURN_SORT } from '../url/search.ts';
import {
  chooseStep,
  isAbsolute,
  rangeBefore,
  resolveRange,
  type TimeRange,
} from '../url/time-range.ts';
import { get, type Params } from './get.ts';

const PAGE_SIZE = 100;
const REFRESH_MS = 15_000;
const STATUS_POLL_MS = 2000;

const iso = (ms: number): string => new Date(ms).toISOString();

const rangeParams = ({ fromMs, toMs }: TimeRange): Params => ({ from: iso(fromMs), to: iso(toMs) });

const filterParams = ({ agent, model, tool, version }: CommonSearch): Params => ({
  agent,
  model,
  tool,
  version,
});

const currentParams = (search: CommonSearch): Params => ({
  ...rangeParams(resolveRange(search, Date.now())),
  ...filterParams(search),
});

/** The part of a page's search that the answer depends on. */
const keyOf = ({ range, from, to, agent, model, tool, version }: CommonSearch) => ({
  range,
  from,
  to,
  agent,
  model,
  tool,
  version,
});

const refresh = (search: CommonSearch) => ({
  refetchInterval: isAbsolute(search) ? (false as const) : REFRESH_MS,
});

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

/** A page of a list, and the range it was asked for: later pages keep it, or rows would move between pages. */
function listQuery<Schema extends z.ZodType<{ next_cursor: string | null }>>(
  path: string,
  search: CommonSearch,
  own: Params,
  schema: Schema,
) {
  return infiniteQueryOptions({
    queryKey: ['list', path, keyOf(search), own],
    initialPageParam: null as { cursor: string; range: Params } | null,
    queryFn: async ({ pageParam, signal }) => {
      const range = pageParam?.range ?? rangeParams(resolveRange(search, Date.now()));
      const params = { ...range, ...filterParams(search), ...own, limit: PAGE_SIZE };
      const asked = pageParam === null ? params : { ...params, cursor: pageParam.cursor };
      return { page: await get(path, asked, schema, signal), range };
    },
    getNextPageParam: ({ page, range }) =>
      page.next_cursor === null ? null : { cursor: page.next_cursor, range },
  });
}

export const turnsQuery = (search: TurnsSearch) =>
  listQuery(
    '/turns',
    search,
    {
      sort: search.sort ?? DEFAULT_TURN_SORT,
      loop: search.loop,
      identity: search.identity,
      min_attempts: search.min_attempts,
      max_attempts: search.max_attempts,
      min_ratio: search.min_ratio,
      max_ratio: search.max_ratio,
    },
    turnPage,
  );

export const sessionsQuery = (search: CommonSearch) =>
  listQuery('/sessions', search, {}, sessionPage);

export const toolsQuery = (search: CommonSearch) => listQuery('/tools', search, {}, toolPage);

export const loopsQuery = (search: LoopsSearch) =>
  listQuery('/loops', search, { kind: search.kind, severity: search.severity }, loopPage);

export const signaturesQuery = (search: SignaturesSearch) =>
  listQuery('/signatures', search, { q: search.q }, signaturePage);

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['session', sessionId],
    queryFn: ({ signal }) =>
      get(`/sessions/${encodeURIComponent(sessionId)}`, {}, sessionDetail, signal),
  });

export const toolQuery = (tool: string, search: CommonSearch) =>
  queryOptions({
    queryKey: ['tool', tool, keyOf(search)],
    queryFn: ({ signal }) =>
      get(`/tools/${encodeURIComponent(tool)}`, currentParams(search), toolDetail, signal),
  });

export const trajectoryQuery = (turnId: string) =>
  queryOptions({
    queryKey: ['trajectory', turnId],
    queryFn: ({ signal }) => get(`/turns/${encodeURIComponent(turnId)}`, {}, trajectory, signal),
  });

export const statusQuery = () =>
  queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => get('/status', {}, status, signal),
    refetchInterval: ({ state }) => (state.data?.spans === 0 ? STATUS_POLL_MS : false),
  });

const DAY_MS = 86_400_000;
const REPEATING_TURNS_LIMIT = 500;

/** Turns of the same agent in the day around a turn: what a cap would have met elsewhere. */
export const capReachQuery = ({ agent, started_at: startedAt }: Turn) =>
  queryOptions({
    queryKey: ['cap-reach', agent, startedAt],
    queryFn: async ({ signal }) => {
      const around = Date.parse(startedAt);
      const params: Params = {
        ...rangeParams({ fromMs: around - DAY_MS, toMs: around + DAY_MS }),
        agent: [agent],
      };
      const repeating = { ...params, min_attempts: 2, sort: DEFAULT_TURN_SORT };
      const [totals, page] = await Promise.all([
        get('/overview', params, overview, signal),
        get('/turns', { ...repeating, limit: REPEATING_TURNS_LIMIT }, turnPage, signal),
      ]);
      return {
        healthyTurns: totals.turns - totals.loops.turns,
        repeatingHealthy: page.items
          .filter((turn) => turn.verdict === 'healthy')
          .map((turn) => turn.max_attempts),
        isComplete: page.next_cursor === null,
      };
    },
  });

const COMPARABLE_TURNS = 12;

/** Healthy turns of the same agent that call the same tool, the newest first: what the turn may be held against. */
export const comparableTurnsQuery = (turn: Turn) =>
  queryOptions({
    queryKey: ['comparable-turns', turn.turn_id],
    queryFn: async ({ signal }) => {
      const params: Params = {
        ...rangeParams({ fromMs: Date.now() - 30 * DAY_MS, toMs: Date.now() + DAY_MS }),
        agent: [turn.agent],
        tool: turn.max_attempts_tool === '' ? undefined : [turn.max_attempts_tool],
        sort: '-started_at',
        limit: 100,
      };
      const { items } = await get('/turns', { ...params, max_attempts: 2 }, turnPage, signal);
      return items
        .filter(({ verdict, turn_id: id }) => verdict === 'healthy' && id !== turn.turn_id)
        .slice(0, COMPARABLE_TURNS);
    },
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
