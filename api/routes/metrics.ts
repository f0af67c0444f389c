import { maxAttemptsHistogram, overview, status } from '@loopscope/sql';
import { z } from 'zod';

import type { Ingestion } from '../contract/index.ts';
import { toFilter } from '../filter.ts';
import { toMetrics, type MetricsReading } from '../metrics.ts';
import { writeMetrics } from '../metrics-text.ts';
import { onlyRow, type App, type RouteContext } from '../route.ts';

const HOUR_MS = 3_600_000;

/** The product's own numbers in Prometheus text format. */
export function metricsRoute(
  app: App,
  context: RouteContext,
  ingestion: () => Ingestion | null,
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
      const text = writeMetrics(toMetrics(await readMetrics(context, ingestion())));
      return reply.type('text/plain; version=0.0.4; charset=utf-8').serializer(String).send(text);
    },
  );
}

async function readMetrics(
  { store, project, now }: RouteContext,
  ingestion: Ingestion | null,
): Promise<MetricsReading> {
  const nowMs = now();
  const from = new Date(nowMs - HOUR_MS).toISOString();
  const lastHour = toFilter({ from }, project, nowMs);
  const [stored, fleet, attempts] = await Promise.all([
    store.query(status, { project }),
    store.query(overview, lastHour),
    store.query(maxAttemptsHistogram, lastHour),
  ]);
  const { spans, rejected_spans: rejectedSpans } = onlyRow(stored);
  const { turns, loops_by_kind: loopsByKind } = onlyRow(fleet);
  return {
    ingestion,
    spans,
    rejectedSpans,
    recentTurns: turns,
    maxAttempts: attempts,
    loopsByKind,
  };
}
