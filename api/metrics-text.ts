export interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: readonly Sample[];
}

export interface Sample {
  value: number;
  /** Of a histogram: `_bucket`, `_sum` or `_count`. */
  suffix?: string;
  labels?: Readonly<Record<string, string>>;
}

/** Prometheus text format, version 0.0.4. */
export function writeMetrics(metrics: readonly Metric[]): string {
  return metrics.map(writeMetric).join('');
}

function writeMetric({ name, help, type, samples }: Metric): string {
  const lines = samples.map(
    ({ value, suffix = '', labels }) => `${name}${suffix}${writeLabels(labels)} ${value}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}

function writeLabels(labels: Sample['labels']): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}="${escape(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escape = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
