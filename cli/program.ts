import { Command, InvalidArgumentError, Option } from 'commander';

import { apiKey, apiOf, apiUrl, type ApiFlags } from './api-flags.ts';
import { FORMS } from './import/detect-form.ts';
import { addGuardCommands } from './guard-program.ts';
import { ROLES, type Role } from './roles.ts';
import { addVerdictCommands } from './verdict-program.ts';
import { VERSION } from './version.ts';

const ROLE_SUMMARIES: Readonly<Record<Role, string>> = {
  collector: 'take OTLP and store it',
  analyzer: 'resolve what was stored into turns, calls and loops',
  alerts: 'evaluate the alert rules and notify',
  api: 'serve the API and the UI',
};

/** The command line; a command's own code is loaded when it runs. Usage errors are thrown as CommanderError, after they have been printed. */
export function createProgram(): Command {
  const program = new Command('loopscope')
    .description(
      'Shows when an AI agent repeats itself, why, what it costs, and where the fix goes.',
    )
    .version(VERSION, '-V, --version')
    .helpOption('-h, --help')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(asSentence(text)) });
  addRoleCommands(program);
  addMigrate(program);
  addImport(program);
  addDelete(program);
  addVerdictCommands(program);
  addGuardCommands(program);
  addDemo(program);
  return program;
}

const json = () => new Option('--json', 'print JSON, and nothing else, on stdout');

interface JsonFlag {
  json?: boolean;
}

const runRolesLater =
  (roles: readonly Role[]) =>
  async ({ json: isJson = false }: JsonFlag) => {
    const { runRoles } = await import('./commands/roles.ts');
    await runRoles(roles, { json: isJson });
  };

const SETTINGS = `
Settings are environment variables (LOOPSCOPE_DATA_DIR, LOOPSCOPE_HTTP_PORT,
LOOPSCOPE_OTLP_HTTP_PORT, ...) and loopscope.yaml: docs/configuration.md`;

function addRoleCommands(program: Command): void {
  program
    .command('start')
    .description('run everything in one process on the embedded store')
    .addOption(json())
    .addHelpText('after', SETTINGS)
    .action(runRolesLater(ROLES));
  for (const role of ROLES) {
    const command = program
      .command(role)
      .description(`run one role on a ClickHouse server: ${ROLE_SUMMARIES[role]}`)
      .addOption(json())
      .action(runRolesLater([role]));
    if (role === 'alerts') addAlertsTest(command);
  }
}

function addAlertsTest(alerts: Command): void {
  alerts
    .command('test')
    .description('replay stored data through a rule: what would have fired, when, how long')
    .argument('<rule>', 'name of a rule in force, or a YAML file that holds one')
    .addOption(
      new Option('--since <time>', 'how far back: 12h, 7d').argParser(backHours).default(168, '7d'),
    )
    .addOption(
      new Option('--clock <clock>', 'as it arrived, or by the clock of the agents')
        .choices(['arrival', 'data'])
        .default('arrival'),
    )
    .addOption(json())
    .action(async (rule: string, _flags: unknown, command: Command) => {
      const {
        since,
        clock,
        json: isJson = false,
      } = command.optsWithGlobals<JsonFlag & { since: number; clock: 'arrival' | 'data' }>();
      const { runAlertsTest } = await import('./commands/alerts-test.ts');
      await runAlertsTest(rule, { sinceHours: since, clock, json: isJson });
    });
}

function backHours(text: string): number {
  const [, amount, unit] = /^(\d{1,4})(h|d)$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError('Give such as 12h or 7d.');
  return Number(amount) * (unit === 'd' ? 24 : 1);
}

function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('make or update the tables and views, then exit')
    .addOption(json())
    .action(async ({ json: isJson = false }: JsonFlag) => {
      const { runMigrate } = await import('./commands/migrate.ts');
      await runMigrate({ json: isJson });
    });
}

interface ImportFlags extends JsonFlag {
  form?: (typeof FORMS)[number];
  to?: string;
  key?: string;
  at?: number;
  over: number;
}

function addImport(program: Command): void {
  program
    .command('import')
    .description(
      'send recorded runs to a running collector: OTLP/JSON, exports of other products, chats, plain runs',
    )
    .argument('<file...>', 'files, gzipped or not; - for standard input')
    .addOption(
      new Option('--form <form>', 'what the files hold (default: seen from each)').choices(FORMS),
    )
    .option(
      '--to <url>',
      'address of the collector (default: LOOPSCOPE_HOST and LOOPSCOPE_OTLP_HTTP_PORT)',
      url,
    )
    .option('--key <key>', 'ingest key (default: the first of LOOPSCOPE_INGEST_KEYS)')
    .option('--at <time>', 'runs without times end before this ISO 8601 time (default: now)', time)
    .option('--over <hours>', 'and at most so many hours before it', hours, 12)
    .addOption(json())
    .action(async (files: string[], flags: ImportFlags) => {
      const { runImport } = await import('./commands/import.ts');
      await runImport(files, {
        form: flags.form ?? null,
        to: flags.to ?? null,
        key: flags.key ?? null,
        atMs: flags.at ?? null,
        overHours: flags.over,
        json: flags.json === true,
      });
    });
}

interface DeleteFlags extends ApiFlags, JsonFlag {
  reason: string;
  by: string;
}

function addDelete(program: Command): void {
  program
    .command('delete')
    .description('delete a session, all that was made of it, and what of it comes later')
    .argument('<session>', 'id of the session')
    .option('--reason <text>', 'kept with the record of the deletion', '')
    .option('--by <name>', 'who asked for it (default: the key)', '')
    .addOption(apiUrl())
    .addOption(apiKey())
    .addOption(json())
    .addHelpText('after', '\nExit code: 0 deleted, 2 no such session, or not possible.')
    .action(async (session: string, flags: DeleteFlags) => {
      const { runDelete } = await import('./commands/delete.ts');
      const { reason, by, json: isJson = false } = flags;
      await runDelete(session, { reason, by, json: isJson, api: apiOf(flags) });
    });
}

interface DemoFlags extends JsonFlag {
  turns: number;
  seed: string;
  guard?: boolean;
  live: boolean;
}

function addDemo(program: Command): void {
  program
    .command('demo')
    .description(
      'run everything with two days of simulated agents, and more turns every few seconds',
    )
    .addOption(
      new Option('--turns <count>', 'turns of the last day; the day before has a quarter')
        .argParser(count)
        .default(4000),
    )
    .addOption(new Option('--seed <text>', 'another seed is another day').default('demo'))
    .option('--guard', 'play every turn twice: as it was, and with a guard around the tools')
    .option('--no-live', 'play the two days only')
    .addOption(json())
    .action(async (flags: DemoFlags) => {
      const { runDemo } = await import('./commands/demo.ts');
      await runDemo({
        turns: flags.turns,
        seed: flags.seed,
        isGuarded: flags.guard === true,
        isLive: flags.live,
        json: flags.json === true,
      });
    });
}

function url(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('Give an address such as http://127.0.0.1:4318.');
  }
  return text.replace(/\/(v1\/traces)?\/?$/, '');
}

function time(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Give a time such as 2026-11-30T12:00:00Z.');
  return ms;
}

function hours(text: string): number {
  const value = Number(text);
  if (!(value >= 0) || text.trim() === '')
    throw new InvalidArgumentError('Give a number of hours.');
  return value;
}

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number above 0.');
  return Number(text);
}

/** `error: unknown command 'strat'` becomes `loopscope: unknown command 'strat'`. */
function asSentence(text: string): string {
  return text.replace(/^error: /, 'loopscope: ');
}
