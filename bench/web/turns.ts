/** The lists over a million turns, asked over HTTP: every filter, every sort, deep pages, and what stands beside them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startApi } from '@loopscope/api';
import { migrate, openStore } from '@loopscope/sql';

import { percentile, type Limits } from './limits.ts';
import { fillFleet } from './million.ts';

const TURNS = 1_000_000;
const PER_INSERT = 50_000;
/** The promise: what the table answers. */
const FILTER_MS = 300;
/** Beside the table. */
const OTHER_MS = 500;
const SECONDS_FOR_ALL = 80;
const FEWEST = 4;
const MOST = 20;
const DAY_MS = 86_400_000;
const DEEP_PAGES = 5;

const SORTS = [
  'max_attempts',
  'started_at',
  'calls',
  'distinct_ratio',
  'duration_ms',
  'cost',
  'errors',
];

/** `pnpm bench web turns [how many]`. */
export async function benchTurns(limits: Limits): Promise<void> {
  const turns = Number(process.argv[3] ?? TURNS);
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const store = await openStore({ dataDir, retentionDays: 3650 });
  try {
    await migrate(store);
    const endMs = Date.now();
    await fillFleet(store, { turns, perInsert: PER_INSERT, endMs });
    console.log(`  ${turns} turns filled in ${Math.round((Date.now() - endMs) / 1e3)} s`);
    const api = await startApi({
      store,
      host: '127.0.0.1',
      port: 0,
      webDir: null,
      apiKeys: [],
      addresses: () => ({ otlp_http: '', otlp_grpc: null }),
      ingestion: () => null,
      version: '0',
      now: Date.now,
      log: (level, message, fields) => level === 'error' && console.error(message, fields),
    });
    try {
      await askAll(`${api.address}/api/v1`, endMs, limits);
    } finally {
      await api.close();
    }
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Question {
  what: string;
  path: string;
  /** Null: told, not held. */
  limitMs: number | null;
}

async function askAll(address: string, endMs: number, limits: Limits): Promise<void> {
  const iso = (ms: number): string => new Date(ms).toISOString();
  const all = `from=${iso(endMs - 31 * DAY_MS)}&to=${iso(endMs + DAY_MS)}`;
  const day = `from=${iso(endMs - DAY_MS)}&to=${iso(endMs + DAY_MS)}`;
  const questions = [
    ...turnQuestions(all, day),
    ...(await deepQuestions(address, all)),
    ...otherQuestions(all, day),
  ];
  const untilMs = performance.now() + SECONDS_FOR_ALL * 1e3;
  for (const [at, { what, path, limitMs }] of questions.entries()) {
    const shareMs = (untilMs - performance.now()) / (questions.length - at);
    const times = await timesOf(`${address}${path}`, shareMs);
    const middle = Math.round(percentile(times, 0.5));
    limits.hold(`${what}: p95 (p50 ${middle})`, percentile(times, 0.95), limitMs, 'ms');
  }
}

/** The first answer warms the engine's caches and does not count. */
async function timesOf(url: string, shareMs: number): Promise<number[]> {
  const times: number[] = [];
  await ask(url);
  const startMs = performance.now();
  while (times.length < FEWEST || (times.length < MOST && performance.now() - startMs < shareMs)) {
    const beganMs = performance.now();
    await ask(url);
    times.push(performance.now() - beganMs);
  }
  return times;
}

async function ask(url: string): Promise<unknown> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return JSON.parse(text);
}

function turnQuestions(all: string, day: string): Question[] {
  const filters: [string, string][] = [
    ['no filter', all],
    ['the last day', day],
    ['an agent', `${all}&agent=agent-3`],
    ['a model', `${all}&model=model-2`],
    ['a tool', `${all}&tool=tool_7`],
    ['a version', `${all}&version=1.30`],
    ['a session', `${all}&session=session-1000`],
    ['a kind of loop', `${all}&loop=empty`],
    ['at least six attempts', `${all}&min_attempts=6`],
    ['a ratio', `${all}&max_ratio=0.3`],
    ['an identity', `${all}&identity=0123456789abcdef`],
    [
      'six filters at once',
      `${all}&agent=agent-0&agent=agent-1&model=model-0&tool=tool_0&min_attempts=2&loop=empty`,
    ],
    ['a word of a tool', `${all}&q=tool_7`],
    ['a word of an error', `${all}&q=not valid`],
    ['the beginning of an intent', `${all}&q=0123456789ab`],
    ['a word that stands nowhere', `${all}&q=zzyzx`],
    ['nobody', `${all}&agent=nobody`],
  ];
  const sorts = SORTS.flatMap((sort) => [`-${sort}`, sort]);
  return [
    ...filters.map(([what, query]) => ({
      what: `turns, ${what}`,
      path: `/turns?${query}`,
      limitMs: FILTER_MS,
    })),
    ...sorts.map((sort) => ({
      what: `turns by ${sort}`,
      path: `/turns?${all}&sort=${sort}`,
      limitMs: FILTER_MS,
    })),
  ];
}

async function deepQuestions(address: string, all: string): Promise<Question[]> {
  let path = `/turns?${all}&limit=500`;
  for (let page = 0; page < DEEP_PAGES; page += 1) {
    const answer = (await ask(`${address}${path}`)) as { next_cursor: string };
    path = `/turns?${all}&limit=500&cursor=${answer.next_cursor}`;
  }
  return [
    {
      what: 'turns, the 26th page',
      path: path.replace('limit=500', 'limit=100'),
      limitMs: FILTER_MS,
    },
    { what: 'turns, five hundred at once', path, limitMs: null },
  ];
}

function otherQuestions(all: string, day: string): Question[] {
  const held = [
    ['facets', `/facets?${all}`],
    ['facets of an agent', `/facets?${all}&agent=agent-3`],
    ['overview', `/overview?${all}`],
    ['overview of a day', `/overview?${day}`],
    ['max attempts over time', `/series/max-attempts?${all}`],
    ['histogram of max attempts', `/histograms/max-attempts?${all}`],
    ['histogram of the ratio', `/histograms/distinct-ratio?${all}`],
    ['loops', `/loops?${all}`],
    ['loops of a kind and severity', `/loops?${all}&kind=empty&severity=alert`],
    ['a session', '/sessions/session-1000'],
  ] as const;
  const told = [
    ['loops over time', `/series/loops?${all}`],
    ['sessions', `/sessions?${all}`],
    ['sessions by calls', `/sessions?${all}&sort=-calls`],
    ['markers', `/markers?${all}`],
    ['tools', `/tools?${all}`],
    ['tools of a day', `/tools?${day}`],
    ['signatures with a word', `/signatures?${all}&q=tool_7`],
  ] as const;
  return [
    ...held.map(([what, path]) => ({ what, path, limitMs: OTHER_MS })),
    ...told.map(([what, path]) => ({ what, path, limitMs: null })),
  ];
}
