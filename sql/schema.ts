import { readSql } from './store/query.ts';
import type { Layout } from './store/store.ts';

/** Creation order: what stands later may read from what stands earlier. */
const TABLES = [
  'spans',
  'touched_traces',
  'session_traces',
  'session_traces_from_spans',
  'protocol_calls',
  'protocol_calls_from_spans',
  'histories',
  'histories_from_spans',
  'tool_calls',
  'turn_verdicts',
  'loops',
  'resolved_traces',
  'rejected_spans',
  'alert_states',
  'alert_events',
  'alert_deliveries',
  'alert_rules',
  'alert_leases',
  'alert_reports',
  'alert_orders',
  'silences',
  'declarations',
  'loop_feedback',
  'guard_decisions',
  'session_stops',
  'session_deletions',
] as const;

const VIEWS = [
  'turn_stats',
  'session_stats',
  'tool_stats',
  'retry_ledger',
  'max_attempts_by_time',
  'signature_stats',
  'loop_stats',
] as const;

/** Fed by inserts into other tables on the same shard, so nobody writes or reads them through the cluster. */
const SHARD_ONLY: ReadonlySet<string> = new Set([
  'session_traces_from_spans',
  'protocol_calls_from_spans',
  'histories_from_spans',
]);

/** What a killed process or a power cut must not take back, and how far back an insert's token is remembered. */
const DURABLE = {
  non_replicated_deduplication_window: 10_000,
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  min_rows_to_fsync_after_merge: 1,
  old_parts_lifetime: 480,
};

/** Tokens of replicated tables are remembered by Keeper; the window of plain tables has no meaning there. */
const DURABLE_REPLICATED = {
  replicated_deduplication_window: 10_000,
  replicated_deduplication_window_seconds: 604_800,
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  min_rows_to_fsync_after_merge: 1,
};

/**
 * As shipped the engine leaves the small parts out of a merge that they were the reason for, and so writes the whole of a small table
 * anew at every insert.
 */
const MERGING = { merge_selector_enable_heuristic_to_remove_small_parts_at_right: 0 };

/** Every statement that makes the present schema, in order. All are idempotent. */
export function schemaStatements(layout: Layout): string[] {
  return [
    ...TABLES.flatMap((name) => tableStatements(name, layout)),
    ...VIEWS.map((name) => render(readObject('views', name), layout)),
  ];
}

/** The same where there is nothing that an older version made. */
export function newSchemaStatements(layout: Layout): string[] {
  const make = (folder: 'tables' | 'views') => (name: string) =>
    render(readObject(folder, name), layout);
  return [...TABLES.map(make('tables')), ...VIEWS.map(make('views'))];
}

/**
 * What the rows at rest are like. One more where rows that are there must be resolved anew, or where a version before must not
 * go on with them; a column more needs none.
 */
export const STORED_FORM = 2;

/** Where the form is noted: in the comment of the table that every version has. */
export const FORM_MARK = 'loopscope form ';

export function noteForm(layout: Layout): string {
  return render(`ALTER TABLE @define(spans) MODIFY COMMENT '${FORM_MARK}${STORED_FORM}'`, layout);
}

/**
 * Fills what is derived from spans and younger than they are, then asks for every trace to be resolved anew: the newest first, a
 * thousand at one time, since all of one time is resolved at once. On a cluster everything is dealt by its trace, as its spans are.
 */
export function resolveAnewStatements(): string[] {
  return [
    ...[...SHARD_ONLY].map((view) => {
      const text = readObject('tables', view).replaceAll(/@local\((\w+)\)/g, '$1');
      const [, target, select] = /^TO (\w+)\nAS (SELECT[^]*)$/m.exec(text) ?? [];
      return `INSERT INTO ${target}\n${select}`;
    }),
    `INSERT INTO touched_traces (project, trace_id, touched_at)
SELECT project, trace_id, now64(6, 'UTC') + toIntervalMicrosecond(intDiv(rowNumberInAllBlocks(), 1000))
FROM (SELECT project, trace_id FROM spans GROUP BY project, trace_id ORDER BY max(started_at) DESC)`,
  ];
}

/** Every statement that takes a session out of the tables. Each is done on all replicas when it is answered. */
export function eraseStatements(layout: Layout): string[] {
  return readSql(new URL('./erase_session.sql', import.meta.url))
    .split(';')
    .map((statement) => `${render(statement.trim(), layout)}\nSETTINGS mutations_sync = 2`);
}

function tableStatements(name: string, layout: Layout): string[] {
  const text = readObject('tables', name);
  const make = (statement: string): string => render(statement, layout);
  const statements = [
    text,
    ...addMissing(`@define(${name})`, text),
    ...giveDefaults(`@define(${name})`, text),
    ...unpackQuickly(`@define(${name})`, text),
  ].map(make);
  const retention = /^TTL .*@retention$/m.exec(text)?.[0];
  if (retention !== undefined) {
    // An older directory may have been made with another number of days; merges apply the new one in time.
    const change = `ALTER TABLE @define(${name}) MODIFY ${retention}\nSETTINGS materialize_ttl_after_modify = 0`;
    statements.push(make(change));
  }
  if (text.includes('@storage')) {
    // A directory made before gets them for the parts to come.
    const blockSizes = [...text.matchAll(/\b(m\w+_compress_block_size) = (\d+)/g)].map(
      ([, setting = '', value]) => [setting, Number(value)] as const,
    );
    const settings = settingsText({ ...Object.fromEntries(blockSizes), ...MERGING });
    statements.push(make(`ALTER TABLE @define(${name}) MODIFY SETTING ${settings}`));
  }
  if (layout.cluster !== null && !SHARD_ONLY.has(name)) {
    const everywhere = `${name} ON CLUSTER ${quoteIdentifier(layout.cluster)}`;
    statements.push(distributedOver(name, layout.cluster));
    const columns = withoutStorage(text);
    statements.push(...addMissing(everywhere, columns), ...giveDefaults(everywhere, columns));
  }
  return statements;
}

/** A table made by an older version gets what it lacks, in its place; rows that are there show the columns' defaults. */
function addMissing(target: string, text: string): string[] {
  if (!text.includes('CREATE TABLE')) return [];
  const place = (before: string | undefined): string =>
    before === undefined ? 'FIRST' : `AFTER ${before}`;
  const columns = [...text.matchAll(/^ {4}([a-z]\w*) (.+?),?$/gm)].map(
    ([, name, type], at, all) =>
      `ADD COLUMN IF NOT EXISTS ${name} ${type} ${place(all[at - 1]?.[1])}`,
  );
  const indexes = [...text.matchAll(/^ {4}INDEX (\w+) (.+?),?$/gm)].map(
    ([, name, index], at, all) =>
      `ADD INDEX IF NOT EXISTS ${name} ${index} ${place(all[at - 1]?.[1])}`,
  );
  return [`ALTER TABLE ${target}\n${[...columns, ...indexes].join(',\n')}`];
}

/** A column that had no default in an older version gets it. */
function giveDefaults(target: string, text: string): string[] {
  const columns = [...text.matchAll(/^ {4}([a-z]\w*) (.+? DEFAULT .+?),?$/gm)].map(
    ([, name, type]) => `MODIFY COLUMN ${name} ${type}`,
  );
  return columns.length === 0 ? [] : [`ALTER TABLE ${target}\n${columns.join(',\n')}`];
}

/** A column that was packed tighter in an older version is no longer, as its parts are merged. */
function unpackQuickly(target: string, text: string): string[] {
  const columns = [...text.matchAll(/^ {4}([a-z]\w*) (.+ CODEC\(LZ4\)),$/gm)].map(
    ([, name, type]) => `MODIFY COLUMN ${name} ${type}`,
  );
  return columns.length === 0 ? [] : [`ALTER TABLE ${target}\n${columns.join(',\n')}`];
}

/** Without what only a table with parts of its own has. */
function withoutStorage(text: string): string {
  return text
    .replaceAll(/ CODEC\(\w+(?:\(\d+\))?(?:, \w+(?:\(\d+\))?)*\)/g, '')
    .replaceAll(/^ {4}INDEX .*\n/gm, '');
}

/**
 * The marks of the .sql files: `@define(name)` the object being made, `@local(name)` the shard's own part of a table,
 * `@view(name)` a view, `@...MergeTree(...)` the engine, `@retention` and `@storage`.
 */
function render(text: string, layout: Layout): string {
  const { cluster, retentionDays } = layout;
  const durable = cluster === null ? DURABLE : DURABLE_REPLICATED;
  const onCluster = cluster === null ? '' : ` ON CLUSTER ${quoteIdentifier(cluster)}`;
  const localName = (name: string): string => (cluster === null ? name : `${name}_local`);
  return text
    .replace(/@define\((\w+)\)/g, (_mark, name: string) => `${localName(name)}${onCluster}`)
    .replace(/@local\((\w+)\)/g, (_mark, name: string) => localName(name))
    .replace(/@view\((\w+)\)/g, (_mark, name: string) => `${name}${onCluster}`)
    .replace(/@(\w*MergeTree)\((.*)\)/g, (_mark, family: string, columns: string) =>
      renderEngine(family, columns, layout),
    )
    .replace('@retention', `toIntervalDay(${retentionInDays(retentionDays)})`)
    .replace('@storage', settingsText({ ...durable, ...MERGING }));
}

/** A DateTime ends in 2106 and starts over: a longer retention would have expired on arrival. */
const LONGEST_RETENTION_DAYS = 20_000;

function retentionInDays(days: number): number {
  return Math.min(Math.max(1, Math.trunc(days)), LONGEST_RETENTION_DAYS);
}

/** The one place that knows what a cluster does to an engine. */
export function renderEngine(family: string, columns: string, layout: Layout): string {
  if (layout.cluster === null) return `${family}(${columns})`;
  const place = `'/clickhouse/tables/{shard}/{database}/{table}', '{replica}'`;
  return `Replicated${family}(${columns === '' ? place : `${place}, ${columns}`})`;
}

/** A trace stays on one shard. What has no trace is spread by its project. */
function distributedOver(name: string, cluster: string): string {
  const key = SHARD_KEYS[name] ?? 'cityHash64(project)';
  return `CREATE TABLE IF NOT EXISTS ${name} ON CLUSTER ${quoteIdentifier(cluster)} AS ${name}_local
ENGINE = Distributed(${quoteText(cluster)}, currentDatabase(), ${name}_local, ${key})`;
}

const SHARD_KEYS: Readonly<Record<string, string>> = {
  spans: 'cityHash64(trace_id)',
  touched_traces: 'cityHash64(trace_id)',
  session_traces: 'cityHash64(trace_id)',
  protocol_calls: 'cityHash64(trace_id)',
  histories: 'cityHash64(trace_id)',
  resolved_traces: 'cityHash64(trace_id)',
  tool_calls: 'cityHash64(trace_id)',
  guard_decisions: 'cityHash64(trace_id)',
  turn_verdicts: 'cityHash64(turn_id)',
  loops: 'cityHash64(loop_id)',
};

function settingsText(settings: Readonly<Record<string, number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
}

function readObject(folder: 'tables' | 'views', name: string): string {
  return readSql(new URL(`./${folder}/${name}.sql`, import.meta.url));
}

function quoteIdentifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
