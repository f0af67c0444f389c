/** A table of measured values, each beside its limit. */
export interface Limits {
  /** One line: `ok` or `OVER`; without a limit the value is told only. */
  hold(what: string, value: number, limit: number | null, unit: string): void;
  readonly isOver: boolean;
}

export function createLimits(print: (line: string) => void): Limits {
  let isOver = false;
  return {
    hold(what, value, limit, unit) {
      const over = limit !== null && !(value <= limit);
      isOver ||= over;
      const shown = `${formatNumber(value)} ${unit}`.padStart(14);
      const bound = limit === null ? '' : `limit ${formatNumber(limit)}`;
      print(
        `  ${what.padEnd(58)} ${shown}  ${bound.padEnd(12)} ${limit === null ? '' : over ? 'OVER' : 'ok'}`,
      );
    },
    get isOver() {
      return isOver;
    },
  };
}

const formatNumber = (value: number): string =>
  Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));

/** The value below which `share` of the values lie; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
