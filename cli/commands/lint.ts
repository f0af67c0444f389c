import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { text as readAll } from 'node:stream/consumers';

import { loadConfig } from '../config.ts';
import { EXIT } from '../exit-codes.ts';
import { CliError } from '../failure.ts';
import { findTools } from '../lint/find-tools.ts';
import { lintTools, type Finding, type ToolInFile } from '../lint/lint-tools.ts';
import type { CodeFile } from '../lint/code-value.ts';
import { lockFile, toLockText, type LockFile } from '../lint/lock.ts';
import { readTools } from '../lint/read-tools.ts';
import { isSource, readSource, sourceFiles } from '../lint/source-files.ts';
import { counted, toTable } from '../text-table.ts';

export interface LintCommand {
  lock: string;
  /** Writes the lock file; what drifted is then accepted. */
  write: boolean;
  json: boolean;
}

/** `lint`: tools of code and of lists against what is declared. Throws a CliError where a file, a list or the lock file cannot be read. */
export async function runLint(paths: readonly string[], command: LintCommand): Promise<void> {
  const { declarations } = loadConfig();
  const tools: ToolInFile[] = [];
  const sources = new Set<string>();
  for (const path of paths) {
    const found = sourcesAt(path);
    if (found === null) tools.push(...(await readList(path)));
    for (const source of found ?? []) sources.add(source);
  }
  tools.push(...findTools([...sources].map((source) => readFile(source))));
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
    sources: sources.size,
    findings,
    lock: { path: command.lock, state: lockState },
  } as const;
  process.stdout.write(command.json ? `${JSON.stringify(result)}\n` : describe(result));
  const isFound = findings.some(({ severity }) => severity === 'problem');
  process.exitCode = isFound ? EXIT.found : EXIT.clean;
}

/** Source files at a path; null where it is a list of tools. */
function sourcesAt(path: string): string[] | null {
  if (path === '-') return null;
  try {
    const isFolder = statSync(path).isDirectory();
    return isFolder || isSource(path) ? sourceFiles(path) : null;
  } catch (error) {
    throw new CliError(`${path}: ${reasonOf(error)}`, { cause: error });
  }
}

function readFile(path: string): CodeFile {
  try {
    return readSource(path);
  } catch (error) {
    throw new CliError(`${path}: ${reasonOf(error)}`, { cause: error });
  }
}

async function readList(path: string): Promise<ToolInFile[]> {
  const file = path === '-' ? 'stdin' : path;
  try {
    const text = path === '-' ? await readAll(process.stdin) : readFileSync(path, 'utf8');
    return readTools(JSON.parse(text)).map((tool) => ({ file, line: 0, tool }));
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
  /** Files of code that were read. */
  sources: number;
  findings: readonly Finding[];
  lock: { path: string; state: 'written' | 'absent' | 'compared' };
}

function describe({ tools, sources, findings, lock }: Result): string {
  const rows = findings.map(({ severity, tool, file, line, rule, message }) => [
    severity,
    rule,
    file === '' ? '-' : `${relative('', file)}${line === 0 ? '' : `:${line}`}`,
    `${tool === '' ? 'a tool' : tool} ${message}`,
  ]);
  const problems = findings.filter(({ severity }) => severity === 'problem').length;
  const read = sources === 0 ? '' : ` in ${counted(sources, 'file')} of code`;
  const last = `${counted(tools, 'tool')}${read}: ${counted(problems, 'problem')}, ${counted(findings.length - problems, 'note')}; ${LOCK_WORDS[lock.state](lock.path)}`;
  return `${[...(rows.length > 0 ? [toTable(rows), ''] : []), last].join('\n')}\n`;
}

const LOCK_WORDS = {
  written: (path: string) => `${path} is written`,
  absent: (path: string) => `no ${path} to compare with (--write makes it)`,
  compared: (path: string) => `compared with ${path}`,
} as const;
