/** Milliseconds since the epoch -> `YYYY-MM-DD hh:mm:ss.mmm` UTC, the text form of every instant column. */
export function toInstant(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
}

/** The inverse of `toInstant`; digits beyond the millisecond are dropped. NaN for other text. */
export function fromInstant(text: string): number {
  return Date.parse(`${text.slice(0, 23).replace(' ', 'T')}Z`);
}
