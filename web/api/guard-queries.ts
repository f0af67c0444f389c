/** What guards did, their ceilings, and orders to stop. */
import {
  ceilings,
  guardDecisionPage,
  guardSummary,
  stopOrder,
  stopOrders,
} from '@loopscope/api/contract';
import { queryOptions } from '@tanstack/react-query';

import type { CommonSearch } from '../url/search.ts';
import { get, send } from './get.ts';
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

export const guardDecisionsQuery = (search: CommonSearch) =>
  queryOptions({
    queryKey: ['guard-decisions', keyOf(search)],
    ...refresh(search),
    queryFn: ({ signal }) =>
      get('/guard/decisions', { ...currentParams(search), limit: 100 }, guardDecisionPage, signal),
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
