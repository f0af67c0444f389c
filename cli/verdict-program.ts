import { type Command, Option } from 'commander';

import { FORMS } from './import/detect-form.ts';

/** Commands that judge: they end with 0 where nothing was found, 1 where something was, 2 where they could not run. */
export function addVerdictCommands(program: Command): void {
  addScan(program);
  addLint(program);
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
    .description('check lists of tools (OpenAI, Anthropic, MCP) against what is declared')
    .argument('<tools.json...>', 'lists of tools; - for standard input')
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

const EXIT_CODES = `
Exit code: 0 nothing found, 1 found, 2 could not run.`;
