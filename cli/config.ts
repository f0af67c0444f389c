import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

import { toReceivers, type AlertsConfig, type FileInForce, type Receiver } from '@loopscope/alerts';
import type { MaskingConfig } from '@loopscope/collector';
import type { ModelPrice, Prices } from '@loopscope/loops';
import type { Declarations, ToolDeclaration } from '@loopscope/signature';

import {
  absoluteDataDir,
  isLoopback,
  readEnvironment,
  type Environment,
} from './config/environment.ts';
import type { Ceiling, ConfigFile } from './config/file-schema.ts';
import { fingerprintOf } from './config/follow-file.ts';
import { emptyConfigFile, readConfigText } from './config/read-file.ts';
import type { Role } from './roles.ts';

/** Everything that can be set from outside, read once at start. */
export interface Config {
  readonly host: string;
  readonly httpPort: number;
  readonly otlpHttpPort: number;
  readonly otlpGrpcPort: number;
  readonly store: StoreConfig;
  /** Bytes of accepted spans that may wait for the store. */
  readonly spoolBytes: number;
  readonly apiKeys: readonly string[];
  readonly ingestKeys: readonly string[];
  readonly content: 'full' | 'hashes';
  readonly masking: MaskingConfig;
  /** Decides what stands for a secret; null for one of the data directory's own. */
  readonly maskingKey: string | null;
  /** Bytes of one request's body, and of all that are not answered yet. */
  readonly bodyBytes: number;
  readonly inFlightBytes: number;
  readonly declarations: Declarations;
  /** By the name that loopscope.yaml gives them. */
  readonly ceilings: ReadonlyMap<string, Ceiling>;
  readonly prices: Prices;
  readonly alerts: AlertsConfig;
  /** With their secrets; empty where the command sends no notifications. */
  readonly receivers: readonly Receiver[];
  /** Where the file is looked for, be it there or not, and `fingerprintOf` its text. */
  readonly file: Readonly<Pick<FileInForce, 'path' | 'fingerprint'>>;
  /** What is odd but does no harm, one sentence each. */
  readonly warnings: readonly string[];
}

export interface StoreConfig {
  readonly dataDir: string;
  /** Scheme, host and port; null for the embedded store. */
  readonly url: string | null;
  readonly user: string;
  readonly password: string;
  /** Empty: the server's default. */
  readonly database: string;
  readonly cluster: string | null;
  readonly retentionDays: number;
}

export interface ConfigSource {
  env?: Variables;
  cwd?: string;
  /** Instead of `./.loopscope` where the environment names none. */
  defaultDataDir?: string;
  /** What the command runs: decides which keys and secrets must be there. */
  roles?: readonly Role[];
  /** `YYYY-MM-DD`; exemptions and ceilings that ended before it are warned about. */
  today?: string;
}

/** All that is wrong with the configuration, one sentence each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Reads environment and loopscope.yaml into one frozen Config; throws a ConfigError that holds every problem. */
export function loadConfig(source: ConfigSource = {}): Config {
  const { cwd = process.cwd(), roles = [], defaultDataDir } = source;
  const env = withDataDir(source.env ?? process.env, defaultDataDir);
  const environment = readEnvironment(env);
  const file = readConfigFile(env['LOOPSCOPE_CONFIG']?.trim() ?? '', cwd);
  const problems = [...environment.problems, ...file.problems];
  if (environment.values !== null) problems.push(...exposure(environment.values, roles));
  const receivers =
    roles.includes('alerts') && file.values !== null ? readReceivers(file.values, env) : [];
  if (typeof receivers === 'string') problems.push(receivers);
  if (
    environment.values === null ||
    file.values === null ||
    problems.length > 0 ||
    typeof receivers === 'string'
  ) {
    throw new ConfigError(problems);
  }
  const warnings = [...environment.warnings, ...expired(file.values, source.today ?? '')];
  return deepFreeze({
    ...toConfig(environment.values, file.values, cwd),
    receivers,
    file: file.inForce,
    warnings,
  });
}

type Variables = Readonly<Record<string, string | undefined>>;

function withDataDir(env: Variables, directory: string | undefined): Variables {
  const isNamed = (env['LOOPSCOPE_DATA_DIR'] ?? '').trim() !== '';
  return isNamed || directory === undefined ? env : { ...env, LOOPSCOPE_DATA_DIR: directory };
}

function readConfigFile(path: string, cwd: string) {
  const wanted = path === '' ? 'loopscope.yaml' : path;
  const place = resolve(cwd, wanted);
  try {
    const text = readFileSync(place, 'utf8');
    const inForce = { path: place, fingerprint: fingerprintOf(text) };
    return { ...readConfigText(basename(wanted), text), inForce };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT' && path === '') {
      const inForce = { path: place, fingerprint: null };
      return { values: emptyConfigFile(), problems: [], inForce };
    }
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    const problem = `LOOPSCOPE_CONFIG is ${JSON.stringify(wanted)}: ${reason}`;
    return { values: null, problems: [problem], inForce: { path: place, fingerprint: null } };
  }
}

/** The receivers, or what is missing. */
function readReceivers(file: ConfigFile, env: Variables): Receiver[] | string {
  try {
    return toReceivers(file.alerts, env);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A public address without keys would give the data to anyone who can reach it. */
function exposure(values: Environment, roles: readonly Role[]): string[] {
  const host = values.LOOPSCOPE_HOST;
  if (isLoopback(host)) return [];
  const wanted = [
    ['api', 'LOOPSCOPE_API_KEYS'],
    ['collector', 'LOOPSCOPE_INGEST_KEYS'],
  ] as const;
  const lacking = wanted
    .filter(([role, name]) => roles.includes(role) && values[name].length === 0)
    .map(([, name]) => name);
  if (lacking.length === 0) return [];
  return [
    `LOOPSCOPE_HOST is ${JSON.stringify(host)}, which other machines can reach: set ${lacking.join(' and ')}, or use 127.0.0.1`,
  ];
}

function toConfig(
  values: Environment,
  file: ConfigFile,
  cwd: string,
): Omit<Config, 'receivers' | 'file' | 'warnings'> {
  return {
    host: values.LOOPSCOPE_HOST,
    httpPort: values.LOOPSCOPE_HTTP_PORT,
    otlpHttpPort: values.LOOPSCOPE_OTLP_HTTP_PORT,
    otlpGrpcPort: values.LOOPSCOPE_OTLP_GRPC_PORT,
    store: toStoreConfig(values, cwd),
    spoolBytes: values.LOOPSCOPE_SPOOL_BYTES,
    apiKeys: values.LOOPSCOPE_API_KEYS,
    ingestKeys: values.LOOPSCOPE_INGEST_KEYS,
    content: values.LOOPSCOPE_CONTENT,
    masking: file.masking,
    maskingKey: values.LOOPSCOPE_MASKING_KEY ?? null,
    bodyBytes: values.LOOPSCOPE_BODY_BYTES,
    inFlightBytes: values.LOOPSCOPE_IN_FLIGHT_BYTES,
    declarations: new Map<string, ToolDeclaration>(Object.entries(file.tools)),
    ceilings: new Map<string, Ceiling>(Object.entries(file.ceilings)),
    prices: new Map<string, ModelPrice>(Object.entries(file.prices)),
    alerts: file.alerts,
  };
}

function toStoreConfig(values: Environment, cwd: string): StoreConfig {
  const url =
    values.LOOPSCOPE_CLICKHOUSE_URL === undefined ? null : new URL(values.LOOPSCOPE_CLICKHOUSE_URL);
  const user = decodeURIComponent(url?.username ?? '');
  const password = decodeURIComponent(url?.password ?? '');
  const database = decodeURIComponent(url?.pathname.slice(1) ?? '');
  return {
    dataDir: absoluteDataDir(values, cwd),
    url: url?.origin ?? null,
    user,
    password,
    database,
    cluster: values.LOOPSCOPE_CLICKHOUSE_CLUSTER ?? null,
    retentionDays: values.LOOPSCOPE_RETENTION_DAYS,
  };
}

/** Exceptions that have run out: they no longer count, and somebody should know. */
function expired(file: ConfigFile, today: string): string[] {
  const tools = Object.entries(file.tools).map(([name, tool]) => [
    `the exemption of ${name}`,
    tool.exempt?.expires,
  ]);
  const ceilings = Object.entries(file.ceilings).map(([name, ceiling]) => [
    `the raised ceiling ${name}`,
    typeof ceiling === 'number' ? undefined : ceiling.expires,
  ]);
  return [...tools, ...ceilings]
    .filter(([, day]) => day !== undefined && day < today)
    .map(([what, day]) => `${what} ended on ${day} and no longer counts`);
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
