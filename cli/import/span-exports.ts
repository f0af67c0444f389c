import type { Convert } from './exported-span.ts';
import { isRecord } from './json-text.ts';
import { readJaeger, readTempo } from './trace-stores.ts';
import {
  readBraintrust,
  readLangfuse,
  readLangSmith,
  readPhoenix,
  readWeave,
} from './tracker-rows.ts';

type Reader = (value: Record<string, unknown>) => Convert | null;

/** Each gives back how it becomes OTLP/JSON, or null where the record is not its product's. */
const READERS: readonly Reader[] = [
  readJaeger,
  readTempo,
  readPhoenix,
  readLangfuse,
  readLangSmith,
  readBraintrust,
  readWeave,
];

/** Turns what another product exported of its spans into an OTLP export request; null where the record is no such export. */
export function readSpanExport(value: unknown): Convert | null {
  if (!isRecord(value)) return null;
  for (const read of READERS) {
    const convert = read(value);
    if (convert !== null) return convert;
  }
  return null;
}
