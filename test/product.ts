import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { loadConfig, startLoopscope } from '@loopscope/cli';
import type { z } from 'zod';

export interface Product {
  ui: string;
  otlpHttp: string;
  otlpGrpc: string;
  /** Posts one OTLP/JSON request; throws where the collector does not take all of it. */
  post(request: unknown): Promise<void>;
  /** Everything that was posted is resolved when this returns; throws where a trace cannot be. */
  settle(): Promise<void>;
  get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>>;
  close(): Promise<void>;
}

interface ProductOptions {
  webDir?: string | null;
  /** Text of a loopscope.yaml. */
  configText?: string;
  env?: Record<string, string>;
  now?: () => number;
}

/** The whole product in this process, on free ports and an embedded store of its own. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-product-'));
  if (options.configText !== undefined) {
    writeFileSync(join(dataDir, 'loopscope.yaml'), options.configText);
  }
  const env = {
    LOOPSCOPE_HTTP_PORT: '0',
    LOOPSCOPE_OTLP_HTTP_PORT: '0',
    LOOPSCOPE_OTLP_GRPC_PORT: '0',
    LOOPSCOPE_DATA_DIR: dataDir,
    ...options.env,
  };
  const roles = ['collector', 'analyzer', 'alerts', 'api'] as const;
  const unresolved: unknown[] = [];
  const running = await startLoopscope(loadConfig({ env, cwd: dataDir, roles }), {
    log: (level, message, fields) => {
      if (level === 'error' && message.endsWith('cannot be resolved')) unresolved.push(fields);
    },
    webDir: options.webDir ?? null,
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  const { ui, otlpHttp, otlpGrpc } = running.addresses;
  if (ui === null || otlpHttp === null || otlpGrpc === null)
    throw new Error('the product did not open its ports');
  return {
    ui,
    otlpHttp,
    otlpGrpc,
    post: (request) => postTraces(otlpHttp, request),
    settle: async () => {
      while ((await running.drain()) > 0) await sleep(10);
      if (unresolved.length > 0) throw new Error(`unresolved: ${JSON.stringify(unresolved)}`);
    },
    get: async (path, schema) => {
      const response = await fetch(`${ui}${path}`);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return schema.parse(await response.json());
    },
    close: async () => {
      await running.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function postTraces(address: string, request: unknown): Promise<void> {
  const response = await fetch(`${address}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof request === 'string' ? request : JSON.stringify(request),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`collector answered ${response.status}: ${answer}`);
  const { partialSuccess } = JSON.parse(answer);
  // With none rejected it is a warning, such as of spans older than the retention.
  if (Number(partialSuccess?.rejectedSpans ?? 0) > 0) {
    throw new Error(`collector took a part only: ${answer}`);
  }
}
