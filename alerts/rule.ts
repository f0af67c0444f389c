import { z } from 'zod';

import type { Condition } from './condition/condition.ts';
import { parseCondition } from './condition/parse.ts';
import { ConditionError } from './condition/tokens.ts';
import { FACT_NAMES } from './facts.ts';

export const SCOPES = ['session', 'turn'] as const;
export type Scope = (typeof SCOPES)[number];

/** One rule, read and ready to be evaluated. */
export interface AlertRule {
  name: string;
  scope: Scope;
  /** As written. */
  when: string;
  condition: Condition;
  /** How long the condition must hold before it fires. */
  forMs: number;
  /** How long a firing subject must be quiet before it counts as over. */
  quietMs: number;
  severity: string;
  /** Why the rule has the numbers it has. */
  reason: string;
  /** Names of receivers; empty notifies all. */
  notify: readonly string[];
}

/** A rule as the API answers it. */
export const describeRule = ({
  name,
  scope,
  when,
  forMs,
  quietMs,
  severity,
  reason,
  notify,
}: AlertRule) => ({
  name,
  scope,
  when,
  for_seconds: forMs / 1_000,
  quiet_seconds: quietMs / 1_000,
  keep_firing_seconds: 0,
  window_seconds: null,
  every_seconds: null,
  baseline_seconds: null,
  times: null,
  severity,
  reason,
  notify: [...notify],
  repeat_seconds: 14_400,
  group_by: [],
  labels: {},
  annotations: {},
  match: {},
  source: 'file' as const,
  enabled: true,
  yaml: '',
});

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `90s`, `10m`, `1h` -> milliseconds. */
const durationMs = z
  .string()
  .regex(/^\d{1,6}(ms|s|m|h|d)$/, 'expected a number with a unit, such as 30s, 10m or 1h')
  .transform((text) => {
    const [, amount = '0', unit = 's'] = /^(\d+)(\w+)$/.exec(text) ?? [];
    return Number(amount) * (UNITS_MS[unit] ?? 0);
  });

/** A rule as written in the `alerts:` section. */
export const ruleConfig = z
  .strictObject({
    name: z.string().regex(/^[\w.-]{1,100}$/, 'expected letters, digits, . _ -'),
    scope: z.enum(SCOPES),
    when: z.string(),
    for: durationMs.default(0),
    quiet: durationMs.default(600_000),
    severity: z.enum(['page', 'warn', 'info']).default('warn'),
    reason: z.string().default(''),
    notify: z.array(z.string()).default([]),
  })
  .transform(({ for: forMs, quiet: quietMs, when, scope, ...rest }, context): AlertRule => {
    const condition = readCondition(when, scope);
    if (typeof condition === 'string') {
      context.addIssue({ code: 'custom', path: ['when'], message: condition });
      return z.NEVER;
    }
    return { ...rest, scope, when, condition, forMs, quietMs };
  });

function readCondition(when: string, scope: Scope): Condition | string {
  try {
    return parseCondition(when, FACT_NAMES[scope]);
  } catch (error) {
    if (error instanceof ConditionError) return error.message;
    throw error;
  }
}
