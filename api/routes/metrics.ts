import {
  alertCounts,
  ingestionFacts,
  maxAttemptsHistogram,
  overview,
  receiverHealth,
  status,
  StoreError,
} from '@loopscope/sql';
import { z } from 'zod';

import type { Alerting } from '../alerting.ts';
import type { Ingestion } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { ingestionMetrics, storedMetrics, storeMetric, type StoredReading } from '../metrics.ts';
import { writeMetrics } from '../metrics-text.ts';
import { onlyRow, type App, type RouteContext } from '../route.ts';

const HOUR_MS = 3_600_000;
/** Less than Prometheus waits. */
const STORE_WITHIN_MS = 5_000;
/** Later than any arrival. */
const FOREVER_US = '9000000000000000';

/** The product's own numbers in Prometheus text format: those of the process at all times, those of the store while it answers. */
export function metricsRoute(
  app: App,
  context: RouteContext,
  ingestion: () => Ingestion | null,
  alerting: Alerting,
): void {
  app.get(
    '/metrics',
    {
      schema: {
        summary: 'Metrics in Prometheus text format',
        produces: ['text/plain'],
        response: { 200: z.string() },
      },
    },
    async (_request, reply) => {
      const stored = await unlessAway(readStored(context));
      const text = writeMetrics([
        ...ingestionMetrics(ingestion()),
        storeMetric(stored !== null),
        ...(stored === null ? [] : storedMetrics(stored)),
        ...(await alerting.metrics()),
      ]);
      return reply.type('text/plain; version=0.0.4; charset=utf-8').serializer(String).send(text);
    },
  );
}

/** Null where the store does not answer, or not in time. */
async function unlessAway(reading: Promise<StoredReading>): Promise<StoredReading | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), STORE_WITHIN_MS);
  try {
    return await Promise.race([reading, late.promise]);
  } catch (error) {
    if (error instanceof StoreError && error.retryable) return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function readStored({ store, project, now }: RouteContext): Promise<StoredReading> {
  const nowMs = now();
  const from = new Date(nowMs - HOUR_MS).toISOString();
  const lastHour = toFilter({ from }, project, nowMs);
  const arrival = { project, after: String((nowMs - HOUR_MS) * 1_000), until: FOREVER_US };
  const [stored, fleet, attempts, [arrived], alerts, receivers] = await Promise.all([
    store.query(status, { project }),
    store.query(overview, lastHour),
    store.query(maxAttemptsHistogram, lastHour),
    store.query(ingestionFacts, arrival),
    store.query(alertCounts, { project }),
    store.query(receiverHealth, { project }),
  ]);
  const { spans, rejected_spans: rejectedSpans } = onlyRow(stored);
  const { turns, loops_by_kind: loopsByKind, stop_reasons: stopReasons } = onlyRow(fleet);
  return {
    spans,
    rejectedSpans,
    recentTurns: turns,
    maxAttempts: attempts,
    loopsByKind,
    stopReasons,
    analyzerLagSeconds: arrived?.analyzer_lag_seconds ?? 0,
    secondsSinceSpan: arrived?.seconds_since_span ?? null,
    alerts,
    receivers,
  };
}
