import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { trajectory, turnPage } from '@loopscope/api/contract';
import { expect, test } from 'vitest';

import { exportRequest, spansOf } from './otlp.ts';
import { startProduct } from './product.ts';

const SECRETS = [
  `ghp_${'aB3dE5gH7jK9'.repeat(3)}`,
  `sk-proj-${'aB3dE5gH7jK9'.repeat(3)}`,
  'correct-horse-9',
  's3cr3t-of-the-database',
];

test('no secret of an agent is anywhere on the disk, in the log or in an answer', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-secrets-'));
  const [token, key, password, database] = SECRETS;
  const product = await startProduct({ env: { LOOPSCOPE_DATA_DIR: dataDir } });
  try {
    const call = (result: unknown) => ({
      tool: 'login',
      args: { token, password, url: `postgres://app:${database}@db/x` },
      result,
      modelMs: 10,
      toolMs: 10,
    });
    const calls = [call({ api_key: key }), call([]), { ...call(null), error: `401 for ${token}` }];
    const spans = spansOf({ id: 'secrets', startMs: Date.now() - 60_000, calls });
    await product.post(exportRequest(spans));
    await product.settle();
    const { items } = await product.get('/api/v1/turns', turnPage);
    expect(items).toMatchObject([{ calls: 3, distinct_signatures: 1 }]);
    const shown = await product.get(`/api/v1/turns/${items[0]?.turn_id}`, trajectory);
    for (const secret of SECRETS) expect(JSON.stringify(shown)).not.toContain(secret);
  } finally {
    await product.close();
  }
  const files = readdirSync(dataDir, { recursive: true }).map((name) =>
    join(dataDir, String(name)),
  );
  const bytes = Buffer.concat(
    files.filter((name) => statSync(name).isFile()).map((name) => readFileSync(name)),
  );
  for (const secret of SECRETS) expect(bytes.indexOf(secret)).toBe(-1);
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);
