const DAY_MS = 86_400_000;
/** Days from 0000-03-01 to 1970-01-01, and in 400, 100, 4 years and one, leap days at the end of each. */
const DAYS_TO_1970 = 719_468;
const DAYS = { era: 146_097, century: 36_524, cycle: 1_461, year: 365 };

/**
 * Milliseconds since the epoch as the store writes an instant, `YYYY-MM-DD hh:mm:ss.mmm` UTC, for years of four digits.
 * By arithmetic: a Date and its ISO text take several times as long, and every span has two of them.
 */
export function toInstant(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  const inDay = Math.floor(ms) - day * DAY_MS;
  const time = `${two(inDay / 3_600_000)}:${two((inDay / 60_000) % 60)}:${two((inDay / 1_000) % 60)}`;
  return `${dateOf(day)} ${time}.${String(inDay % 1_000).padStart(3, '0')}`;
}

function dateOf(day: number): string {
  const shifted = day + DAYS_TO_1970;
  const era = Math.floor(shifted / DAYS.era);
  const dayOfEra = shifted - era * DAYS.era;
  // The last day of each period is one that the division would count to the next.
  const lost =
    Math.floor(dayOfEra / (DAYS.cycle - 1)) -
    Math.floor(dayOfEra / DAYS.century) +
    Math.floor(dayOfEra / (DAYS.era - 1));
  const yearOfEra = Math.floor((dayOfEra - lost) / DAYS.year);
  const dayOfYear =
    dayOfEra - (DAYS.year * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  // From March on, months of 31 and 30 days come in a pattern of five.
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(dayOfMonth)}`;
}

function two(value: number): string {
  const whole = Math.floor(value);
  return whole < 10 ? `0${whole}` : `${whole}`;
}
