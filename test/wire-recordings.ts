import {
  createNormaliser,
  decodeLogs,
  decodeTraces,
  DEFAULT_LIMITS,
  DIALECTS,
  toSpanRow,
} from '@loopscope/collector';
import type { SpanRow } from '@loopscope/sql';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Bodies of emitter variants, up to ten scenarios each, with the calls that the agent really made. */
const folder = fileURLToPath(new URL('./wire/', import.meta.url));

export interface TrueCall {
  seq: number;
  tool: string;
  call_id: string | null;
  args: unknown;
  batch: number;
  executed: boolean;
  /** `unknown`: asked for, but the framework had given up. */
  outcome: 'ok' | 'error' | 'empty' | 'unknown';
  error_kind?: 'thrown' | 'returned' | 'unknown_tool';
}

export interface Truth {
  emitter: string;
  scenario: string;
  session_id: string | null;
  user_id: string | null;
  agent_name: string | null;
  model: string;
  model_calls: number;
  usage: { input_tokens: number; output_tokens: number; cache_read_input_tokens: number };
  tool_calls: TrueCall[];
}

export function emitters(): string[] {
  return foldersIn('');
}

export function scenariosOf(emitter: string): string[] {
  return foldersIn(emitter);
}

function foldersIn(path: string): string[] {
  return readdirSync(folder + path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

export function truthOf(emitter: string, scenario: string): Truth {
  return JSON.parse(readFileSync(`${folder}${emitter}/${scenario}/truth.json`, 'utf8'));
}

export interface WireBody {
  path: '/v1/traces' | '/v1/logs';
  body: Buffer;
  encoding: 'protobuf' | 'json';
}

/** The request bodies of one recording, uncompressed, in the order they were sent. */
export function requestsOf(emitter: string, scenario: string): WireBody[] {
  const path = `${folder}${emitter}/${scenario}/`;
  return readdirSync(path)
    .filter((name) => name.endsWith('.gz'))
    .toSorted((a, b) => Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0]))
    .map((name) => ({
      path: name.startsWith('logs-') ? '/v1/logs' : '/v1/traces',
      body: gunzipSync(readFileSync(path + name)),
      encoding: name.endsWith('.otlp.json.gz') ? 'json' : 'protobuf',
    }));
}

/** Those that carry spans. */
export function bodiesOf(emitter: string, scenario: string): WireBody[] {
  return requestsOf(emitter, scenario).filter(({ path }) => path === '/v1/traces');
}

export type RecordedSpan = ReturnType<typeof decodeTraces>['spans'][number];

/** The spans of each request, log records that stand for one among them. */
export function batchesOf(emitter: string, scenario: string): RecordedSpan[][] {
  return requestsOf(emitter, scenario).map(({ path, body, encoding }) => {
    const decode = path === '/v1/logs' ? decodeLogs : decodeTraces;
    return decode(body, encoding, DEFAULT_LIMITS).spans;
  });
}

/** What the collector stores of requests that come a millisecond after each other. */
export function storedOf(batches: readonly (readonly RecordedSpan[])[]): SpanRow[] {
  const normalise = createNormaliser(DIALECTS);
  return batches.flatMap((spans, n) => {
    const context = {
      project: 'wire',
      declarations: new Map(),
      content: 'full' as const,
      limits: DEFAULT_LIMITS,
      nowMs: Date.UTC(2026, 10, 30, 12) + n,
    };
    return spans.map((span) => toSpanRow(normalise(span), context));
  });
}

/** What the collector stores of a recording. */
export function rowsOf(emitter: string, scenario: string): SpanRow[] {
  return storedOf(batchesOf(emitter, scenario));
}
