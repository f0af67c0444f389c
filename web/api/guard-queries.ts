/** What guards did, their ceilings, and orders to stop. */
import {
  ceilings,
  fleetSavings,
  guardDecisionPage,
  guardSummary,
  overview,
  stopOrder,
  stopOrders,
} from '@loopscope/api/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { CommonSearch, GuardSearch } from '../url/search.ts';
import { get, send, type Params } from './get.ts';
import { currentParams, keyOf, refresh } from './params.ts';

/** First part of the key of stop orders. */
export const STOPS = 'stops';
const REFRESH_MS = 5000;

export const guardQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: ['guard', keyOf(search)],
    ...refresh(search),
    queryFn: ({ signal }) => get('/guard', currentParams(search), guardSummary, signal),
  });

/** How many turns ended for which reason. */
export const turnEndsQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: ['turn-ends', keyOf(search)],
    ...refresh(search),
    queryFn: async ({ signal }) => {
      const params = currentParams(search);
      return (await get('/overview', params, overview, signal)).stop_reasons;
    },
  });

/** What caps of attempts would have saved of the range, and cut of its healthy turns. */
export const rangeSavingsQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: ['range-savings', keyOf(search)],
    queryFn: ({ signal }) => get('/savings', currentParams(search), fleetSavings, signal),
  });

/** What leaves a call unmade. */
const STOPPING = ['stop', 'refuse'];
const DECISIONS = 30;

export const guardDecisionsQuery = (search: GuardSearch) =>
  infiniteQueryOptions({
    queryKey: ['guard-decisions', keyOf(search), search.show],
    placeholderData: keepPreviousData,
    initialPageParam: null as { cursor: string; params: Params } | null,
    queryFn: async ({ pageParam, signal }) => {
      // Later pages keep the range of the first, or rows would move between them.
      const params = pageParam?.params ?? currentParams(search);
      const own = { decision: search.show === 'all' ? undefined : STOPPING, limit: DECISIONS };
      const asked = { ...params, ...own, ...(pageParam && { cursor: pageParam.cursor }) };
      return { page: await get('/guard/decisions', asked, guardDecisionPage, signal), params };
    },
    getNextPageParam: ({ page, params }) =>
      page.next_cursor === null ? null : { cursor: page.next_cursor, params },
  });

export const ceilingsQuery = () =>
  queryOptions({
    queryKey: ['ceilings'],
    queryFn: ({ signal }) => get('/ceilings', {}, ceilings, signal),
  });

export const stopsQuery = () =>
  queryOptions({
    queryKey: [STOPS],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => get('/stops', {}, stopOrders, signal),
  });

const stopPath = (sessionId: string): string => `/sessions/${encodeURIComponent(sessionId)}/stop`;

export const stopSession = (sessionId: string, reason: string) =>
  send('POST', stopPath(sessionId), { reason }, stopOrder);
export const withdrawStop = (sessionId: string) =>
  send('DELETE', stopPath(sessionId), {}, stopOrder);
