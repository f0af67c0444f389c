/** What a rule may be about. */
export const SCOPES = [
  'session',
  'turn',
  'tool',
  'fleet',
  'release',
  'ingestion',
  'guard',
  'config',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Sessions and turns are looked at when something of them arrives; all else at the rule's own interval. */
export const isNewsScope = (scope: Scope): scope is 'session' | 'turn' =>
  scope === 'session' || scope === 'turn';

/** Every kind of loop that the detectors know. */
export const LOOP_KINDS = [
  'exact',
  'batch',
  'cycle',
  'interleaved',
  'stagnant',
  'empty',
  'sweep',
  'validation',
  'transport',
  'denied',
  'noop_write',
  'clock_wait',
  'reverify',
  'duplicate_dispatch',
] as const;

type Said = Readonly<Record<string, string>>;

const LOOPS: Said = {
  loops: 'loops of any kind',
  alert_loops: 'loops of severity alert',
  watch_loops: 'loops of severity watch',
  ...Object.fromEntries(LOOP_KINDS.map((kind) => [`loops_${kind}`, `loops of kind ${kind}`])),
};

const CALLS: Said = {
  tool_calls: 'tool calls',
  distinct_signatures: 'calls that differ in tool or arguments',
  distinct_identities: 'calls that differ in what they act on',
  distinct_ratio: 'distinct signatures per call, 0 to 1; unknown without calls',
  max_attempts: 'attempts of the most attempted call',
  errors: 'failed calls',
  empties: 'calls that returned nothing',
  retries: 'calls of what had failed before in the turn',
  failed_identities: 'purposes that failed at least once',
  eventual_successes: 'of these, the ones that were retried with success',
  retry_tokens: 'tokens of retries',
  retry_cost: 'USD of retries',
  side_effect_repeats: 'writes made again after one of which nothing was heard',
  input_tokens: 'input tokens',
  output_tokens: 'output tokens',
  cost: 'USD so far',
  cost_per_minute: 'USD per minute so far; unknown within the first second',
  duration_ms: 'milliseconds from the first to the last span',
};

/** What a rule's `when` may name, by what the rule is about, each with what it says. */
export const FACTS: Readonly<Record<Scope, Said>> = {
  session: {
    ...CALLS,
    turns: 'turns',
    looping_turns: 'turns with a loop of severity alert',
    ...LOOPS,
  },
  turn: {
    ...CALLS,
    model_calls: 'model calls',
    tool_ms: 'tool time',
    model_ms: 'model time',
    ...LOOPS,
  },
  tool: {
    tool_calls: 'calls in the window',
    turns: 'turns that called it',
    errors: 'failed calls',
    error_rate: 'failed calls per call',
    empty_rate: 'calls that returned nothing per call',
    retries: 'calls of what had failed before in the turn',
    retry_rate: 'retries per call',
    eventual_success_rate: 'failed purposes that later succeeded; unknown where none failed',
    transport_share: 'share of errors that are passing faults',
    semantic_share: 'share of errors that the arguments are to blame for',
    retry_tokens: 'tokens of retries',
    retry_cost: 'USD of retries',
    max_attempts: 'attempts of the most attempted call',
    loops: 'loops that it is part of',
    duration_p95_ms: 'p95 of its duration',
  },
  fleet: {
    turns: 'turns that arrived in the window',
    sessions: 'their sessions',
    tool_calls: 'their tool calls',
    max_attempts_p50: 'p50 of max attempts per turn; unknown without calls',
    max_attempts_p95: 'p95 of max attempts per turn',
    max_attempts_p99: 'p99 of max attempts per turn',
    max_attempts_max: 'the largest max attempts',
    looping_turns: 'turns with a loop of severity alert',
    looping_share: 'looping turns per turn; unknown without turns',
    errors: 'failed calls',
    error_rate: 'failed calls per call',
    retries: 'retries',
    retry_rate: 'retries per call',
    retry_tokens: 'tokens of retries',
    tokens: 'all tokens',
    retry_token_share: 'retry tokens per token',
    side_effect_repeats: 'writes made again after one of which nothing was heard',
    cost: 'USD',
    seconds_since_span: 'seconds since anything arrived; unknown where nothing ever did',
  },
  release: {
    loops: "loops of the kind in the agent's latest version",
    earlier_loops: 'loops of the kind in its earlier versions',
    turns: 'turns of the latest version',
    earlier_turns: 'turns of the earlier versions',
    earlier_versions: 'how many earlier versions there are',
  },
  ingestion: {
    rejected_spans: 'spans that were not taken in the window',
    touches: 'arrivals in the window',
    seconds_since_span: 'seconds since anything arrived; unknown where nothing ever did',
    analyzer_lag_seconds: 'how long the oldest trace waits for its verdict',
    spooled_spans: 'spans that wait for the store; unknown where no collector runs here',
  },
  guard: {
    decisions: 'decisions of guards in the window',
    blocks: 'calls that were held back',
    observed_blocks: 'calls that a guard in observe mode would have held back',
    ceilings_reached: 'calls held back at a ceiling, or observed there',
    expired_ceilings: 'decisions under a raised ceiling that has expired',
    repeated_call_stops: 'turns that ended as repeated_call, or would have in observe mode',
  },
  config: {
    days_expired: 'days since the exemption or raised ceiling ended; negative before',
  },
};

export const factNames = (scope: Scope): string[] => Object.keys(FACTS[scope]);

/** What filters and groupings may name. */
const MATCH_NAMES = ['agent', 'model', 'environment', 'version', 'tool'] as const;
export const GROUP_NAMES = [
  'rule',
  'severity',
  'scope',
  'session',
  'turn',
  ...MATCH_NAMES,
] as const;
export type GroupName = (typeof GROUP_NAMES)[number];
