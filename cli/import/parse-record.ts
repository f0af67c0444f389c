import { readAgentLog } from './agent-logs.ts';
import { detectForm } from './detect-form.ts';
import { isRecord, parseJson } from './json-text.ts';
import type { RawRecord } from './raw-record.ts';

/** The values of one record: a list of runs on one line is as many values. `problem` is empty where it could be read. */
export function parseRecord({ text, problem }: RawRecord): { values: unknown[]; problem: string } {
  if (problem !== '') return { values: [], problem };
  try {
    const value = parseJson(text);
    const runs = readAgentLog(value);
    if (runs !== null) return { values: runs, problem: '' };
    const isListOfRuns =
      Array.isArray(value) &&
      detectForm(value) === null &&
      value.some((item) => isRecord(item) || Array.isArray(item));
    return { values: isListOfRuns ? [...value] : [value], problem: '' };
  } catch (error) {
    return {
      values: [],
      problem: `no JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** A file that is missing, unreadable or broken: the other files are read all the same. */
export function isReadError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error.message.startsWith('is a directory')) return true;
  return 'code' in error && /^(E[A-Z]+|Z_[A-Z_]+)$/.test(String(error.code));
}

/** Why a file cannot be read, in words. */
export function explainReadError(error: Error): string {
  const code = 'code' in error ? error.code : '';
  if (code === 'ENOENT') return 'there is no such file';
  return code === 'EACCES' ? 'may not be read by this user' : error.message;
}
