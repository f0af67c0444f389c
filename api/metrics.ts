import type { Ingestion, MaxAttemptsHistogram } from './contract/index.ts';
import type { Metric, Sample } from './metrics-text.ts';

/** What the store says of itself. */
export interface StoredReading {
  spans: number;
  rejectedSpans: number;
  /** Of turns that began in the last hour. */
  recentTurns: number;
  maxAttempts: MaxAttemptsHistogram;
  loopsByKind: Readonly<Record<string, number>>;
  stopReasons: Readonly<Record<string, number>>;
  /** How long the oldest trace of the last hour waits for its verdict. */
  analyzerLagSeconds: number;
  /** Null where nothing ever arrived. */
  secondsSinceSpan: number | null;
  alerts: readonly AlertCount[];
  receivers: readonly { receiver: string; waiting: number; dead: number }[];
}

interface AlertCount {
  rule: string;
  severity: string;
  state: string;
  is_muted: number;
  alerts: number;
}

/** The bins that the web shows. */
const BOUNDS = [1, 2, 3, 6, 14] as const;

const EQUATION = ['received', 'stored', 'duplicate', 'rejected', 'spooled'] as const;

/**
 * Turns are counted over the last hour: a late span moves a turn from one bin to a higher one, which a counter could not
 * say. `histogram_quantile(0.99, loopscope_recent_turn_attempts_bucket)`, without a rate, is the p99 of max attempts.
 */
export function storedMetrics(reading: StoredReading): Metric[] {
  return [
    gauge('loopscope_stored_spans', 'Spans in the store.', [{ value: reading.spans }]),
    gauge('loopscope_stored_rejected_spans', 'Rejected spans in the store, with their reasons.', [
      { value: reading.rejectedSpans },
    ]),
    gauge('loopscope_recent_turns', 'Turns that began in the last hour.', [
      { value: reading.recentTurns },
    ]),
    {
      name: 'loopscope_recent_turn_attempts',
      help: 'Max attempts of the turns with calls that began in the last hour; it moves with the hour, so take no rate of it.',
      type: 'histogram',
      samples: toHistogram(reading.maxAttempts),
    },
    gauge(
      'loopscope_recent_loops',
      'Loops of turns that began in the last hour, by kind.',
      Object.entries(reading.loopsByKind).map(([kind, value]) => ({ value, labels: { kind } })),
    ),
    gauge(
      'loopscope_recent_turn_ends',
      'Turns that began in the last hour by how they ended, where that is known; repeated_call is a guard.',
      Object.entries(reading.stopReasons).map(([reason, value]) => ({ value, labels: { reason } })),
    ),
    gauge('loopscope_analyzer_lag_seconds', 'How long the oldest trace waits for its verdict.', [
      { value: reading.analyzerLagSeconds },
    ]),
    gauge(
      'loopscope_seconds_since_span',
      'Seconds since anything arrived.',
      reading.secondsSinceSpan === null ? [] : [{ value: reading.secondsSinceSpan }],
    ),
    ...alertMetrics(reading),
  ];
}

const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  help,
  type: 'gauge',
  samples,
});

/** Whether the store answered. */
export function storeMetric(answers: boolean): Metric {
  return gauge('loopscope_store_answers', 'Whether the store answers: 1, or 0.', [
    { value: answers ? 1 : 0 },
  ]);
}

/** Null where no collector runs in this process. */
export function ingestionMetrics(ingestion: Ingestion | null): Metric[] {
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
    {
      name: 'loopscope_refused_requests_total',
      help: 'Requests that were not taken, by reason; the log and the page Get started have the latest.',
      type: 'counter',
      samples: Object.entries(ingestion.refusals).map(([reason, value]) => ({
        labels: { reason },
        value,
      })),
    },
    {
      name: 'loopscope_unused_metrics_requests_total',
      help: 'Requests with metrics, which are answered and not used.',
      type: 'counter',
      samples: [{ value: ingestion.metrics_requests }],
    },
    {
      name: 'loopscope_logs_requests_total',
      help: 'Requests with log records; those that stand for calls, answers or prompts are read.',
      type: 'counter',
      samples: [{ value: ingestion.logs_requests }],
    },
    {
      name: 'loopscope_unused_log_records_total',
      help: 'Log records that tell of no call, answer or prompt.',
      type: 'counter',
      samples: [{ value: ingestion.unused_log_records }],
    },
    {
      name: 'loopscope_old_spans_total',
      help: 'Spans stored although they began before all that is kept; their senders were told.',
      type: 'counter',
      samples: [{ value: ingestion.old_spans }],
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

function alertMetrics({ alerts, receivers }: StoredReading): Metric[] {
  const firing = alerts.filter(({ state }) => state === 'firing');
  return [
    gauge(
      'loopscope_alerts',
      'Alerts in the store, by rule and where they stand.',
      alerts.map(({ rule, severity, state, is_muted: muted, alerts: value }) => ({
        value,
        labels: { rule, severity, state, muted: muted === 1 ? 'true' : 'false' },
      })),
    ),
    gauge('loopscope_alerts_firing', 'Alerts that fire now, muted ones included.', [
      { value: firing.reduce((total, { alerts: value }) => total + value, 0) },
    ]),
    gauge(
      'loopscope_alert_receiver_waiting',
      'Alerts that a receiver is owed now.',
      receivers.map(({ receiver, waiting: value }) => ({ value, labels: { receiver } })),
    ),
    gauge(
      'loopscope_alert_receiver_dead',
      'Alerts that a receiver refuses or keeps failing to take.',
      receivers.map(({ receiver, dead: value }) => ({ value, labels: { receiver } })),
    ),
  ];
}

function toHistogram(histogram: MaxAttemptsHistogram): Sample[] {
  const upTo = (bound: number): number =>
    histogram
      .filter(({ attempts }) => attempts <= bound)
      .reduce((total, { turns }) => total + turns, 0);
  const sum = histogram.reduce((total, { attempts, turns }) => total + attempts * turns, 0);
  const bucket = (bound: number, le: string): Sample => ({
    suffix: '_bucket',
    value: upTo(bound),
    labels: { le },
  });
  return [
    ...BOUNDS.map((bound) => bucket(bound, String(bound))),
    bucket(Infinity, '+Inf'),
    { suffix: '_sum', value: sum },
    { suffix: '_count', value: upTo(Infinity) },
  ];
}
