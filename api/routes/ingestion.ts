import {
  HINT_MARK,
  hints,
  rejectedReasons,
  spanSources,
  status,
  unresolvedTraces,
} from '@loopscope/sql';

import { ingestionHealth } from '../contract/index.ts';
import { toIso, toStoreInstant } from '../instant.ts';
import type { ApiOptions } from '../options.ts';
import { onlyRow, type App, type RouteContext } from '../route.ts';

const WEEK_MS = 7 * 86_400_000;

/** Health of what comes in: what was refused and why, what is behind, who sends calls without their arguments. */
export function ingestionRoute(
  app: App,
  { store, project, now }: RouteContext,
  { ingestion, settings, apiKeys }: Pick<ApiOptions, 'ingestion' | 'settings' | 'apiKeys'>,
): void {
  app.get(
    '/api/v1/ingestion',
    {
      schema: {
        summary: 'Health of ingestion over the last seven days',
        response: { 200: ingestionHealth },
      },
    },
    async () => {
      const since = { project, from: toStoreInstant(now() - WEEK_MS) };
      const [stored, reasons, sources, unresolved, missing] = await Promise.all([
        store.query(status, { project }),
        store.query(rejectedReasons, since),
        store.query(spanSources, since),
        store.query(unresolvedTraces, { project }),
        store.query(hints, { ...since, prefix: HINT_MARK, prefix_length: HINT_MARK.length }),
      ]);
      const { spans, last_span_at: lastSpanAt } = onlyRow(stored);
      return {
        counters: ingestion(),
        spans,
        last_span_at: lastSpanAt === null ? null : toIso(lastSpanAt),
        unresolved_traces: onlyRow(unresolved).traces,
        rejected: reasons.map(({ reason, spans: rejected, ...last }) => ({
          reason,
          spans: rejected,
          last_at: toIso(last.last_at),
          detail: last.last_detail,
          service: last.last_service,
        })),
        hints: missing,
        settings:
          settings === undefined
            ? null
            : {
                retention_days: settings.retentionDays,
                content: settings.content,
                api_keys: apiKeys.length,
                ingest_keys: settings.ingestKeys,
              },
        sources: sources.map((row) => Object.assign(row, { last_at: toIso(row.last_at) })),
      };
    },
  );
}
