import type { Loop } from '@loopscope/api/contract';

const KIND_NAMES: Readonly<Record<string, string>> = {
  exact: 'Same-call loop',
  batch: 'Same-batch loop',
  cycle: 'Cycle',
  interleaved: 'Interleaved loop',
  stagnant: 'No-progress loop',
  empty: 'Empty-result loop',
  sweep: 'Repeated sweep',
  validation: 'Rejected-arguments loop',
  transport: 'Passing-fault loop',
  denied: 'Denied-call loop',
  noop_write: 'Write without effect',
  clock_wait: 'Waiting on a clock',
  reverify: 'One more check',
  duplicate_dispatch: 'Sent twice',
};

/** A kind that is newer than this page still has its word. */
export const kindName = (kind: string): string => KIND_NAMES[kind] ?? kindWord(kind);
/** The short word, for lists. */
export const kindWord = (kind: string): string => kind.replaceAll('_', ' ');

/** For a select: every kind the design knows. */
export const KNOWN_KINDS: readonly string[] = Object.keys(KIND_NAMES);

export const FIX_PLACES: Readonly<Record<Loop['fix']['place'], string>> = {
  tool_result: 'the tool’s result',
  schema: 'the tool’s schema or description',
  executor_retry: 'the executor, as a retry the model never sees',
  exit_condition: 'the exit condition in the prompt',
  harness: 'the harness that runs the agent',
  permissions: 'the permissions',
};

export const SEVERITIES = { alert: 'alert', watch: 'watch' } as const;
export const VERDICTS = { healthy: 'healthy', watch: 'watch', loop: 'loop' } as const;
