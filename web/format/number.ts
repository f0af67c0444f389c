const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A number that is not there. */
export const NONE = '–';

export function formatCount(value: number): string {
  return whole.format(value);
}

/** `1.2K`, `754M`: where the digits after do not matter. */
export function formatShort(value: number): string {
  return short.format(value);
}

/** Percentiles and attempts: whole where they are whole. */
export function formatAttempts(value: number | null): string {
  if (value === null) return NONE;
  return Number.isInteger(value) ? whole.format(value) : value.toFixed(1);
}

/** A share in 0..1 as percent with two significant digits: `0.37 %`, `6.2 %`, `41 %`. */
export function formatPercent(share: number | null): string {
  return share === null ? NONE : `${formatPercentPoints(share * 100)} %`;
}

/** Signed difference of two shares in percentage points: `+4.9`, `-33`, `0`. */
export function formatPointsChange(now: number, before: number): string {
  const points = (now - before) * 100;
  const text = formatPercentPoints(Math.abs(points));
  if (Number(text) === 0) return '±0';
  return points > 0 ? `+${text}` : `−${text}`;
}

function formatPercentPoints(points: number): string {
  if (points === 0) return '0';
  // As rounded: 9.96 is 10, not 10.0.
  if (points >= 9.95) return points.toFixed(0);
  if (points >= 0.995) return points.toFixed(1);
  return points >= 0.005 ? points.toFixed(2) : '<0.01';
}

/** A ratio in 0..1 that stays a ratio: `0.03`. */
export function formatRatio(value: number | null): string {
  return value === null ? NONE : value.toFixed(2);
}

/** USD; cents from ten cents on, else two significant digits. */
export function formatMoney(usd: number | null): string {
  if (usd === null) return NONE;
  if (usd === 0) return '$0';
  if (usd >= 0.095) return `$${usd.toFixed(2)}`;
  return usd < 0.0001 ? '<$0.0001' : `$${Number(usd.toPrecision(2))}`;
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `0 B`, `1.5 kB`, `2.1 GB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} ${BYTE_UNITS[power] ?? 'B'}`;
}
