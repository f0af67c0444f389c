import { ruleConfig, type AlertRule } from './rule.ts';

/** Rules that are in force unless the configuration leaves them out or replaces them by name. */
export const SHIPPED_RULES: readonly AlertRule[] = [
  {
    name: 'session-call-count',
    scope: 'session',
    when: 'tool_calls > 15 and distinct_ratio < 0.5',
    severity: 'page',
    reason:
      'Sessions of more than 15 calls are rare; when fewer than half of the calls are new, the rest is repetition.',
  },
  {
    name: 'turn-max-attempts',
    scope: 'turn',
    when: 'max_attempts >= 6',
    severity: 'page',
    reason:
      'A healthy fleet has a p99 of 1 with occasional 2; at 6 a turn is worth a look whether or not anything threw.',
  },
  {
    name: 'repeated-side-effect',
    scope: 'turn',
    when: 'side_effect_repeats >= 1',
    severity: 'page',
    reason:
      'A write that timed out may have been made; every further one for the same purpose may make it again.',
  },
].map((rule) => ruleConfig.parse(rule));
