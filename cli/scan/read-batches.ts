import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { detectForm, type Form } from '../import/detect-form.ts';
import { openSource, type Source } from '../import/open-source.ts';
import { explainReadError, isReadError, parseRecord } from '../import/parse-record.ts';
import { splitRecords } from '../import/split-records.ts';
import type { Listed } from './list-files.ts';
import type { Batch } from './scan-batch.ts';

/** Text that is worth the way to a thread. */
const BATCH_CHARS = 256 * 1024;

export interface Reading {
  /** Null: each file's first record decides. */
  form: Form | null;
  /** Hears of files that could not be read at all; of a file from a folder that holds no runs, `why` is empty. */
  onUnread: (file: Listed, why: string) => void;
  /** Hears of the stored bytes read so far. */
  onProgress: (bytes: number) => void;
}

/** Opens a file from its beginning, however often. */
type Open = (path: string) => Source;

/** Standard input comes once, so it is kept. */
export function createOpen(standardInput: Readable): Open {
  let kept: Promise<Buffer> | null = null;
  return (path) => {
    if (path !== '-') return openSource(path);
    kept ??= buffer(standardInput);
    return openSource(path, Readable.from(eachOf(kept)));
  };
}

async function* eachOf(content: Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await content;
}

interface FileOfForm extends Listed {
  form: Form;
}

/**
 * Reads files and cuts them into batches. All telemetry is one batch, since a session may lie in several files; it comes first, since it is
 * the longest work of one thread.
 */
export async function* readBatches(
  files: readonly Listed[],
  open: Open,
  reading: Reading,
): AsyncGenerator<Batch> {
  const known: FileOfForm[] = [];
  for (const file of files) {
    const form = await safely(file, reading, () => formOf(file, open, reading));
    if (form !== null) known.push({ ...file, form });
  }
  const read = createReader(open, reading);
  const telemetry: Batch = { form: 'otlp', records: [] };
  for (const file of known.filter(({ form }) => form === 'otlp')) {
    for await (const batch of read(file)) telemetry.records.push(...batch.records);
  }
  if (telemetry.records.length > 0) yield telemetry;
  for (const file of known.filter(({ form }) => form !== 'otlp')) yield* read(file);
}

type Reader = (file: FileOfForm) => AsyncGenerator<Batch>;

function createReader(open: Open, reading: Reading): Reader {
  let bytes = 0;
  return async function* read(file) {
    const source = open(file.path);
    const chunks = source.open((more) => {
      bytes += more;
      reading.onProgress(bytes);
    });
    const records = splitRecords(chunks);
    let batch: Batch = { form: file.form, records: [] };
    let chars = 0;
    try {
      for (;;) {
        const next = await safely(file, reading, () => records.next());
        if (next === null || next.done === true) break;
        batch.records.push({ file: source.name, record: next.value });
        chars += next.value.text.length;
        if (chars < BATCH_CHARS) continue;
        yield batch;
        batch = { form: file.form, records: [] };
        chars = 0;
      }
    } finally {
      await records.return(undefined);
    }
    if (batch.records.length > 0) yield batch;
  };
}

/** What the first readable record is; null for a file without any, which has been told then. */
async function formOf(file: Listed, open: Open, reading: Reading): Promise<Form | null> {
  if (reading.form !== null) return reading.form;
  const problems: string[] = [];
  for await (const record of splitRecords(open(file.path).open(() => {}))) {
    const { values, problem } = parseRecord(record);
    const form = values.map(detectForm).find((found) => found !== null);
    if (form !== undefined) return form;
    if (problem === '') break;
    problems.push(`line ${record.line}: ${problem}`);
  }
  const why = ['holds no recorded runs (otlp, plain or chat)', ...problems.slice(0, 1)].join('; ');
  reading.onUnread(file, file.isNamed ? why : '');
  return null;
}

/** Null where the file cannot be read (on), which has been told then. */
async function safely<Result>(
  file: Listed,
  { onUnread }: Reading,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (!isReadError(error)) throw error;
    onUnread(file, explainReadError(error));
    return null;
  }
}
