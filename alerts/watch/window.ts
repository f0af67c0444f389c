import {
  fleetFacts,
  guardFacts,
  ingestionFacts,
  releaseFacts,
  toolFacts,
  type Store,
  type WindowPage,
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

/** So many subjects are in memory at one time. */
const PAGE_ROWS = 1_000;
/** A rule with more is too coarse for anybody to act on, and is named. */
const MOST_SUBJECTS = 50_000;

/** Everything of the rule's scope over its window, page by page, with the same of its baseline beside it. */
export async function* lookAtWindow(rule: AlertRule, look: WindowLook): AsyncGenerator<Subject[]> {
  const baselines = new Map<string, Facts>();
  if (rule.baselineMs !== null) {
    for await (const page of pagesOf(rule, look, rule.baselineMs)) {
      for (const { id, facts } of page) baselines.set(id, facts);
    }
  }
  for await (const page of pagesOf(rule, look, 0)) {
    yield rule.baselineMs === null
      ? page
      : page.map((subject) =>
          Object.assign(subject, { baseline: baselines.get(subject.id) ?? {} }),
        );
  }
}

async function* pagesOf(
  rule: AlertRule,
  look: WindowLook,
  backMs: number,
): AsyncGenerator<Subject[]> {
  const { read, isPaged } = READERS[rule.scope];
  let afterId = '';
  for (let count = 0; count < MOST_SUBJECTS; count += PAGE_ROWS) {
    const page = await read(rule, look, { backMs, afterId });
    yield page;
    if (!isPaged || page.length < PAGE_ROWS) return;
    afterId = page.at(-1)?.id ?? '';
  }
  throw new Error(
    `it has more than ${MOST_SUBJECTS.toLocaleString('en-US')} subjects; a filter in \`match\` leaves fewer`,
  );
}

interface Part {
  /** How far back the window lies. */
  backMs: number;
  /** Subjects behind it in the order of ids; '' stands before all. */
  afterId: string;
}
type Read = (rule: AlertRule, look: WindowLook, part: Part) => Promise<Subject[]>;

const nothing: Read = () => Promise.resolve([]);
const READERS: Readonly<Record<Scope, { read: Read; isPaged: boolean }>> = {
  session: { read: nothing, isPaged: false },
  turn: { read: nothing, isPaged: false },
  tool: { read: readTools, isPaged: true },
  fleet: { read: readFleet, isPaged: true },
  release: { read: readReleases, isPaged: true },
  ingestion: { read: readIngestion, isPaged: false },
  guard: { read: readGuards, isPaged: true },
  config: { read: readConfig, isPaged: false },
};

function windowOf(
  rule: AlertRule,
  { project, nowUs }: WindowLook,
  { backMs, afterId }: Part,
): WindowPage {
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
    after_id: afterId,
    limit: PAGE_ROWS,
  };
}

async function readTools(rule: AlertRule, look: WindowLook, part: Part): Promise<Subject[]> {
  const rows = await look.store.query(toolFacts, windowOf(rule, look, part));
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

async function readFleet(rule: AlertRule, look: WindowLook, part: Part): Promise<Subject[]> {
  const window = windowOf(rule, look, part);
  const { project, after, until } = window;
  const [rows, [arrival]] = await Promise.all([
    look.store.query(fleetFacts, { ...window, by: rule.by }),
    look.store.query(ingestionFacts, { project, after, until }),
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
  if (subjects.length > 0 || rule.by !== '' || part.afterId !== '') return subjects;
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

async function readReleases(rule: AlertRule, look: WindowLook, part: Part): Promise<Subject[]> {
  const { after: _after, until: _until, versions: _versions, ...all } = windowOf(rule, look, part);
  const rows = await look.store.query(releaseFacts, all);
  return rows.map((row) =>
    subjectOf({
      lastSeenMs: look.nowMs,
      scope: 'release',
      id: row.id,
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

async function readIngestion(rule: AlertRule, look: WindowLook, part: Part): Promise<Subject[]> {
  const { project, after, until } = windowOf(rule, look, part);
  const [row] = await look.store.query(ingestionFacts, { project, after, until });
  const facts = { ...pick('ingestion', row ?? {}), ...(part.backMs === 0 ? look.readings() : {}) };
  return [
    subjectOf({
      lastSeenMs: look.nowMs,
      scope: 'ingestion',
      id: '',
      facts,
    }),
  ];
}

async function readGuards(rule: AlertRule, look: WindowLook, part: Part): Promise<Subject[]> {
  const rows = await look.store.query(guardFacts, windowOf(rule, look, part));
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
