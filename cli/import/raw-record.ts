/** One JSON text of a file, or why there is none at that line. */
export interface RawRecord {
  /** From 1. */
  line: number;
  text: string;
  /** Empty where `text` is usable. */
  problem: string;
}

/** Why a record is passed over that is longer than that. */
export function tooLong(maxBytes: number): string {
  return `longer than ${Math.round(maxBytes / 1024 / 1024)} MiB`;
}
