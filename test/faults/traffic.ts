import { overview } from '@loopscope/api/contract';
import { openStore } from '@loopscope/sql';

import { exportRequest, spansOf } from '../otlp.ts';
import type { Product } from '../product.ts';
import { countOf } from '../select.ts';

export const CALLS = 3;
/** The agent, and a model and a tool for each call. */
export const SPANS = 2 * CALLS + 1;

/** A turn of three calls that differ, as one export request. */
export function turnRequest(number: number, startMs = Date.now() - 60_000): unknown {
  const calls = Array.from({ length: CALLS }, (_, call) => ({
    tool: 'lookup',
    args: { turn: number, call },
    result: { found: `${number}/${call}` },
    modelMs: 5,
    toolMs: 5,
  }));
  return exportRequest(spansOf({ id: `turn-${number}`, startMs, calls }));
}

/** What the collector says to one request; null where it cannot be reached. */
export async function postTo(
  address: string,
  body: unknown,
  more: Record<string, string> = {},
): Promise<Response | null> {
  return fetch(`${address}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }).catch(() => null);
}

/** Calls and turns as people are shown them. */
export async function shown(product: Pick<Product, 'get'>) {
  const { turns, calls, max_attempts } = await product.get('/api/v1/overview', overview);
  return { turns, calls, attempts: max_attempts.max };
}

/** Spans that are accepted and not yet in the store, by what /metrics says. */
export async function spooled(ui: string): Promise<number> {
  const text = await (await fetch(`${ui}/metrics`)).text();
  return Number(/^loopscope_spooled_spans (\d+)/m.exec(text)?.[1]);
}

/** Rows as they lie there, those that came twice counted twice. */
export async function physical(url: string, table: string): Promise<number> {
  const store = await openStore({ dataDir: '', url, retentionDays: 3650, readers: 1 });
  try {
    return await countOf(store, table);
  } finally {
    await store.close();
  }
}
