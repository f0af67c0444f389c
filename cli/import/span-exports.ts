import { isRecord } from './json-text.ts';
import { readJaeger, readTempo } from './trace-stores.ts';
import {
  readBraintrust,
  readLangfuse,
  readLangSmith,
  readPhoenix,
  readWeave,
} from './tracker-rows.ts';

type Reader = (value: Record<string, unknown>) => Record<string, unknown> | null;

/** Each gives back OTLP/JSON, or null where the record is not its product's. */
const READERS: readonly Reader[] = [
  readJaeger,
  readTempo,
  readPhoenix,
  readLangfuse,
  readLangSmith,
  readBraintrust,
  readWeave,
];

/** What another product exported of its spans, as an OTLP export request; null where the record is no such export. */
export function readSpanExport(value: unknown): Record<string, unknown> | null {
  if (!isRecord(value)) return null;
  for (const read of READERS) {
    const request = read(value);
    if (request !== null) return request;
  }
  return null;
}
