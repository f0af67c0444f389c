import { type Command, InvalidArgumentError, Option } from 'commander';

import { apiKey, apiOf, apiUrl, type ApiFlags } from './api-flags.ts';
import { FORMS } from './import/detect-form.ts';

/** Commands that judge: they end with 0 where nothing was found, 1 where something was, 2 where they could not run. */
export function addVerdictCommands(program: Command): void {
  addScan(program);
  addLint(program);
  addBacktest(program);
  addExportCase(program);
}

interface ScanFlags {
  form?: (typeof FORMS)[number];
  failOn: 'alert' | 'watch';
  json?: boolean;
  sarif?: boolean;
}

function addScan(program: Command): void {
  program
    .command('scan')
    .description('judge recorded runs without store or server: OTLP/JSON, chats, or plain runs')
    .argument('<path...>', 'files, gzipped or not; folders; - for standard input')
    .addOption(
      new Option('--form <form>', 'what the files hold (default: seen from each)').choices(FORMS),
    )
    .addOption(
      new Option('--fail-on <severity>', 'the least severity that ends with exit code 1')
        .choices(['alert', 'watch'])
        .default('alert'),
    )
    .addOption(new Option('--json', 'print a line of JSON for each run').conflicts('sarif'))
    .addOption(new Option('--sarif', 'print SARIF 2.1.0, for code review'))
    .addHelpText('after', EXIT_CODES)
    .action(async (paths: string[], flags: ScanFlags) => {
      const { runScan } = await import('./commands/scan.ts');
      const output = flags.sarif === true ? 'sarif' : flags.json === true ? 'json' : 'table';
      await runScan(paths, { form: flags.form ?? null, failOn: flags.failOn, output });
    });
}

const json = () => new Option('--json', 'print JSON, and nothing else, on stdout');

interface LintFlags {
  lock: string;
  write?: boolean;
  json?: boolean;
}

function addLint(program: Command): void {
  program
    .command('lint')
    .description(
      'check the tools of code (TypeScript, JavaScript, Python) and of lists (OpenAI, Anthropic, MCP) against what is declared',
    )
    .argument(
      '<path...>',
      'folders, files of code, lists of tools as JSON; - for a list on standard input',
    )
    .option('--lock <file>', 'how the tools were when last accepted', 'loopscope.lock.json')
    .option('--write', 'write the lock file: accept what has drifted')
    .addOption(json())
    .addHelpText('after', EXIT_CODES)
    .action(async (files: string[], flags: LintFlags) => {
      const { runLint } = await import('./commands/lint.ts');
      const { lock, write = false, json: asJson = false } = flags;
      await runLint(files, { lock, write, json: asJson });
    });
}

interface BacktestFlags extends ApiFlags {
  from?: string;
  to?: string;
  agent?: string;
  model?: string;
  tool?: string;
  agentVersion?: string;
  session?: string;
  json?: boolean;
}

const MONTH_MS = 30 * 86_400_000;

function addBacktest(program: Command): void {
  program
    .command('backtest')
    .description('replay stored turns under changed declarations, exemptions or caps')
    .argument(
      '<rules.yaml>',
      'what changes, in the keys of loopscope.yaml: tools, ceilings.attempts_per_key',
    )
    .option('--from <time>', 'turns from this ISO 8601 time (default: 30 days ago)', time)
    .option('--to <time>', 'turns before this time (default: now)', time)
    .option('--agent <name>', 'turns of this agent')
    .option('--model <name>', 'turns of this model')
    .option('--tool <name>', 'turns that called this tool')
    .option('--agent-version <version>', 'turns of this version of the agent')
    .option('--session <id>', 'turns of this session')
    .addOption(apiUrl())
    .addOption(apiKey())
    .addOption(json())
    .addHelpText(
      'after',
      '\nExit code: 0 nothing would change, 1 something would, 2 could not run.',
    )
    .action(async (file: string, flags: BacktestFlags) => {
      const { runBacktest } = await import('./commands/backtest.ts');
      const { from, agentVersion, json: asJson = false, ...rest } = flags;
      const filters = {
        from: from ?? new Date(Date.now() - MONTH_MS).toISOString(),
        ...pick(rest, ['to', 'agent', 'model', 'tool', 'session']),
        ...(agentVersion === undefined ? {} : { version: agentVersion }),
      };
      await runBacktest(file, { filters, json: asJson, api: apiOf(flags) });
    });
}

function pick(flags: object, names: readonly string[]): Record<string, string> {
  const given = Object.entries(flags).filter(([name]) => names.includes(name));
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function time(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Give a time such as 2026-11-30T12:00:00Z.');
  return new Date(ms).toISOString();
}

interface ExportCaseFlags extends ApiFlags {
  loop?: string;
  json?: boolean;
  test?: boolean;
  out?: string;
}

function addExportCase(program: Command): void {
  program
    .command('export-case')
    .description(
      'the shortest sequence that still shows a loop of a stored turn, for an eval suite',
    )
    .argument('<turn>', 'id of the turn')
    .option('--loop <id>', 'which loop of the turn (default: the longest alert)')
    .addOption(new Option('--json', 'print the case as JSON').conflicts('test'))
    .addOption(new Option('--test', 'print a ready vitest file'))
    .option('--out <folder>', 'write both files there')
    .addOption(apiUrl())
    .addOption(apiKey())
    .addHelpText('after', '\nExit code: 0 done, 2 no such turn, or nothing loops in it.')
    .action(async (turn: string, flags: ExportCaseFlags) => {
      const { runExportCase } = await import('./commands/export-case.ts');
      const output = flags.test === true ? 'test' : flags.json === true ? 'json' : 'table';
      await runExportCase(turn, {
        loop: flags.loop ?? null,
        output,
        out: flags.out ?? null,
        api: apiOf(flags),
      });
    });
}

const EXIT_CODES = `
Exit code: 0 nothing found, 1 found, 2 could not run.`;
