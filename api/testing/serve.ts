import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { migrate, openStore, type Store } from '@loopscope/sql';

import { startApi, type ApiOptions } from '../index.ts';
import { BASE_MS } from '@loopscope/sql/placed-rows';

/** The clock of the served api: an hour after the first test data. */
export const NOW_MS = BASE_MS + 3_600_000;

/** An embedded store in a directory of its own; `remove` closes it and deletes the directory. */
export async function openTestStore(): Promise<{ store: Store; remove: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-api-'));
  const store = await openStore({ dataDir, retentionDays: 30 });
  await migrate(store);
  return {
    store,
    async remove() {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined where the text is no JSON. */
  json: unknown;
}

export interface Served {
  address: string;
  logged: string[];
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  close: () => Promise<void>;
}

export async function serve(store: Store, options: Partial<ApiOptions> = {}): Promise<Served> {
  const logged: string[] = [];
  const api = await startApi({
    store,
    host: '127.0.0.1',
    port: 0,
    webDir: null,
    apiKeys: [],
    addresses: () => ({ otlp_http: 'http://127.0.0.1:4318', otlp_grpc: null }),
    ingestion: () => null,
    version: '0.1.0',
    now: () => NOW_MS,
    log: (level, message) => logged.push(`${level} ${message}`),
    ...options,
  });
  return {
    address: api.address,
    logged,
    async get(path, headers = {}) {
      const response = await fetch(`${api.address}${path}`, { headers, redirect: 'manual' });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parse(text) };
    },
    close: () => api.close(),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
