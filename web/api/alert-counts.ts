import { openAlerts } from '@loopscope/api/contract';
import { queryOptions } from '@tanstack/react-query';

import { get } from './get.ts';

/** First part of the key of every question about alerts: what changes one may change all. */
export const ALERTS = 'alerts';
export const ALERTS_REFRESH_MS = 10_000;

/** How many alerts are open: all that most pages ask of them. */
export const alertCountsQuery = () =>
  queryOptions({
    queryKey: [ALERTS, 'counts'],
    refetchInterval: ALERTS_REFRESH_MS,
    queryFn: ({ signal }) => get('/alerts/open', {}, openAlerts, signal),
  });
