import type { ApiOptions } from '@loopscope/api';
import type { Ingestion } from '@loopscope/collector';

/** What the collector has counted, in the words of the API. */
export function ingestionOf(counters: Ingestion): NonNullable<ReturnType<ApiOptions['ingestion']>> {
  const { received, stored, duplicate, rejected, spooled, lastRefusal } = counters;
  return {
    received,
    stored,
    duplicate,
    rejected,
    spooled,
    turned_away: counters.turnedAway,
    refusals: counters.refusals,
    last_refusal:
      lastRefusal === null
        ? null
        : {
            at: new Date(lastRefusal.atMs).toISOString(),
            kind: lastRefusal.kind,
            message: lastRefusal.message,
          },
    metrics_requests: counters.metricsRequests,
    logs_requests: counters.logsRequests,
    unused_log_records: counters.unusedLogRecords,
    old_spans: counters.oldSpans,
    spool_bytes: counters.spoolBytes,
    spool_limit_bytes: counters.spoolLimitBytes,
    spool_oldest_ms: counters.spoolOldestMs,
    spool_lag_ms: counters.spoolLagMs,
  };
}
