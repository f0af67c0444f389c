/** What repeats in a loop; docs/detection.md has a section on each. */
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
export type LoopKind = (typeof LOOP_KINDS)[number];

export type FixPlace =
  | 'tool_result'
  | 'schema'
  | 'executor_retry'
  | 'exit_condition'
  | 'harness'
  | 'permissions';

/** One line of the confirming test: a claim, and how many of the calls it holds for. */
export interface Evidence {
  /** Such as "arguments equal". */
  claim: string;
  holds: number;
  of: number;
}

export interface Loop {
  kind: LoopKind;
  severity: 'alert' | 'watch';
  /** `seq` of all calls of the loop in order, the first (which is no repeat) included. */
  calls: number[];
  /** In order of first call. */
  tools: string[];
  /** Identity of the call that repeats; null for a ring or where arguments move. */
  identity: string | null;
  /** One sentence that says what happened, such as "search_orders returned [] 40 times for the same arguments". */
  summary: string;
  /** The test that confirms the kind, and the kinds it rules out. */
  test: { evidence: Evidence[]; excludes: LoopKind[] };
  /** What the calls cost that brought nothing, the first of each question not among them: time, tokens, USD, repeated writes. */
  cost: LoopCost;
  fix: { place: FixPlace; advice: string; proposedText: string | null };
}

export interface LoopCost {
  ms: number;
  inputTokens: number;
  outputTokens: number;
  usd: number;
  sideEffects: number;
}
