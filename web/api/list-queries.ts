/** Lists: page by page on the screen, and page by page for exports. */
import {
  facets,
  loopPage,
  sessionDetail,
  sessionPage,
  signaturePage,
  toolDetail,
  toolPage,
  turnPage,
} from '@loopscope/api/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';

import {
  DEFAULT_SESSION_SORT,
  DEFAULT_TURN_SORT,
  type CommonSearch,
  type LoopsSearch,
  type SessionsSearch,
  type SignaturesSearch,
  type TurnsSearch,
} from '../url/search.ts';
import { resolveRange } from '../url/time-range.ts';
import { get, type Params } from './get.ts';
import { currentParams, filterParams, keyOf, rangeParams } from './params.ts';

const PAGE_SIZE = 100;

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

const turnsParams = (search: TurnsSearch): Params => ({
  sort: search.sort ?? DEFAULT_TURN_SORT,
  loop: search.loop,
  identity: search.identity,
  guard: search.guard,
  stop: search.stop,
  q: search.q,
  min_attempts: search.min_attempts,
  max_attempts: search.max_attempts,
  min_ratio: search.min_ratio,
  max_ratio: search.max_ratio,
});

export const turnsQuery = (search: TurnsSearch) =>
  listQuery('/turns', search, turnsParams(search), turnPage);

/** One page after another without a cache, for exports. */
export const readTurnPage = (search: TurnsSearch) =>
  pageReader('/turns', search, turnsParams(search), turnPage);
export const readSessionPage = (search: SessionsSearch) =>
  pageReader('/sessions', search, sessionsParams(search), sessionPage);

const EXPORT_PAGE = 500;

function pageReader<Schema extends z.ZodType>(
  path: string,
  search: CommonSearch,
  own: Params,
  schema: Schema,
) {
  const params = { ...currentParams(search), ...own, limit: EXPORT_PAGE };
  return (cursor: string | undefined) => get(path, { ...params, cursor }, schema);
}

export const facetsQuery = (search: TurnsSearch) =>
  queryOptions({
    queryKey: ['facets', keyOf(search), facetParams(search)],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      get('/facets', { ...currentParams(search), ...facetParams(search) }, facets, signal),
  });

const facetParams = ({
  loop,
  guard,
  stop,
  q,
  min_attempts,
  max_attempts,
}: TurnsSearch): Params => ({
  loop,
  guard,
  stop,
  q,
  min_attempts,
  max_attempts,
});

const sessionsParams = ({ sort }: SessionsSearch): Params => ({
  sort: sort ?? DEFAULT_SESSION_SORT,
});

export const sessionsQuery = (search: SessionsSearch) =>
  listQuery('/sessions', search, sessionsParams(search), sessionPage);

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
