import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { exportedCase, type ExportedCase } from '@loopscope/api/contract';

import { withApi, type ApiAddress } from '../ask-api.ts';
import { loadConfig } from '../config.ts';
import { toTable } from '../text-table.ts';

export interface ExportCaseCommand {
  /** Null: the longest alert of the turn. */
  loop: string | null;
  output: 'table' | 'json' | 'test';
  /** Folder for both files; null: none is written. */
  out: string | null;
  api: ApiAddress | null;
}

/** `export-case`: the shortest sequence that still shows a loop of a stored turn. Throws a CliError where there is none. */
export async function runExportCase(turnId: string, command: ExportCaseCommand): Promise<void> {
  const config = loadConfig();
  const query =
    command.loop === null ? '' : `?${new URLSearchParams({ loop: command.loop }).toString()}`;
  const path = `/api/v1/turns/${encodeURIComponent(turnId)}/case${query}`;
  const text = await withApi(config, command.api, (ask) => ask(path));
  const found = exportedCase.parse(JSON.parse(text));
  if (command.out !== null) writeFiles(found, command.out);
  process.stdout.write(render(found, command.output));
}

function render(found: ExportedCase, output: ExportCaseCommand['output']): string {
  if (output === 'test') return found.test;
  return output === 'json' ? `${JSON.stringify(found.case)}\n` : describe(found);
}

function writeFiles(found: ExportedCase, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const name = found.case.id.replaceAll(/[^\w.-]+/g, '-').slice(0, 100);
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(found.case, null, 2)}\n`);
  writeFileSync(join(folder, `${name}.test.ts`), found.test);
}

function describe({
  case: made,
  from,
  kept,
  expected,
  kind,
  severity,
  summary,
}: ExportedCase): string {
  const rows = made.calls.map((call, at) => [
    `#${kept[at] ?? at}`,
    String(call['tool']),
    shortened(call['args']),
    shortened(call['result']),
  ]);
  const next = expected.tool === null ? 'end the turn and say so' : `call ${expected.tool}`;
  return [
    `${severity} ${kind}: ${summary}`,
    `${made.calls.length} of ${from} calls still show it:`,
    '',
    toTable([['CALL', 'TOOL', 'ARGUMENTS', 'RESULT'], ...rows]),
    '',
    `Expected instead: ${next} (${expected.why})`,
    'As JSON with --json, as a vitest file with --test, both as files with --out FOLDER.',
    '',
  ].join('\n');
}

const MAX_SHOWN = 60;

function shortened(value: unknown): string {
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replaceAll(
    /\s+/g,
    ' ',
  );
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}
