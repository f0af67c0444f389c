import type { Ingestion, MaxAttemptsHistogram } from './contract/index.ts';
import type { Metric, Sample } from './metrics-text.ts';

export interface MetricsReading {
  /** Null where no collector runs in this process. */
  ingestion: Ingestion | null;
  spans: number;
  rejectedSpans: number;
  /** Of turns that began in the last hour. */
  recentTurns: number;
  maxAttempts: MaxAttemptsHistogram;
  loopsByKind: Readonly<Record<string, number>>;
}

/** The bins that the web shows. */
const BOUNDS = [1, 2, 3, 6, 14] as const;

const EQUATION = ['received', 'stored', 'duplicate', 'rejected', 'spooled'] as const;

/**
 * Turns are gauges over the last hour: a late span moves a turn from one bin to a higher one, which a counter could not
 * say. `histogram_quantile(0.99, loopscope_recent_turns_bucket)` is the p99 of max attempts.
 */
export function toMetrics(reading: MetricsReading): Metric[] {
  return [
    ...ingestionMetrics(reading.ingestion),
    gauge('loopscope_stored_spans', 'Spans in the store.', [{ value: reading.spans }]),
    gauge('loopscope_stored_rejected_spans', 'Rejected spans in the store, with their reasons.', [
      { value: reading.rejectedSpans },
    ]),
    gauge('loopscope_recent_turns', 'Turns that began in the last hour.', [
      { value: reading.recentTurns },
    ]),
    gauge(
      'loopscope_recent_turns_bucket',
      'Turns with calls of the last hour whose max attempts are at most le.',
      cumulate(reading.maxAttempts),
    ),
    gauge(
      'loopscope_recent_loops',
      'Loops of turns that began in the last hour, by kind.',
      Object.entries(reading.loopsByKind).map(([kind, value]) => ({ value, labels: { kind } })),
    ),
  ];
}

const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  help,
  type: 'gauge',
  samples,
});

function ingestionMetrics(ingestion: Ingestion | null): Metric[] {
  if (ingestion === null) return [];
  const equation = EQUATION.map((name) => ({
    // What waits in the spool goes down again; the others only up.
    name: name === 'spooled' ? 'loopscope_spooled_spans' : `loopscope_${name}_spans_total`,
    help: `Spans ${name} since the start; received = stored + duplicate + rejected + spooled.`,
    type: name === 'spooled' ? ('gauge' as const) : ('counter' as const),
    samples: [{ value: ingestion[name] }],
  }));
  return [
    ...equation,
    {
      name: 'loopscope_turned_away_requests_total',
      help: 'Requests that were asked to come again; their senders still have the spans.',
      type: 'counter',
      samples: [{ value: ingestion.turned_away }],
    },
    ...SPOOL_GAUGES.map(({ name, help, valueOf }) =>
      gauge(name, help, [{ value: valueOf(ingestion) }]),
    ),
  ];
}

const SPOOL_GAUGES: readonly {
  name: string;
  help: string;
  valueOf: (ingestion: Ingestion) => number;
}[] = [
  {
    name: 'loopscope_spool_bytes',
    help: 'Bytes of accepted spans that are not yet in the store.',
    valueOf: ({ spool_bytes: bytes }) => bytes,
  },
  {
    name: 'loopscope_spool_limit_bytes',
    help: 'Bytes at which requests are turned away.',
    valueOf: ({ spool_limit_bytes: bytes }) => bytes,
  },
  {
    name: 'loopscope_spool_oldest_seconds',
    help: 'Age of the oldest span in the spool.',
    valueOf: ({ spool_oldest_ms: ms }) => ms / 1_000,
  },
  {
    name: 'loopscope_spool_lag_seconds',
    help: 'How long the latest spans that reached the store had waited for it.',
    valueOf: ({ spool_lag_ms: ms }) => ms / 1_000,
  },
];

function cumulate(histogram: MaxAttemptsHistogram): Sample[] {
  const upTo = (bound: number): number =>
    histogram
      .filter(({ attempts }) => attempts <= bound)
      .reduce((total, { turns }) => total + turns, 0);
  return [
    ...BOUNDS.map((bound) => ({ value: upTo(bound), labels: { le: String(bound) } })),
    { value: upTo(Infinity), labels: { le: '+Inf' } },
  ];
}
