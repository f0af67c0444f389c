import type { Facts } from '../condition/condition.ts';
import { isNewsScope, type Scope } from '../rule/facts.ts';
import type { AlertRule } from '../rule/rule.ts';
import { subjectOf, type Subject } from '../watch/subject.ts';
import { between, isOf, largest, sum, type ReadAt, type Seen } from './looks.ts';
import { readGuards } from './replay-guards.ts';
import { readConfig, readIngestion } from './replay-product.ts';
import { readReleases } from './replay-releases.ts';
import type { ReplayCall, ReplayTurn, Stored } from './stored.ts';

/** All that a rule over a window sees at one moment. */
export interface WindowLook {
  atMs: number;
  subjects: Subject[];
}

interface Span {
  fromMs: number;
  toMs: number;
}

/** A long range is looked at less often than the rule does. */
const MOST_LOOKS = 4_000;

/** How often a replay looks. */
export const stepOf = (rule: AlertRule, { fromMs, toMs }: Span): number =>
  Math.max(rule.everyMs, (toMs - fromMs) / MOST_LOOKS);

type WindowScope = Exclude<Scope, 'session' | 'turn'>;
const READERS: Readonly<
  Record<WindowScope, (rule: AlertRule, stored: Stored, span: Span) => ReadAt>
> = {
  tool: readTools,
  fleet: readFleet,
  release: readReleases,
  ingestion: readIngestion,
  guard: readGuards,
  config: readConfig,
};

/** The windows of a rule, one after the other. */
export function* windowsOf(rule: AlertRule, stored: Stored, span: Span): Generator<WindowLook> {
  const { scope } = rule;
  if (isNewsScope(scope)) return;
  const read = READERS[scope](rule, stored, span);
  const stepMs = stepOf(rule, span);
  for (let atMs = span.fromMs + stepMs; atMs <= span.toMs; atMs += stepMs) {
    const baselines =
      rule.baselineMs === null
        ? null
        : new Map(read(atMs - rule.baselineMs).map(({ id, facts }) => [id, facts]));
    const subjects = read(atMs).map((seen) =>
      subjectOf({ lastSeenMs: atMs, ...seen, scope, baseline: baselines?.get(seen.id) ?? {} }),
    );
    yield { atMs, subjects };
  }
}

function readTools(rule: AlertRule, stored: Stored): ReadAt {
  const calls = stored.calls.filter((call) => isOfCall(rule, call));
  return (untilMs) =>
    [...toolsOf(between(calls, untilMs - rule.windowMs, untilMs))].map(([tool, facts]) => ({
      id: tool,
      tool,
      tools: [tool],
      facts,
    }));
}

function readFleet(rule: AlertRule, stored: Stored): ReadAt {
  const turns = stored.turns.filter((turn) => isOfTurn(rule, turn));
  return (untilMs) => {
    const last = between(stored.turns, -Infinity, untilMs).at(-1);
    const since = last === undefined ? null : (untilMs - last.at_ms) / 1_000;
    const groups = fleetOf(rule, between(turns, untilMs - rule.windowMs, untilMs));
    return [...groups].map(([id, facts]): Seen => {
      const seen = { id, facts: Object.assign({}, facts, { seconds_since_span: since }) };
      return rule.by === '' ? seen : Object.assign(seen, { [NAME_OF[rule.by]]: id });
    });
  };
}

const NAME_OF = {
  agent: 'agent',
  model: 'model',
  environment: 'environment',
  version: 'agentVersion',
} as const;

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
        max_attempts: largest(own, ({ attempt }) => attempt),
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
    max_attempts_max: attempts.length === 0 ? null : largest(attempts, (most) => most),
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

const isOfTurn = (rule: AlertRule, turn: ReplayTurn): boolean =>
  isOf(rule, turn) && (rule.match['tool']?.some((tool) => turn.tools.includes(tool)) ?? true);
const isOfCall = (rule: AlertRule, call: ReplayCall): boolean =>
  isOf(rule, call) && (rule.match['tool']?.includes(call.tool) ?? true);

/** The value at position floor(level * n) of the sorted values, as the store computes it; null of none. */
function quantile(values: readonly number[], level: number): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(Math.floor(level * sorted.length), sorted.length - 1)] ?? null;
}
