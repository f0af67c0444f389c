import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ConfigError, loadConfig, type ConfigSource } from './config.ts';
import { ROLES } from './roles.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'loopscope-config-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function problemsOf(source: ConfigSource): readonly string[] {
  try {
    loadConfig({ cwd, ...source });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('defaults', () => {
  test('nothing set gives a local configuration with shipped values', () => {
    const config = loadConfig({ env: {}, cwd });
    expect(config).toMatchObject({
      host: '127.0.0.1',
      httpPort: 4319,
      otlpHttpPort: 4318,
      otlpGrpcPort: 4317,
      apiKeys: [],
      ingestKeys: [],
      content: 'full',
      ceilings: new Map([
        ['attempts_per_key', 2],
        ['empty_results_per_tool', 3],
        ['attempts_per_signature', 3],
        ['calls_per_session', 25],
      ]),
      warnings: [],
    });
    expect(config.store).toEqual({
      dataDir: join(cwd, '.loopscope'),
      url: null,
      user: '',
      password: '',
      database: '',
      cluster: null,
      retentionDays: 90,
    });
  });

  test('a variable that is empty counts as not set', () => {
    expect(
      loadConfig({ env: { LOOPSCOPE_HTTP_PORT: ' ', LOOPSCOPE_CONFIG: '' }, cwd }).httpPort,
    ).toBe(4319);
  });

  test('the whole configuration is frozen', () => {
    const config = loadConfig({ env: {}, cwd });
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.store)).toBe(true);
    expect(Object.isFrozen(config.alerts.rules)).toBe(true);
  });
});

describe('values', () => {
  test('credentials and database leave the address of the server', () => {
    const env = { LOOPSCOPE_CLICKHOUSE_URL: 'https://me:p%40ss@ch.example:8443/traces' };
    expect(loadConfig({ env, cwd }).store).toMatchObject({
      url: 'https://ch.example:8443',
      user: 'me',
      password: 'p@ss',
      database: 'traces',
    });
  });

  test('keys are separated by commas', () => {
    const env = { LOOPSCOPE_API_KEYS: 'one, two,,' };
    expect(loadConfig({ env, cwd }).apiKeys).toEqual(['one', 'two']);
  });

  test('the file next to the working directory is read', () => {
    writeFileSync(
      join(cwd, 'loopscope.yaml'),
      'tools:\n  create_ticket: { identity: [customer_id, order_id], effect: write }\nprices:\n  m: { input: 3, output: 15 }\n',
    );
    const config = loadConfig({ env: {}, cwd });
    expect(config.declarations.get('create_ticket')).toEqual({
      identity: ['customer_id', 'order_id'],
      effect: 'write',
    });
    expect(config.prices.get('m')).toEqual({ input: 3, output: 15 });
  });

  test('what has run out is warned about', () => {
    writeFileSync(
      join(cwd, 'loopscope.yaml'),
      'tools:\n  q: { exempt: { owner: ops, reason: polls, expires: 2026-01-31 } }\n' +
        'ceilings:\n  calls_per_session: { value: 25, raised_to: 40, reason: r, ticket: T-1, expires: 2027-03-31 }\n',
    );
    expect(loadConfig({ env: {}, cwd, today: '2026-11-30' }).warnings).toEqual([
      'the exemption of q ended on 2026-01-31 and no longer counts',
    ]);
  });

  test('an unknown variable is a warning that names the nearest', () => {
    expect(loadConfig({ env: { LOOPSCOPE_HTTP_PROT: '1' }, cwd }).warnings).toEqual([
      'LOOPSCOPE_HTTP_PROT is not a variable of loopscope and is ignored; did you mean "LOOPSCOPE_HTTP_PORT"?',
    ]);
  });
});

describe('problems', () => {
  const port = 'give a port number from 0 to 65535 (0 picks a free one)';
  const address =
    'give an http:// or https:// address such as http://user:password@clickhouse:8123/database';
  test.each<[name: string, value: string, message: string]>([
    ['LOOPSCOPE_HTTP_PORT', 'abc', `LOOPSCOPE_HTTP_PORT is "abc": ${port}`],
    ['LOOPSCOPE_OTLP_HTTP_PORT', '65536', `LOOPSCOPE_OTLP_HTTP_PORT is "65536": ${port}`],
    ['LOOPSCOPE_OTLP_GRPC_PORT', '-1', `LOOPSCOPE_OTLP_GRPC_PORT is "-1": ${port}`],
    [
      'LOOPSCOPE_HOST',
      'http://x',
      'LOOPSCOPE_HOST is "http://x": give a host name or an address, without scheme and port',
    ],
    [
      'LOOPSCOPE_RETENTION_DAYS',
      '0',
      'LOOPSCOPE_RETENTION_DAYS is "0": give a whole number of days, at least 1',
    ],
    ['LOOPSCOPE_CONTENT', 'none', 'LOOPSCOPE_CONTENT is "none": give "full" or "hashes"'],
    [
      'LOOPSCOPE_CLICKHOUSE_URL',
      'clickhouse:8123',
      `LOOPSCOPE_CLICKHOUSE_URL is not usable: ${address}`,
    ],
    [
      'LOOPSCOPE_CLICKHOUSE_URL',
      'http://u:%ff@h',
      `LOOPSCOPE_CLICKHOUSE_URL is not usable: ${address}`,
    ],
    [
      'LOOPSCOPE_CLICKHOUSE_CLUSTER',
      'main',
      'LOOPSCOPE_CLICKHOUSE_CLUSTER is set without LOOPSCOPE_CLICKHOUSE_URL: give the address of one server of the cluster',
    ],
    [
      'LOOPSCOPE_IN_FLIGHT_BYTES',
      '1000',
      'LOOPSCOPE_IN_FLIGHT_BYTES is 1000: one request may hold its body twice, packed and unpacked, so give at least 134217728, or a smaller LOOPSCOPE_BODY_BYTES',
    ],
    [
      'LOOPSCOPE_BODY_BYTES',
      '64MB',
      'LOOPSCOPE_BODY_BYTES is "64MB": give a whole number of bytes',
    ],
    [
      'LOOPSCOPE_MASKING_KEY',
      'short',
      'LOOPSCOPE_MASKING_KEY is not usable: give at least 16 characters',
    ],
    [
      'LOOPSCOPE_API_KEYS',
      'with space',
      'LOOPSCOPE_API_KEYS is not usable: give keys of printable ASCII characters without spaces, separated by commas',
    ],
    ['LOOPSCOPE_CONFIG', 'none.yaml', 'LOOPSCOPE_CONFIG is "none.yaml": there is no such file'],
    [
      'LOOPSCOPE_HTTP_PORT',
      '4318',
      'LOOPSCOPE_HTTP_PORT and LOOPSCOPE_OTLP_HTTP_PORT are both 4318: give each a port of its own',
    ],
  ])('%s=%s', (name, value, message) => {
    expect(problemsOf({ env: { [name]: value } })).toEqual([message]);
  });

  test('a secret never stands in a message', () => {
    const env = {
      LOOPSCOPE_CLICKHOUSE_URL: 'ftp://u:hunter2@h',
      LOOPSCOPE_INGEST_KEYS: 'hunter2 x',
    };
    expect(problemsOf({ env }).join()).not.toContain('hunter2');
  });

  test('problems of environment and file are reported together', () => {
    writeFileSync(join(cwd, 'other.yaml'), 'toolz: {}\n');
    const env = {
      LOOPSCOPE_HTTP_PORT: 'x',
      LOOPSCOPE_CONTENT: 'y',
      LOOPSCOPE_CONFIG: 'other.yaml',
    };
    expect(problemsOf({ env })).toEqual([
      `LOOPSCOPE_HTTP_PORT is "x": ${port}`,
      'LOOPSCOPE_CONTENT is "y": give "full" or "hashes"',
      'other.yaml:1: unknown key "toolz"; did you mean "tools"?',
    ]);
  });
});

describe('a public address', () => {
  const env = { LOOPSCOPE_HOST: '0.0.0.0' };
  test('needs a key for everything that listens', () => {
    expect(problemsOf({ env, roles: ROLES })).toEqual([
      'LOOPSCOPE_HOST is "0.0.0.0", which other machines can reach: set LOOPSCOPE_API_KEYS and LOOPSCOPE_INGEST_KEYS, or use 127.0.0.1',
    ]);
  });

  test.each<[role: (typeof ROLES)[number], problems: number]>([
    ['collector', 1],
    ['api', 1],
    ['analyzer', 0],
    ['alerts', 0],
  ])('%s alone lacks %i keys', (role, problems) => {
    expect(problemsOf({ env, roles: [role] })).toHaveLength(problems);
  });

  test.each(['localhost', '127.0.0.1', '127.8.9.1', '::1'])('%s is none', (host) => {
    expect(problemsOf({ env: { LOOPSCOPE_HOST: host }, roles: ROLES })).toEqual([]);
  });

  test('with keys is fine', () => {
    const keys = { LOOPSCOPE_API_KEYS: 'a', LOOPSCOPE_INGEST_KEYS: 'b' };
    expect(problemsOf({ env: { ...env, ...keys }, roles: ROLES })).toEqual([]);
  });
});

describe('receivers', () => {
  beforeEach(() =>
    writeFileSync(
      join(cwd, 'loopscope.yaml'),
      'alerts:\n  receivers:\n    - { name: ops, webhook: { url: "https://ops.example/hook", secret_env: OPS_SECRET } }\n',
    ),
  );

  test('get their secret from the variable that the file names', () => {
    const config = loadConfig({ env: { OPS_SECRET: 's' }, cwd, roles: ROLES });
    expect(config.receivers).toEqual([
      { name: 'ops', kind: 'webhook', url: 'https://ops.example/hook', secret: 's' },
    ]);
  });

  test('without their secret are a problem where alerts run, and only there', () => {
    expect(problemsOf({ env: {}, roles: ROLES })).toEqual([
      'receiver "ops": the environment variable OPS_SECRET is not set',
    ]);
    expect(problemsOf({ env: {}, roles: ['collector'] })).toEqual([]);
  });
});
