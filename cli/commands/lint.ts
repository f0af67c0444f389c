import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { text as readAll } from 'node:stream/consumers';

import { loadConfig } from '../config.ts';
import { EXIT } from '../exit-codes.ts';
import { CliError } from '../failure.ts';
import { lintTools, type Finding, type ToolInFile } from '../lint/lint-tools.ts';
import { lockFile, toLockText, type LockFile } from '../lint/lock.ts';
import { readTools } from '../lint/read-tools.ts';
import { toTable } from '../text-table.ts';

export interface LintCommand {
  lock: string;
  /** Writes the lock file; what drifted is then accepted. */
  write: boolean;
  json: boolean;
}

/** `lint`: tool lists against what is declared. Throws a CliError where a list or the lock file cannot be read. */
export async function runLint(paths: readonly string[], command: LintCommand): Promise<void> {
  const { declarations } = loadConfig();
  const tools: ToolInFile[] = [];
  for (const path of paths) tools.push(...(await readList(path)));
  const lock = readLock(command.lock);
  const { findings, locked } = lintTools({
    tools,
    declarations,
    lock: command.write ? null : lock,
  });
  if (command.write) writeFileSync(command.lock, toLockText(locked));
  const lockState = command.write ? 'written' : lock === null ? 'absent' : 'compared';
  const result = {
    tools: locked.size,
    findings,
    lock: { path: command.lock, state: lockState },
  } as const;
  process.stdout.write(command.json ? `${JSON.stringify(result)}\n` : describe(result));
  const isFound = findings.some(({ severity }) => severity === 'problem');
  process.exitCode = isFound ? EXIT.found : EXIT.clean;
}

async function readList(path: string): Promise<ToolInFile[]> {
  const file = path === '-' ? 'stdin' : path;
  try {
    const text = path === '-' ? await readAll(process.stdin) : readFileSync(path, 'utf8');
    return readTools(JSON.parse(text)).map((tool) => ({ file, tool }));
  } catch (error) {
    throw new CliError(`${file}: ${reasonOf(error)}`, { cause: error });
  }
}

function readLock(path: string): LockFile | null {
  try {
    const parsed = lockFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    if (parsed.success) return parsed.data;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new CliError(`${path}: ${reasonOf(error)}`, { cause: error });
  }
  throw new CliError(`${path}: is no lock file of ours; write it anew with --write`);
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return `no JSON: ${error.message}`;
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
    return 'there is no such file';
  }
  return error instanceof Error ? error.message : String(error);
}

interface Result {
  tools: number;
  findings: readonly Finding[];
  lock: { path: string; state: 'written' | 'absent' | 'compared' };
}

function describe({ tools, findings, lock }: Result): string {
  const rows = findings.map(({ severity, tool, file, rule, message }) => [
    severity,
    rule,
    file === '' ? '-' : basename(file),
    `${tool} ${message}`,
  ]);
  const problems = findings.filter(({ severity }) => severity === 'problem').length;
  const last = `${tools} tools: ${problems} problems, ${findings.length - problems} notes; ${LOCK_WORDS[lock.state](lock.path)}`;
  return `${[...(rows.length > 0 ? [toTable(rows), ''] : []), last].join('\n')}\n`;
}

const LOCK_WORDS = {
  written: (path: string) => `${path} is written`,
  absent: (path: string) => `no ${path} to compare with (--write makes it)`,
  compared: (path: string) => `compared with ${path}`,
} as const;
