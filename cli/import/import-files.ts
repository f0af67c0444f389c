import type { Declarations } from '@loopscope/signature';

import { detectForm, FORMS, type Form } from './detect-form.ts';
import { openSource, type Source } from './open-source.ts';
import { placeRun, type Placement } from './place-run.ts';
import { explainReadError, isReadError, parseRecord } from './parse-record.ts';
import { readChat } from './read-chat.ts';
import { readOtlp } from './read-otlp.ts';
import { readPlain } from './read-plain.ts';
import { renderRun } from './render-run.ts';
import { RecordError, type RecordedRun } from './run.ts';
import { splitRecords } from './split-records.ts';
import { createSender, type SenderOptions } from './send-batches.ts';

/** What went in, and what did not. */
export interface ImportSummary {
  files: number;
  /** Recorded runs; for OTLP files, traces. */
  runs: number;
  turns: number;
  /** Tool calls of rendered runs; OTLP files pass through uncounted. */
  calls: number;
  spans: number;
  /** Lines and files that could not be read. */
  skipped: number;
  /** Spans that the collector did not take. */
  rejected: number;
  /** Milliseconds since 1970 of the earliest and the latest span; null where there is none. */
  firstMs: number | null;
  lastMs: number | null;
}

export interface ImportOptions extends Pick<SenderOptions, 'url' | 'key' | 'fetch'>, Placement {
  /** Null: each file's first record decides. */
  form: Form | null;
  /** How tools are declared, for calls that the importer itself must sign. */
  declarations: Declarations;
  /** Hears of every problem, `where` being a file or `file:line`. */
  onProblem: (where: string, why: string) => void;
  /** Hears of the stored bytes read so far. */
  onProgress?: (bytes: number) => void;
  openSource?: (path: string) => Source;
}

/** Reads files one record at a time and sends them to a collector; throws a CollectorError where there is none. */
export async function importFiles(
  paths: readonly string[],
  options: ImportOptions,
): Promise<ImportSummary> {
  const importer = new Importer(options);
  for (const path of paths) await importer.file(path);
  return importer.finish();
}

class Importer {
  readonly #options: ImportOptions;
  readonly #sender: ReturnType<typeof createSender>;
  readonly #summary: ImportSummary = {
    files: 0,
    runs: 0,
    turns: 0,
    calls: 0,
    spans: 0,
    skipped: 0,
    rejected: 0,
    firstMs: null,
    lastMs: null,
  };
  /** Where each run was read: the second one of an id would overwrite the first. */
  readonly #runs = new Map<string, string>();
  readonly #traces = new Set<string>();
  #bytes = 0;

  constructor(options: ImportOptions) {
    this.#options = options;
    this.#sender = createSender({ ...options, onRejected: options.onProblem });
  }

  async file(path: string): Promise<void> {
    const open = this.#options.openSource ?? openSource;
    try {
      const source = open(path);
      this.#summary.files += 1;
      await this.#records(source);
    } catch (error) {
      if (!isReadError(error)) throw error;
      this.#skip(path, explainReadError(error));
    }
  }

  async finish(): Promise<ImportSummary> {
    await this.#sender.flush();
    const { sent, rejected } = this.#sender.counts;
    return {
      ...this.#summary,
      runs: this.#runs.size + this.#traces.size,
      spans: sent,
      rejected,
    };
  }

  async #records(source: Source): Promise<void> {
    const chunks = source.open((bytes) => {
      this.#bytes += bytes;
      this.#options.onProgress?.(this.#bytes);
    });
    let { form } = this.#options;
    for await (const record of splitRecords(chunks)) {
      const where = `${source.name}:${record.line}`;
      const { values, problem } = parseRecord(record);
      if (problem !== '') this.#skip(where, problem);
      for (const value of values) {
        form ??= detectForm(value);
        await this.#value(form, value, where);
      }
    }
  }

  /** Sends one run or request; what cannot be read is named, and nothing else is lost. */
  async #value(form: Form | null, value: unknown, where: string): Promise<void> {
    try {
      if (form === null) throw new RecordError(`none of the forms ${FORMS.join(', ')}`);
      if (form === 'otlp') await this.#passOn(value, where);
      else await this.#render(form, value, where);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      this.#skip(where, error.message);
    }
  }

  async #passOn(value: unknown, origin: string): Promise<void> {
    for (const part of readOtlp(value)) {
      for (const id of part.traceIds) this.#traces.add(id);
      this.#widen(part.firstMs, part.lastMs);
      await this.#sender.send({ text: part.text, spans: part.spans, origin });
    }
  }

  async #render(form: 'plain' | 'chat', value: unknown, origin: string): Promise<void> {
    const text = JSON.stringify(value);
    const run = form === 'plain' ? readPlain(value, text) : readChat(value, text);
    this.#claim(run, origin);
    const placed = placeRun(run, this.#options);
    for (const turn of placed.turns) this.#widen(turn.startMs, turn.endMs);
    for (const turn of renderRun(placed, { form, declarations: this.#options.declarations })) {
      this.#summary.turns += 1;
      this.#summary.calls += turn.calls.length;
      const piece = { text: JSON.stringify(turn.resourceSpans), spans: turn.spans, origin };
      await this.#sender.send(piece);
    }
  }

  #claim(run: RecordedRun, origin: string): void {
    const key = `${run.dataset}/${run.id}`;
    const earlier = this.#runs.get(key);
    if (earlier !== undefined)
      throw new RecordError(`run ${run.id} was already read at ${earlier}`);
    if (run.turns.length === 0) throw new RecordError('no answer of an assistant');
    this.#runs.set(key, origin);
  }

  #widen(firstMs: number | null, lastMs: number | null): void {
    const summary = this.#summary;
    if (firstMs !== null) summary.firstMs = Math.min(summary.firstMs ?? firstMs, firstMs);
    if (lastMs !== null) summary.lastMs = Math.max(summary.lastMs ?? lastMs, lastMs);
  }

  #skip(where: string, why: string): void {
    this.#summary.skipped += 1;
    this.#options.onProblem(where, why);
  }
}
