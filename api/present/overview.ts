import type {
  DistinctRatioHistogram,
  MaxAttemptsHistogram,
  MaxAttemptsSeries,
  Overview,
} from '../contract/index.ts';
import { toIso } from '../instant.ts';
import { share } from './share.ts';

interface OverviewRow {
  turns: number;
  calls: number;
  sessions: number;
  max_attempts_p50: number | null;
  max_attempts_p95: number | null;
  max_attempts_p99: number | null;
  max_attempts_max: number | null;
  distinct_ratio_p5: number | null;
  distinct_ratio_p50: number | null;
  retries: number;
  failed_identities: number;
  eventual_successes: number;
  retry_tokens: number;
  tokens: number;
  retry_usd: number;
  usd: number;
  loops: number;
  looping_turns: number;
  loops_by_kind: Record<string, number>;
  blind_turns: number;
  stop_reasons: Record<string, number>;
}

export function presentOverview(row: OverviewRow): Overview {
  return {
    turns: row.turns,
    calls: row.calls,
    sessions: row.sessions,
    max_attempts: {
      p50: row.max_attempts_p50,
      p95: row.max_attempts_p95,
      p99: row.max_attempts_p99,
      max: row.max_attempts_max,
    },
    distinct_ratio: { p5: row.distinct_ratio_p5, p50: row.distinct_ratio_p50 },
    retry: {
      retries: row.retries,
      eventual_success_rate: share(row.eventual_successes, row.failed_identities),
      token_share: share(row.retry_tokens, row.tokens),
      cost_share: share(row.retry_usd, row.usd),
    },
    loops: { total: row.loops, by_kind: row.loops_by_kind, turns: row.looping_turns },
    blind_turns: row.blind_turns,
    stop_reasons: row.stop_reasons,
  };
}

interface SeriesRow {
  t: string;
  turns: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export function presentSeries(rows: readonly SeriesRow[]): MaxAttemptsSeries {
  return rows.map(({ t, ...point }) => ({ t: toIso(t), ...point }));
}

export function presentAttempts(
  rows: readonly { attempts: number; turns: number }[],
): MaxAttemptsHistogram {
  return rows.map(({ attempts, turns }) => ({ attempts, turns }));
}

const BINS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** All ten bins, the empty ones too; `bin` n of the store is [n/10, (n+1)/10). */
export function presentRatios(
  rows: readonly { bin: number; turns: number }[],
): DistinctRatioHistogram {
  const turns = new Map(rows.map((row) => [row.bin, row.turns]));
  return BINS.map((bin) => ({ from: bin / 10, to: (bin + 1) / 10, turns: turns.get(bin) ?? 0 }));
}
