import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Recorded runs of public agents, beside the project's folder; absent in a user's clone. */
export const sharedFolder = fileURLToPath(new URL('../../shared/', import.meta.url));
export const hasSharedData = existsSync(`${sharedFolder}data/README.md`);

/** One call of a recorded run, as the data's README describes it. */
export interface RecordedCall {
  i: number;
  turn?: number;
  tool: string;
  args: unknown;
  result: string | null;
  result_len?: number;
  result_sha?: string;
  error: boolean;
  kind: string;
  src?: string;
  span_id?: string;
}

export interface RecordedRun {
  id: string;
  dataset: string;
  agent?: string;
  model?: string;
  calls: RecordedCall[];
}

/** Lines of a gzipped JSONL file below ../shared/data. */
export function sharedLines(name: string): string[] {
  const text = gunzipSync(readFileSync(`${sharedFolder}data/${name}`)).toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}

export function recordedRuns(name: string): RecordedRun[] {
  return sharedLines(name).map((line) => JSON.parse(line));
}
