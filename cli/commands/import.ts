import { statSync } from 'node:fs';

import { loadConfig, type Config } from '../config.ts';
import { CliError } from '../failure.ts';
import type { Form } from '../import/detect-form.ts';
import { importFiles, type ImportSummary } from '../import/import-files.ts';
import { CollectorError } from '../import/send-batches.ts';
import { counted } from '../text-table.ts';
import { startProgress } from './progress.ts';
import { reachable, webUrl } from './web-url.ts';

export interface ImportCommand {
  form: Form | null;
  /** Null: the collector of the configuration. */
  to: string | null;
  key: string | null;
  /** Null: now. */
  atMs: number | null;
  overHours: number;
  json: boolean;
}

/** Problems that are printed one by one; the rest is counted. */
const MAX_PRINTED_PROBLEMS = 50;

/** `import`: sends recorded runs to a collector. Throws a CliError where nothing could be done. */
export async function runImport(files: readonly string[], command: ImportCommand): Promise<void> {
  const config = loadConfig();
  const progress = startProgress('import {bar} {percentage}%', bytesOf(files));
  let problems = 0;
  try {
    const summary = await importFiles(files, {
      url: command.to ?? collectorOf(config),
      key: command.key ?? config.ingestKeys[0] ?? '',
      fetch,
      form: command.form,
      declarations: config.declarations,
      atMs: command.atMs ?? Date.now(),
      spreadMs: command.overHours * 3_600_000,
      onProgress: (bytes) => progress.update(bytes),
      onProblem(where, why) {
        problems += 1;
        if (problems <= MAX_PRINTED_PROBLEMS) progress.print(`${where}: ${why}`);
      },
    });
    progress.stop();
    if (problems > MAX_PRINTED_PROBLEMS) {
      process.stderr.write(`and ${problems - MAX_PRINTED_PROBLEMS} more problems of the kind\n`);
    }
    report(summary, { webUrl: command.to === null ? webUrl(config) : null, json: command.json });
  } catch (error) {
    progress.stop();
    throw error instanceof CollectorError ? new CliError(error.message, { cause: error }) : error;
  }
}

/** `webUrl`: where the UI is, if it is known. */
interface Reporting {
  webUrl: string | null;
  json: boolean;
}

function report(summary: ImportSummary, { webUrl, json }: Reporting): void {
  const lines = json ? JSON.stringify(toJson(summary)) : describe(summary, webUrl);
  process.stdout.write(`${lines}\n`);
  if (summary.spans === 0) throw new CliError('Nothing went in.');
}

function toJson(summary: ImportSummary): Record<string, unknown> {
  const { firstMs, lastMs, ...counts } = summary;
  return { ...counts, from: toIso(firstMs), to: toIso(lastMs) };
}

function describe(summary: ImportSummary, webUrl: string | null): string {
  const { runs, turns, calls, spans, skipped, rejected, firstMs, lastMs } = summary;
  const parts = [
    counted(runs, 'run'),
    ...(turns > 0 ? [counted(turns, 'turn'), counted(calls, 'call')] : []),
    counted(spans, 'span'),
  ];
  const lost = [
    ...(skipped > 0 ? [`${skipped.toLocaleString('en')} skipped`] : []),
    ...(rejected > 0 ? [`${counted(rejected, 'span')} not taken by the collector`] : []),
  ];
  const range = {
    from: toIso(firstMs) ?? '',
    to: toIso(lastMs === null ? null : lastMs + 1) ?? '',
  };
  const query = new URLSearchParams(range).toString();
  const look = firstMs === null || webUrl === null ? '' : `\n${webUrl}/turns?${query}`;
  return `${spans > 0 ? 'imported' : 'read'} ${parts.join(', ')}${lost.map((part) => `; ${part}`).join('')}${look}`;
}

function toIso(ms: number | null): string | null {
  // A time that no calendar holds comes from a broken span.
  return ms === null || Math.abs(ms) > 8.64e15 ? null : new Date(ms).toISOString();
}

/** Of the files that can be read; standard input has no size. */
function bytesOf(files: readonly string[]): number {
  return files.reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

function collectorOf(config: Config): string {
  if (config.otlpHttpPort === 0) {
    throw new CliError('LOOPSCOPE_OTLP_HTTP_PORT is 0, so the collector must be named: --to URL.');
  }
  return `http://${reachable(config.host)}:${config.otlpHttpPort}`;
}
