import { createGroupLimit } from '../deliver/limit.ts';
import { commonOf } from '../deliver/plan.ts';
import { isNewsScope } from '../rule/facts.ts';
import type { AlertRule } from '../rule/rule.ts';
import { readFacts } from '../message/row-texts.ts';
import {
  evaluateAbsence,
  evaluateSilence,
  evaluateSubject,
  type Decision,
  type Standing,
} from '../state/evaluate.ts';
import { notesOf } from './notes.ts';
import { coursesOf, type Course } from './replay-news.ts';
import { windowsOf } from './replay-window.ts';
import { readStored, type Range, type Stored } from './stored.ts';

export interface BacktestIncident {
  subject: string;
  agent: string;
  session_id: string;
  turn_id: string;
  from: string;
  /** Null where it would fire still. */
  to: string | null;
  summary: string;
  facts: Record<string, number | null>;
}

/** What a rule would have done. */
export interface Backtest {
  rule: string;
  from: string;
  to: string;
  subjects: number;
  fired: number;
  messages: number;
  firing_seconds: number;
  complete: boolean;
  /** What of the past cannot be known, one sentence each. */
  notes: string[];
  incidents: BacktestIncident[];
}

interface Incident {
  standing: Standing;
  fromMs: number;
  toMs: number | null;
}

const MOST_INCIDENTS = 500;

/** Replays stored data through the state machine of the evaluator, as it arrived. */
export async function backtest(rule: AlertRule, range: Range): Promise<Backtest> {
  return replay(rule, await readStored(rule, range), range);
}

/** The same over data at hand. Pure. */
export function replay(
  rule: AlertRule,
  stored: Stored,
  { fromMs, toMs, grouping }: Pick<Range, 'fromMs' | 'toMs' | 'grouping'>,
): Backtest {
  const replayed = isNewsScope(rule.scope)
    ? replayCourses(rule, coursesOf(rule, stored), { fromMs, toMs })
    : replayWindows(rule, stored, { fromMs, toMs });
  const { subjects } = replayed;
  // What began before was told before.
  const incidents = replayed.incidents.filter((incident) => incident.fromMs >= fromMs);
  const sorted = incidents.toSorted((left, right) => right.fromMs - left.fromMs);
  return {
    rule: rule.name,
    from: iso(fromMs),
    to: iso(toMs),
    subjects,
    fired: new Set(incidents.map(({ standing }) => standing.row.subject)).size,
    messages: countMessages(rule, sorted, { toMs, grouping }),
    firing_seconds: Math.round(
      sorted.reduce((total, one) => total + ((one.toMs ?? toMs) - one.fromMs) / 1_000, 0),
    ),
    complete: stored.isComplete,
    notes: notesOf(rule, { fromMs, toMs }),
    incidents: sorted.slice(0, MOST_INCIDENTS).map(describe),
  };
}

interface Replayed {
  subjects: number;
  incidents: Incident[];
}

function replayCourses(
  rule: AlertRule,
  courses: readonly Course[],
  { fromMs, toMs }: Pick<Range, 'fromMs' | 'toMs'>,
): Replayed {
  const incidents = courses.flatMap((course) => {
    const record = createRecord();
    let standing: Standing | undefined;
    const settle = (decision: Decision | null): void => {
      if (decision === null) return;
      standing = decision.standing;
      record.note(decision);
    };
    const waitUntil = (atMs: number): void => {
      // What the clock alone moves: a hold time that is over, a subject that has gone quiet.
      if (standing === undefined) return;
      for (const dueMs of [
        Date.parse(toIsoText(standing.row.since)) + rule.forMs,
        standing.lastSeenMs + rule.quietMs,
      ]) {
        if (dueMs < atMs) settle(evaluateSilence(rule, standing, { project: '', nowMs: dueMs }));
      }
    };
    for (const { atMs, subject } of course.looks) {
      waitUntil(atMs);
      settle(evaluateSubject(rule, subject, standing, { project: '', nowMs: atMs }));
    }
    waitUntil(toMs);
    return record.incidents();
  });
  const isWithin = ({ looks }: Course): boolean => (looks.at(-1)?.atMs ?? 0) >= fromMs;
  return { subjects: courses.filter(isWithin).length, incidents };
}

function replayWindows(
  rule: AlertRule,
  stored: Stored,
  range: Pick<Range, 'fromMs' | 'toMs'>,
): Replayed {
  const standings = new Map<string, Standing>();
  const record = createRecord();
  const seen = new Set<string>();
  for (const { atMs, subjects } of windowsOf(rule, stored, range)) {
    const evaluation = { project: '', nowMs: atMs };
    const present = new Set(subjects.map(({ id }) => id));
    for (const subject of subjects) {
      seen.add(subject.id);
      const decision = evaluateSubject(rule, subject, standings.get(subject.id), evaluation);
      if (decision === null) continue;
      standings.set(subject.id, decision.standing);
      record.note(decision);
    }
    for (const [id, standing] of standings) {
      if (present.has(id)) continue;
      const decision = evaluateAbsence(rule, standing, evaluation);
      standings.set(id, decision.standing);
      record.note(decision);
    }
  }
  return { subjects: seen.size, incidents: record.incidents() };
}

/** Beginnings and ends out of decisions. */
function createRecord() {
  const incidents: Incident[] = [];
  const open = new Map<string, Incident>();
  return {
    note({ event, standing }: Decision): void {
      if (event === null) return;
      const atMs = Date.parse(toIsoText(event.at));
      if (event.result === 'firing') {
        const incident: Incident = { standing, fromMs: atMs, toMs: null };
        incidents.push(incident);
        open.set(event.subject, incident);
      } else if (event.result === 'resolved') {
        const incident = open.get(event.subject);
        if (incident !== undefined) incident.toMs = atMs;
      }
    },
    incidents: (): Incident[] => incidents,
  };
}

/** Messages that one receiver would have had: grouped as they would have been, reminders and ends included. */
function countMessages(
  rule: AlertRule,
  incidents: readonly Incident[],
  { toMs, grouping }: Pick<Range, 'toMs' | 'grouping'>,
): number {
  const moments = incidents.flatMap(({ standing, fromMs, toMs: endMs }) => {
    const group = JSON.stringify(commonOf(standing.row, rule.groupBy));
    const reminders = Math.floor(((endMs ?? toMs) - fromMs) / rule.repeatMs);
    const times = Array.from(
      { length: reminders + 1 },
      (_, index) => fromMs + index * rule.repeatMs,
    );
    return [
      ...times.map((atMs) => ({ key: `firing ${group}`, atMs })),
      ...(endMs === null ? [] : [{ key: `resolved ${group}`, atMs: endMs }]),
    ];
  });
  const limit = createGroupLimit(() => grouping);
  const waiting = new Set<string>();
  let messages = 0;
  for (const { key, atMs } of moments.toSorted((left, right) => left.atMs - right.atMs)) {
    if (limit.mayGo(key, atMs)) {
      limit.went(key, atMs);
      messages += 1;
      waiting.delete(key);
    } else if (!waiting.has(key)) {
      // Everything until the end of the interval goes out together.
      waiting.add(key);
      messages += 1;
    }
  }
  return messages;
}

function describe({ standing: { row }, fromMs, toMs }: Incident): BacktestIncident {
  return {
    subject: row.subject,
    agent: row.agent_name,
    session_id: row.session_id,
    turn_id: row.turn_id,
    from: iso(fromMs),
    to: toMs === null ? null : iso(toMs),
    summary: row.summary,
    facts: readFacts(row.facts),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const toIsoText = (instant: string): string => `${instant.replace(' ', 'T')}Z`;
