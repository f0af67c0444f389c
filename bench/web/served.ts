/** The whole product with its web in this process, on free ports and a directory of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadConfig, startLoopscope } from '@loopscope/cli';
import { buildWebIfStale } from '@loopscope/web/build';

import { toProtobuf, type BenchSpan } from '../otlp-protobuf.ts';

export interface Served {
  address: string;
  send(spans: readonly BenchSpan[]): Promise<void>;
  /** Resolves when all that was sent is resolved. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function serveProduct(): Promise<Served> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const env = {
    LOOPSCOPE_HTTP_PORT: '0',
    LOOPSCOPE_OTLP_HTTP_PORT: '0',
    LOOPSCOPE_OTLP_GRPC_PORT: '0',
    LOOPSCOPE_DATA_DIR: dataDir,
  };
  const roles = ['collector', 'analyzer', 'alerts', 'api'] as const;
  const running = await startLoopscope(loadConfig({ env, cwd: dataDir, roles }), {
    log: (level, message, fields) => level === 'error' && console.error(message, fields),
    webDir: await buildWebIfStale(),
  });
  const { ui, otlpHttp } = running.addresses;
  return {
    address: ui ?? '',
    async send(spans) {
      const response = await fetch(`${otlpHttp}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-protobuf' },
        body: new Uint8Array(toProtobuf(spans)),
      });
      if (!response.ok) throw new Error(`the collector answered ${response.status}`);
    },
    async settle() {
      while ((await running.drain()) > 0);
    },
    async close() {
      await running.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
