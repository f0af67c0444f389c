import {
  fleetFacts,
  guardFacts,
  ingestionFacts,
  releaseFacts,
  toolFacts,
  type ArrivalWindow,
  type Store,
} from '@loopscope/sql';

import type { Facts } from '../condition/condition.ts';
import { factNames, type Scope } from '../rule/facts.ts';
import type { AlertRule } from '../rule/rule.ts';
import { subjectOf, type Subject } from './subject.ts';

/** An exemption or raised ceiling with its last day. */
export interface Expiry {
  what: string;
  /** YYYY-MM-DD */
  day: string;
}

/** What a look at a window needs beside the rule. */
export interface WindowLook {
  store: Store;
  project: string;
  /** The store's clock now, microseconds as digits. */
  nowUs: string;
  /** The evaluator's clock now. */
  nowMs: number;
  expiries: readonly Expiry[];
  /** What only the process itself can tell, such as how many spans are spooled. */
  readings: () => Facts;
}

/** Everything of the rule's scope over its window, with the same of its baseline beside it. */
export async function lookAtWindow(rule: AlertRule, look: WindowLook): Promise<Subject[]> {
  const read = READERS[rule.scope];
  const subjects = await read(rule, look, 0);
  if (rule.baselineMs === null) return subjects;
  const before = await read(rule, look, rule.baselineMs);
  const baselines = new Map(before.map(({ id, facts }) => [id, facts]));
  const withBaseline = (subject: Subject): Subject => ({
    ...subject,
    baseline: baselines.get(subject.id) ?? {},
  });
  return subjects.map(withBaseline);
}

/** `backMs`: how far back the window lies. */
type Read = (rule: AlertRule, look: WindowLook, backMs: number) => Promise<Subject[]>;

const nothing: Read = () => Promise.resolve([]);
const READERS: Readonly<Record<Scope, Read>> = {
  session: nothing,
  turn: nothing,
  tool: readTools,
  fleet: readFleet,
  release: readReleases,
  ingestion: readIngestion,
  guard: readGuards,
  config: readConfig,
};

function windowOf(rule: AlertRule, { project, nowUs }: WindowLook, backMs: number): ArrivalWindow {
  const untilUs = BigInt(nowUs) - BigInt(backMs) * 1_000n;
  const afterUs = untilUs - BigInt(rule.windowMs) * 1_000n;
  const values = (name: string): string[] => [...(rule.match[name] ?? [])];
  return {
    project,
    after: String(afterUs < 0n ? 0n : afterUs),
    until: String(untilUs),
    agents: values('agent'),
    models: values('model'),
    versions: values('version'),
    environments: values('environment'),
    tools: values('tool'),
  };
}

async function readTools(rule: AlertRule, look: WindowLook, backMs: number): Promise<Subject[]> {
  const rows = await look.store.query(toolFacts, windowOf(rule, look, backMs));
  return rows.map((row) =>
    subjectOf({
      lastSeenMs: look.nowMs,
      scope: 'tool',
      id: row.tool,
      tool: row.tool,
      tools: [row.tool],
      facts: pick('tool', row),
    }),
  );
}

async function readFleet(rule: AlertRule, look: WindowLook, backMs: number): Promise<Subject[]> {
  const window = windowOf(rule, look, backMs);
  const [rows, [arrival]] = await Promise.all([
    look.store.query(fleetFacts, { ...window, by: rule.by }),
    look.store.query(ingestionFacts, window),
  ]);
  const since = { seconds_since_span: arrival?.seconds_since_span ?? null };
  const subjects = rows.map((row) =>
    subjectOf({
      lastSeenMs: look.nowMs,
      ...(rule.by === '' ? {} : { [COLUMN_OF[rule.by]]: row.subject }),
      scope: 'fleet',
      id: row.subject,
      facts: { ...pick('fleet', row), ...since },
    }),
  );
  if (subjects.length > 0 || rule.by !== '') return subjects;
  // Nothing at all is something to tell, too.
  const facts = { ...pick('fleet', {}), turns: 0, sessions: 0, tool_calls: 0, ...since };
  return [
    subjectOf({
      lastSeenMs: look.nowMs,
      scope: 'fleet',
      id: '',
      facts,
    }),
  ];
}

const COLUMN_OF = {
  agent: 'agent',
  model: 'model',
  environment: 'environment',
  version: 'agentVersion',
} as const;

async function readReleases(rule: AlertRule, look: WindowLook): Promise<Subject[]> {
  const { project, agents, models, environments, tools } = windowOf(rule, look, 0);
  const rows = await look.store.query(releaseFacts, {
    project,
    agents,
    models,
    environments,
    tools,
  });
  return rows.map((row) =>
    subjectOf({
      lastSeenMs: look.nowMs,
      scope: 'release',
      id: `${row.agent_name} ${row.agent_version} ${row.kind}`,
      agent: row.agent_name,
      agentVersion: row.agent_version,
      tool: row.tool,
      tools: [row.tool],
      sessionId: row.session_id,
      turnId: row.turn_id,
      loopKinds: [row.kind],
      facts: pick('release', row),
    }),
  );
}

async function readIngestion(
  rule: AlertRule,
  look: WindowLook,
  backMs: number,
): Promise<Subject[]> {
  const { project, after, until } = windowOf(rule, look, backMs);
  const [row] = await look.store.query(ingestionFacts, { project, after, until });
  const facts = { ...pick('ingestion', row ?? {}), ...(backMs === 0 ? look.readings() : {}) };
  return [
    subjectOf({
      lastSeenMs: look.nowMs,
      scope: 'ingestion',
      id: '',
      facts,
    }),
  ];
}

async function readGuards(rule: AlertRule, look: WindowLook, backMs: number): Promise<Subject[]> {
  const rows = await look.store.query(guardFacts, windowOf(rule, look, backMs));
  return rows.map((row) =>
    subjectOf({
      lastSeenMs: look.nowMs,
      scope: 'guard',
      id: row.session_id,
      agent: row.agent,
      agentVersion: row.version,
      model: row.last_model,
      environment: row.last_environment,
      tool: row.last_tool,
      tools: [row.last_tool],
      sessionId: row.session_id,
      turnId: row.last_turn,
      facts: pick('guard', row),
    }),
  );
}

const DAY_MS = 86_400_000;

function readConfig(_rule: AlertRule, look: WindowLook): Promise<Subject[]> {
  const subjects = look.expiries.map(({ what, day }) =>
    subjectOf({
      lastSeenMs: look.nowMs,
      scope: 'config',
      id: what,
      facts: { days_expired: Math.floor((look.nowMs - Date.parse(day)) / DAY_MS) },
    }),
  );
  return Promise.resolve(subjects);
}

/** The facts of a scope out of a row that has them by name; what is not there is unknown. */
function pick(scope: Scope, row: object): Facts {
  const columns = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(
    factNames(scope).map((name) => {
      const value = columns.get(name);
      return [name, typeof value === 'number' ? value : null];
    }),
  );
}
