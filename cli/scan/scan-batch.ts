import { DecodeError } from '@loopscope/collector';

import type { Form } from '../import/detect-form.ts';
import { parseRecord } from '../import/parse-record.ts';
import type { RawRecord } from '../import/raw-record.ts';
import { readOtlp } from '../import/read-otlp.ts';
import { readRun } from '../import/read-run.ts';
import { RecordError } from '../import/run.ts';
import { scanOtlp, type ReadRows } from './scan-otlp.ts';
import type { ScanContext } from './scan-rows.ts';
import { scanRun } from './scan-run.ts';
import type { Origin, Problem, ScannedRun } from './scanned-run.ts';
import { createToRows, type ToRows } from './span-rows.ts';

/** Records of one form that are judged together. */
export interface Batch {
  form: Form;
  records: { file: string; record: RawRecord }[];
}

export interface BatchResult {
  runs: ScannedRun[];
  problems: Problem[];
}

export interface BatchContext extends ScanContext {
  nowMs: number;
}

export type ScanBatch = (batch: Batch) => BatchResult;

/** Judges batches; what cannot be read is named, and the rest is judged all the same. */
export function createScanBatch(context: BatchContext): ScanBatch {
  const toRows = createToRows(context.declarations, context.nowMs);
  return (batch) => {
    const result: BatchResult = { runs: [], problems: [] };
    if (batch.form === 'otlp') scanTelemetry(batch, { context, toRows, result });
    else scanRuns(batch, batch.form, { context, toRows, result });
    return result;
  };
}

/** How a request begins; exports of other products are turned into one first. */
const REQUEST = /^\{\s*"(?:resourceSpans|resource_spans)"/;

interface Work {
  context: BatchContext;
  toRows: ToRows;
  result: BatchResult;
}

function scanRuns(batch: Batch, form: 'plain' | 'chat', work: Work): void {
  const scan = { ...work.context, toRows: work.toRows, form };
  eachValue(batch, work.result, (value, origin) => {
    work.result.runs.push(scanRun(readRun(form, value), origin, scan));
  });
}

function scanTelemetry(batch: Batch, { context, toRows, result }: Work): void {
  const read: ReadRows[] = [];
  const add = (request: string, origin: Origin): void => {
    read.push({ origin, rows: toRows(request) });
  };
  const others = batch.records.filter(({ file, record }) => {
    const isRequest = record.problem === '' && REQUEST.test(record.text);
    // The decoder parses it: nobody else has to.
    if (isRequest) named(result, { file, line: record.line }, (origin) => add(record.text, origin));
    return !isRequest;
  });
  eachValue({ ...batch, records: others }, result, (value, origin) => {
    for (const { text } of readOtlp(value)) add(`{"resourceSpans":[${text}]}`, origin);
  });
  for (const run of scanOtlp(read, context)) result.runs.push(run);
}

function eachValue(
  { records }: Batch,
  result: BatchResult,
  read: (value: unknown, origin: Origin) => void,
): void {
  for (const { file, record } of records) {
    const { values, problem } = parseRecord(record);
    const origin = { file, line: record.line };
    if (problem !== '') result.problems.push({ where: `${file}:${record.line}`, why: problem });
    for (const value of values) named(result, origin, () => read(value, origin));
  }
}

/** What cannot be read is named by where it stands, and nothing else is lost. */
function named({ problems }: BatchResult, origin: Origin, read: (origin: Origin) => void): void {
  try {
    read(origin);
  } catch (error) {
    if (!(error instanceof RecordError || error instanceof DecodeError)) throw error;
    problems.push({ where: `${origin.file}:${origin.line}`, why: error.message });
  }
}
