import { isIP } from 'node:net';
import { resolve } from 'node:path';

import { z } from 'zod';

import { suggestion } from './nearest.ts';

/** Any port number, 0 for a free one. */
const port = (otherwise: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'give a port number from 0 to 65535 (0 picks a free one)')
    .transform(Number)
    .refine((value) => value <= 65_535, 'give a port number from 0 to 65535 (0 picks a free one)')
    .default(otherwise);

const bytes = (otherwise: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'give a whole number of bytes')
    .transform(Number)
    .default(otherwise);

const keys = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== ''),
  )
  .refine((list) => list.every((key) => /^[\x21-\x7e]+$/.test(key)), {
    message: 'give keys of printable ASCII characters without spaces, separated by commas',
  })
  .default([]);

const host = z
  .string()
  .refine((value) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value), {
    message: 'give a host name or an address, without scheme and port',
  })
  .default('127.0.0.1');

const clickhouseUrl = z
  .string()
  .refine(isServerAddress, {
    message:
      'give an http:// or https:// address such as http://user:password@clickhouse:8123/database',
  })
  .optional();

function isServerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, username, password } = new URL(text);
  const isDecodable = [username, password, pathname].every((part) => canDecode(part));
  return /^https?:$/.test(protocol) && /^\/[^/]*$/.test(pathname) && search === '' && isDecodable;
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Every variable that Loopscope reads, with its default; `docs/configuration.md` lists the same. */
export const ENVIRONMENT = {
  LOOPSCOPE_HOST: host,
  LOOPSCOPE_HTTP_PORT: port(4319),
  LOOPSCOPE_OTLP_HTTP_PORT: port(4318),
  LOOPSCOPE_OTLP_GRPC_PORT: port(4317),
  LOOPSCOPE_DATA_DIR: z.string().default('./.loopscope'),
  LOOPSCOPE_SPOOL_BYTES: bytes(2 ** 31),
  LOOPSCOPE_CLICKHOUSE_URL: clickhouseUrl,
  LOOPSCOPE_CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[\w-]+$/, 'give the name of a cluster: letters, digits, - and _')
    .optional(),
  LOOPSCOPE_CONFIG: z.string().optional(),
  LOOPSCOPE_RETENTION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'give a whole number of days, at least 1')
    .transform(Number)
    .default(90),
  LOOPSCOPE_API_KEYS: keys,
  LOOPSCOPE_INGEST_KEYS: keys,
  LOOPSCOPE_BODY_BYTES: bytes(64 * 1024 ** 2),
  LOOPSCOPE_IN_FLIGHT_BYTES: bytes(256 * 1024 ** 2),
  LOOPSCOPE_MASKING_KEY: z.string().min(16, 'give at least 16 characters').optional(),
  LOOPSCOPE_CONTENT: z.enum(['full', 'hashes'], 'give "full" or "hashes"').default('full'),
};

const variables = z.object(ENVIRONMENT);
export type Environment = z.output<typeof variables>;

export interface EnvironmentReading {
  /** Null where something is wrong. */
  values: Environment | null;
  problems: string[];
  warnings: string[];
}

/** Reads the LOOPSCOPE_* variables; a variable that is empty counts as not set. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): EnvironmentReading {
  const known = Object.keys(ENVIRONMENT);
  const given: Record<string, string> = {};
  const warnings: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('LOOPSCOPE_') || value === undefined || value.trim() === '') continue;
    if (known.includes(name)) given[name] = value.trim();
    else
      warnings.push(
        `${name} is not a variable of loopscope and is ignored${suggestion(name, known)}`,
      );
  }
  const parsed = variables.safeParse(given);
  if (parsed.success)
    return { values: parsed.data, problems: disagreements(parsed.data), warnings };
  const problems = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `${name} is ${shown(name, given[name])}: ${issue.message}`;
  });
  return { values: null, problems, warnings };
}

/** A key, or an address that may hold a password, is never repeated in a message. */
function shown(name: string, value = ''): string {
  return /KEY|URL/.test(name) ? 'not usable' : JSON.stringify(value);
}

const PORTS = [
  'LOOPSCOPE_HTTP_PORT',
  'LOOPSCOPE_OTLP_HTTP_PORT',
  'LOOPSCOPE_OTLP_GRPC_PORT',
] as const;

function disagreements(values: Environment): string[] {
  const problems: string[] = [];
  for (const [index, name] of PORTS.entries()) {
    const twin = PORTS.slice(0, index).find((other) => values[other] === values[name]);
    if (twin !== undefined && values[name] !== 0) {
      problems.push(`${twin} and ${name} are both ${values[name]}: give each a port of its own`);
    }
  }
  if (values.LOOPSCOPE_CLICKHOUSE_CLUSTER !== undefined && !values.LOOPSCOPE_CLICKHOUSE_URL) {
    problems.push(
      'LOOPSCOPE_CLICKHOUSE_CLUSTER is set without LOOPSCOPE_CLICKHOUSE_URL: give the address of one server of the cluster',
    );
  }
  const { LOOPSCOPE_BODY_BYTES: body, LOOPSCOPE_IN_FLIGHT_BYTES: inFlight } = values;
  if (inFlight < 2 * body) {
    problems.push(
      `LOOPSCOPE_IN_FLIGHT_BYTES is ${inFlight}: one request may hold its body twice, packed and unpacked, so give at least ${2 * body}, or a smaller LOOPSCOPE_BODY_BYTES`,
    );
  }
  return problems;
}

/** An address of this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Absolute, so that a later change of the working directory moves nothing. */
export function absoluteDataDir(values: Environment, cwd: string): string {
  return resolve(cwd, values.LOOPSCOPE_DATA_DIR);
}
