import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  migrate,
  openAlerts,
  openDeliveries,
  openStore,
  turnTotals,
  type AlertDeliveryRow,
  type AlertStateRow,
  type LoopRow,
  type Store,
} from '@loopscope/sql';
import { callRow, turnRow } from '@loopscope/sql/placed-rows';
import { beforeAll, beforeEach, onTestFinished } from 'vitest';

import { readRule } from '../rule/read-rules.ts';
import { readShippedRules } from '../rule/shipped.ts';
import { GROUP_LIMITS } from '../deliver/limit.ts';
import type { Targets } from '../deliver/targets.ts';
import { startAlerts, type Alerts, type AlertsOptions } from '../start.ts';
import { startHttpServer, until, type HttpServer } from './http-server.ts';

export interface Told {
  id: string;
  type: string;
  data: Record<string, unknown> & { alerts: Record<string, unknown>[] };
}

export interface TurnGiven {
  attempts?: number;
  effect?: 'read' | 'write';
  errorClass?: string;
  session?: string;
  agent?: string;
  version?: string;
  environment?: string;
  loops?: Partial<LoopRow>[];
}

type Started = Partial<AlertsOptions & Targets>;

/** One embedded store for the tests of a file; each test has a project and a clock of its own. */
export interface Home {
  store: () => Store;
  project: () => string;
  now: () => number;
  pass: (ms: number) => void;
  start: (hook: Pick<HttpServer, 'url'> | null, given?: Started) => Alerts;
  storeTurn: (turnId: string, calls: number, given?: TurnGiven) => Promise<void>;
  states: () => Promise<AlertStateRow[]>;
  deliveries: () => Promise<AlertDeliveryRow[]>;
}

export const rule = (text: string) => {
  const { rule: read, problems } = readRule(text);
  if (read === null) throw new Error(JSON.stringify(problems));
  return read;
};

const BARE_RULES = new Map(
  [
    '{ name: turn-max-attempts, scope: turn, when: max_attempts >= 6, severity: page }',
    '{ name: session-call-count, scope: session, when: tool_calls > 15 and distinct_ratio < 0.5, severity: page }',
  ].map((text) => [rule(text).name, rule(text)] as const),
);

/** The shipped ones over sessions and turns; those that ask for a loop beside their number, without that question. */
export const NEWS_RULES = readShippedRules()
  .filter(({ scope }) => scope === 'session' || scope === 'turn')
  .map((shipped) => BARE_RULES.get(shipped.name) ?? shipped);

export function useHome(): Home {
  let store: Store;
  let count = 0;
  let offsetMs = 0;
  let version = 0;
  const dataDir = mkdtempSync(join(tmpdir(), 'loopscope-alerts-'));
  beforeAll(async () => {
    store = await openStore({ dataDir, retentionDays: 30 });
    await migrate(store);
    return async () => {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    };
  });
  beforeEach(() => {
    count += 1;
    offsetMs = 0;
  });
  const project = () => `project-${count}`;
  const now = () => Date.now() + offsetMs;
  const from = { since: '2020-01-01 00:00:00.000', after: '', after_receiver: '', limit: 50_000 };
  const open = () => ({ project: project(), ...from });

  return {
    store: () => store,
    project,
    now,
    pass: (ms) => void (offsetMs += ms),
    start(hook, given = {}) {
      const alerts = startAlerts({
        store,
        project: project(),
        rules: NEWS_RULES,
        targets: () => ({
          receivers:
            hook === null ? [] : [{ name: 'ops', kind: 'webhook', url: hook.url, secret: null }],
          allowedTargets: [['127.0.0.1', 32]],
          grouping: GROUP_LIMITS,
          ...given,
        }),
        baseUrl: () => 'http://127.0.0.1:4319',
        fetch,
        intervalMs: 3_600_000,
        now,
        random: () => 0.5,
        log: () => undefined,
        ...given,
      });
      onTestFinished(() => alerts.close());
      return alerts;
    },
    storeTurn(turnId, calls, given = {}) {
      version += 1;
      const place = { project: project(), version: String(version) };
      return storeTurn(store, { ...place, turnId, calls, given });
    },
    states: async () => latestFirst(await store.query(openAlerts, open())),
    deliveries: () => store.query(openDeliveries, open()),
  };
}

const latestFirst = (rows: readonly AlertStateRow[]): AlertStateRow[] =>
  rows.toSorted((one, other) => (one.updated_at < other.updated_at ? 1 : -1));

interface StoredTurn {
  project: string;
  version: string;
  turnId: string;
  calls: number;
  given: TurnGiven;
}

/** A turn of so many calls for one purpose, as the analyzer would write it. */
async function storeTurn(store: Store, { project, version, turnId, calls, given }: StoredTurn) {
  const { effect = 'read', errorClass = '', loops = [] } = given;
  const place = {
    project,
    turn_id: turnId,
    trace_id: turnId,
    session_id: given.session ?? `session of ${turnId}`,
    agent_name: given.agent ?? 'support',
    agent_version: given.version ?? '1',
    environment: given.environment ?? 'test',
    version,
  };
  const rows = Array.from({ length: calls }, (_, seq) =>
    callRow({
      ...place,
      span_id: `${turnId}-${seq}`,
      seq,
      attempt: given.attempts === undefined ? seq + 1 : Math.min(seq + 1, given.attempts),
      effect,
      outcome: errorClass === '' ? 'ok' : 'error',
      error_class: errorClass,
    }),
  );
  await store.insert('tool_calls', rows);
  const loopRows = loops.map((loop, index) =>
    Object.assign({}, LOOP, place, { loop_id: `${turnId}-${index}` }, loop),
  );
  await store.insert('loops', loopRows);
  const verdict = loops.length > 0 ? ('loop' as const) : ('healthy' as const);
  const kinds = loops.map(({ kind = LOOP.kind }) => kind);
  await store.insert('turn_verdicts', [
    turnRow({ ...place, ...turnTotals(rows), verdict, loop_kinds: kinds }),
  ]);
}

/** What a webhook was told, in order. */
export const told = ({ posted }: Pick<HttpServer, 'posted'>): Told[] =>
  posted.map(({ headers, body }) => {
    const message: Omit<Told, 'id'> = JSON.parse(body);
    return Object.assign(message, { id: String(headers['webhook-id']) });
  });

export const hook = (answer?: Parameters<typeof startHttpServer>[0]) => startHttpServer(answer);

/** An alert that its one receiver refuses to hear of; `answer` says what it answers from then on. */
export async function startRefused(home: Home) {
  let status = 404;
  const ops = await hook((response) => response.writeHead(status).end());
  const alerts = home.start(ops);
  await home.storeTurn('t1', 6);
  await alerts.evaluate();
  await until(async () => (await home.deliveries())[0]?.dead === 1);
  return { ops, alerts, answer: (next: number) => (status = next) };
}

const LOOP: LoopRow = {
  project: '',
  loop_id: '',
  turn_id: '',
  session_id: '',
  trace_id: '',
  agent_name: '',
  agent_version: '',
  model: '',
  environment: '',
  kind: 'empty',
  severity: 'alert',
  tool: 'search_orders',
  tools: ['search_orders'],
  identity: 'aaaaaaaaaaaaaaaa',
  calls: [0, 1, 2],
  started_at: '2026-03-01 00:00:00.000',
  duration_ms: 1_000,
  summary: 'search_orders returned nothing 3 times',
  test: '{}',
  fix_place: 'tool_result',
  fix_text: JSON.stringify({ advice: 'Say what was looked at.', proposed_text: null }),
  cost_ms: 0,
  cost_input_tokens: 0,
  cost_output_tokens: 0,
  cost_usd: 0,
  side_effects: 0,
  version: '1',
  deleted: 0,
  shape: '',
};
