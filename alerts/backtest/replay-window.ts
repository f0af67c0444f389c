import type { Facts } from '../condition/condition.ts';
import type { AlertRule } from '../rule/rule.ts';
import type { Subject } from '../watch/subject.ts';
import type { ReplayCall, ReplayTurn, Stored } from './stored.ts';

/** All that a rule over a window sees at one moment. */
export interface WindowLook {
  atMs: number;
  subjects: Subject[];
}

/** A long range is looked at less often than the rule does. */
const MOST_LOOKS = 4_000;

/** The windows of a rule over tools or the fleet, one after the other. */
export function* windowsOf(
  rule: AlertRule,
  stored: Stored,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Generator<WindowLook> {
  const stepMs = Math.max(rule.everyMs, (toMs - fromMs) / MOST_LOOKS);
  const turns = stored.turns.filter((turn) => isOfTurn(rule, turn));
  const calls = stored.calls.filter((call) => isOfCall(rule, call));
  const read = (untilMs: number): Map<string, Facts> =>
    rule.scope === 'tool'
      ? toolsOf(between(calls, untilMs - rule.windowMs, untilMs))
      : fleetOf(rule, between(turns, untilMs - rule.windowMs, untilMs));
  for (let atMs = fromMs + stepMs; atMs <= toMs; atMs += stepMs) {
    const facts = read(atMs);
    const before = rule.baselineMs === null ? null : read(atMs - rule.baselineMs);
    const subjects = [...facts].map(([id, own]) =>
      toSubject(rule, { id, own, atMs }, before?.get(id) ?? {}),
    );
    yield { atMs, subjects };
  }
}

function toSubject(
  rule: AlertRule,
  { id, own, atMs }: { id: string; own: Facts; atMs: number },
  baseline: Facts,
): Subject {
  return {
    scope: rule.scope,
    id,
    agent: rule.by === 'agent' ? id : '',
    agentVersion: rule.by === 'version' ? id : '',
    model: rule.by === 'model' ? id : '',
    environment: rule.by === 'environment' ? id : '',
    tool: rule.scope === 'tool' ? id : '',
    tools: rule.scope === 'tool' ? [id] : [],
    sessionId: '',
    turnId: '',
    loopKinds: [],
    facts: own,
    baseline,
    lastSeenMs: atMs,
    arrival: '',
  };
}

function toolsOf(calls: readonly ReplayCall[]): Map<string, Facts> {
  const facts = [...Map.groupBy(calls, ({ tool }) => tool)].map(([tool, own]): [string, Facts] => {
    const count = (holds: (call: ReplayCall) => boolean): number => own.filter(holds).length;
    const purposes = (holds: (call: ReplayCall) => boolean): number =>
      new Set(own.filter((call) => call.identity !== '' && holds(call)).map(purposeOf)).size;
    const errors = count(({ outcome }) => outcome === 'error');
    const retries = own.filter(({ retry }) => retry !== '');
    const failed = purposes(({ outcome }) => outcome === 'error');
    const mended = purposes((call) => call.retry !== '' && call.eventual_success === 1);
    const share = (part: number, of: number): number | null => (of === 0 ? null : part / of);
    const durations = own.map((call) => call.duration_ms);
    return [
      tool,
      {
        tool_calls: own.length,
        turns: new Set(own.map((call) => call.turn_id)).size,
        errors,
        error_rate: errors / own.length,
        empty_rate: count((call) => call.result_kind === 'empty') / own.length,
        retries: retries.length,
        retry_rate: retries.length / own.length,
        eventual_success_rate: share(mended, failed),
        transport_share: share(
          count((call) => call.error_family === 'transport'),
          errors,
        ),
        semantic_share: share(
          count((call) => call.error_family === 'semantic'),
          errors,
        ),
        retry_tokens: sum(retries, (call) => call.input_tokens + call.output_tokens),
        retry_cost: sum(retries, ({ cost }) => cost),
        max_attempts: Math.max(...own.map(({ attempt }) => attempt)),
        loops: new Set(own.map((call) => call.loop_id).filter(Boolean)).size,
        duration_p95_ms: quantile(durations, 0.95),
      },
    ];
  });
  return new Map(facts);
}

const purposeOf = (call: ReplayCall): string => `${call.turn_id} ${call.identity}`;

function fleetOf(rule: AlertRule, turns: readonly ReplayTurn[]): Map<string, Facts> {
  const groups = Map.groupBy(turns, (turn) => columnOf(rule.by, turn));
  if (groups.size === 0 && rule.by === '') groups.set('', []);
  return new Map([...groups].map(([id, own]) => [id, fleetFactsOf(own)]));
}

function fleetFactsOf(turns: readonly ReplayTurn[]): Facts {
  const attempts = turns.filter(({ calls }) => calls > 0).map((turn) => turn.max_attempts);
  const calls = sum(turns, (turn) => turn.calls);
  const tokens = sum(turns, (turn) => turn.input_tokens + turn.output_tokens);
  const errors = sum(turns, (turn) => turn.errors);
  const retries = sum(turns, (turn) => turn.retries);
  const retryTokens = sum(turns, (turn) => turn.retry_tokens);
  const looping = turns.filter(({ verdict }) => verdict === 'loop').length;
  const share = (part: number, of: number): number | null => (of === 0 ? null : part / of);
  return {
    turns: turns.length,
    sessions: new Set(turns.map((turn) => turn.session_id)).size,
    tool_calls: calls,
    max_attempts_p50: quantile(attempts, 0.5),
    max_attempts_p95: quantile(attempts, 0.95),
    max_attempts_p99: quantile(attempts, 0.99),
    max_attempts_max: attempts.length === 0 ? null : Math.max(...attempts),
    looping_turns: looping,
    looping_share: share(looping, turns.length),
    errors,
    error_rate: share(errors, calls),
    retries,
    retry_rate: share(retries, calls),
    retry_tokens: retryTokens,
    tokens,
    retry_token_share: share(retryTokens, tokens),
    side_effect_repeats: sum(turns, (turn) => turn.side_effect_repeats),
    cost: sum(turns, ({ cost }) => cost),
    seconds_since_span: null,
  };
}

const columnOf = (by: AlertRule['by'], turn: ReplayTurn): string => COLUMN_OF[by](turn);

const COLUMN_OF: Readonly<Record<AlertRule['by'], (turn: ReplayTurn) => string>> = {
  agent: (turn) => turn.agent_name,
  model: ({ model }) => model,
  environment: ({ environment }) => environment,
  version: (turn) => turn.agent_version,
  '': () => '',
};

type Place = Pick<ReplayTurn, 'agent_name' | 'model' | 'environment' | 'agent_version'>;

function isOf({ match }: AlertRule, place: Place): boolean {
  const fits = (name: string, value: string): boolean => match[name]?.includes(value) ?? true;
  return (
    fits('agent', place.agent_name) &&
    fits('model', place.model) &&
    fits('environment', place.environment) &&
    fits('version', place.agent_version)
  );
}

const isOfTurn = (rule: AlertRule, turn: ReplayTurn): boolean =>
  isOf(rule, turn) && (rule.match['tool']?.some((tool) => turn.tools.includes(tool)) ?? true);
const isOfCall = (rule: AlertRule, call: ReplayCall): boolean =>
  isOf(rule, call) && (rule.match['tool']?.includes(call.tool) ?? true);

/** Rows that ended after one moment and not after the other; they are in that order. */
function between<Row extends { ended_ms: number }>(
  rows: readonly Row[],
  afterMs: number,
  untilMs: number,
): readonly Row[] {
  return rows.slice(firstAfter(rows, afterMs), firstAfter(rows, untilMs));
}

function firstAfter(rows: readonly { ended_ms: number }[], ms: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.ended_ms ?? 0) > ms) high = middle;
    else low = middle + 1;
  }
  return low;
}

const sum = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);

/** The value at position floor(level * n) of the sorted values, as the store computes it; null of none. */
function quantile(values: readonly number[], level: number): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(Math.floor(level * sorted.length), sorted.length - 1)] ?? null;
}
