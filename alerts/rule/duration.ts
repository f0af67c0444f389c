import { z } from 'zod';

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `90s`, `10m`, `1h` -> milliseconds. */
export const durationMs = z
  .string()
  .regex(/^\d{1,6}(ms|s|m|h|d)$/, 'expected a number with a unit, such as 30s, 10m or 1h')
  .transform((text) => {
    const [, amount = '0', unit = 's'] = /^(\d+)(\w+)$/.exec(text) ?? [];
    return Number(amount) * (UNITS_MS[unit] ?? 0);
  });

/** Milliseconds -> the shortest text that reads back to them. */
export function writeDuration(ms: number): string {
  const [unit, size] = Object.entries(UNITS_MS).findLast(
    ([, unitMs]) => ms % unitMs === 0 && ms >= unitMs,
  ) ?? ['s', 1_000];
  return `${ms / size}${unit}`;
}
