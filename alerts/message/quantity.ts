/** Numbers as the UI writes them, with their units. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** USD; cents from ten cents on, else two significant digits. */
export function writeMoney(usd: number): string {
  if (usd === 0) return '$0';
  if (usd >= 0.095) return `$${usd.toFixed(2)}`;
  return usd < 0.0001 ? '<$0.0001' : `$${Number(usd.toPrecision(2))}`;
}

/** `850 ms`, `42 s`, `3 min`, `2.5 h`, `12 d`. */
export function writeSpan(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${Math.round(ms / 1_000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  return ms < 172_800_000
    ? `${Math.round(ms / 360_000) / 10} h`
    : `${Math.round(ms / 86_400_000)} d`;
}

/** A share in 0..1 as percent with two significant digits. */
function writePercent(share: number): string {
  const points = share * 100;
  if (points === 0 || points >= 10) return `${points.toFixed(0)} %`;
  return points >= 1
    ? `${points.toFixed(1)} %`
    : `${points < 0.005 ? '<0.01' : points.toFixed(2)} %`;
}

/** A fact as people say it: `240 turns`, `p99 of max attempts 3`, `retry rate 33 %`, `$0.31`. */
export function writeFact(name: string, value: number): string {
  const words = name.replaceAll('_', ' ');
  const percentile = /^(.*) (p\d\d)( ms)?$/.exec(words);
  if (percentile !== null) {
    const [, what = '', level = '', unit] = percentile;
    return `${level} of ${what} ${unit === undefined ? tenths.format(value) : writeSpan(value)}`;
  }
  if (name === 'distinct_ratio') return `distinct ratio ${value.toFixed(2)}`;
  if (/_(rate|share)$/.test(name)) return `${words} ${writePercent(value)}`;
  if (name === 'cost') return `cost ${writeMoney(value)}`;
  if (name === 'cost_per_minute') return `${writeMoney(value)} per minute`;
  if (name.endsWith('_cost')) return `${words} ${writeMoney(value)}`;
  if (name.endsWith('_ms')) return `${words.replace(/ ms$/, '')} ${writeSpan(value)}`;
  if (name === 'seconds_since_span') return `nothing arrived for ${writeSpan(value * 1_000)}`;
  if (name.endsWith('_seconds'))
    return `${words.replace(/ seconds$/, '')} ${writeSpan(value * 1_000)}`;
  if (name.startsWith('max_attempts'))
    return `${words.replace(/ max$/, '')} ${tenths.format(value)}`;
  return `${whole.format(value)} ${value === 1 ? words.replace(/(?<=[^s])s$/, '') : words}`;
}
