import { z } from 'zod';

import { factsRead, type Condition } from '../condition/condition.ts';
import { parseCondition } from '../condition/parse.ts';
import { ConditionError } from '../condition/tokens.ts';
import { checkTemplate } from '../message/template.ts';
import { durationMs } from './duration.ts';
import {
  factNames,
  GROUP_NAMES,
  isNewsScope,
  SCOPES,
  type GroupName,
  type Scope,
} from './facts.ts';
import { SEVERITIES } from './severity.ts';

/** One rule, read and ready to be evaluated. */
export interface AlertRule {
  name: string;
  scope: Scope;
  /** As written. */
  when: string;
  condition: Condition;
  /** How long the condition must hold before it fires. */
  forMs: number;
  /** In how many of how many looks it must hold; null where every look counts. */
  times: { need: number; of: number } | null;
  /** How long a firing session or turn must be still before it counts as over. */
  quietMs: number;
  /** How long the condition must no longer hold before it counts as over. */
  keepMs: number;
  /** Of rules over a window: its length, how often it is looked at, and how far back its baseline lies. */
  windowMs: number;
  everyMs: number;
  baselineMs: number | null;
  /** Fleet: one subject for each value of this column. */
  by: '' | 'agent' | 'model' | 'environment' | 'version';
  severity: string;
  /** Why the rule has the numbers it has. */
  reason: string;
  /** Names of receivers; empty notifies all. */
  notify: readonly string[];
  /** A firing alert is told again after this. */
  repeatMs: number;
  /** Alerts that agree in these are told together. */
  groupBy: readonly GroupName[];
  /** Filters; an absent one matches all. */
  match: Readonly<Record<string, readonly string[]>>;
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
  enabled: boolean;
}

const oneOrMore = z
  .union([z.string().min(1), z.array(z.string().min(1))])
  .transform((value) => [value].flat());

const times = z
  .string()
  .regex(/^[1-9]\d? of [1-9]\d?$/, 'expected such as "3 of 5"')
  .transform((text) => {
    const [need = 1, of = 1] = text.split(' of ').map(Number);
    return { need, of };
  })
  .refine(({ need, of }) => need <= of, 'cannot hold in more looks than there are');

const texts = z.record(z.string().regex(/^[a-z_][a-z0-9_]{0,49}$/i), z.string().max(2_000));

const ruleShape = z.strictObject({
  name: z.string().regex(/^[\w.-]{1,100}$/, 'expected letters, digits, . _ -'),
  scope: z.enum(SCOPES),
  when: z.string(),
  for: durationMs.default(0),
  times: times.optional(),
  quiet: durationMs.default(600_000),
  keep_firing_for: durationMs.default(0),
  window: durationMs.refine((ms) => ms >= 1_000, 'expected at least 1s').optional(),
  every: durationMs.refine((ms) => ms >= 1_000, 'expected at least 1s').optional(),
  baseline: durationMs.optional(),
  by: z.enum(['agent', 'model', 'environment', 'version']).optional(),
  severity: z.enum(SEVERITIES).default('warn'),
  reason: z.string().default(''),
  notify: z.array(z.string()).default([]),
  repeat: durationMs.refine((ms) => ms >= 60_000, 'expected at least 1m').default(14_400_000),
  group_by: z.array(z.enum(GROUP_NAMES)).default(['rule', 'agent']),
  match: z
    .strictObject({
      agent: oneOrMore.optional(),
      model: oneOrMore.optional(),
      environment: oneOrMore.optional(),
      version: oneOrMore.optional(),
      tool: oneOrMore.optional(),
    })
    .default({}),
  labels: texts.default({}),
  annotations: texts.default({}),
  enabled: z.boolean().default(true),
});
type Given = z.output<typeof ruleShape>;

/** A rule as written in YAML. */
export const ruleConfig = ruleShape
  .superRefine(checkScope)
  .transform((given, context): AlertRule => {
    const condition = readCondition(given.when, given.scope);
    if (typeof condition === 'string') {
      context.addIssue({ code: 'custom', path: ['when'], message: condition });
      return z.NEVER;
    }
    if (factsRead(condition).readsBaseline && given.baseline === undefined) {
      const message = 'baseline(...) needs `baseline:`, such as 1d: how far back it lies';
      context.addIssue({ code: 'custom', path: ['when'], message });
      return z.NEVER;
    }
    return toRule(given, condition);
  });

const WINDOW_MS = 3_600_000;
const EVERY_MS = 60_000;

function toRule(given: Given, condition: Condition): AlertRule {
  const { name, scope, when, severity, reason, notify, labels, annotations, enabled } = given;
  return {
    name,
    scope,
    when,
    condition,
    forMs: given.for,
    times: given.times ?? null,
    quietMs: given.quiet,
    keepMs: given.keep_firing_for,
    windowMs: given.window ?? WINDOW_MS,
    everyMs: given.every ?? EVERY_MS,
    baselineMs: given.baseline ?? null,
    by: given.by ?? '',
    severity,
    reason,
    notify,
    repeatMs: given.repeat,
    groupBy: given.group_by,
    match: Object.fromEntries(
      Object.entries(given.match).flatMap(([key, values]) =>
        values === undefined ? [] : [[key, values]],
      ),
    ),
    labels,
    annotations,
    enabled,
  };
}

/** Keys that have no meaning for the rule's scope, and templates that name what is not known. */
function checkScope(given: Given, context: z.RefinementCtx): void {
  const refuse = (path: string[], message: string): void =>
    context.addIssue({ code: 'custom', path, message });
  if (isNewsScope(given.scope)) {
    for (const key of ['window', 'every', 'baseline', 'times'] as const) {
      if (given[key] !== undefined) {
        refuse([key], `a ${given.scope} is looked at when something arrives; it has no ${key}`);
      }
    }
  }
  if (given.by !== undefined && given.scope !== 'fleet') {
    refuse(['by'], 'only a fleet is told apart');
  }
  for (const part of ['labels', 'annotations'] as const) {
    for (const [name, text] of Object.entries(given[part])) {
      const problem = checkTemplate(text, factNames(given.scope));
      if (problem !== null) refuse([part, name], problem);
    }
  }
}

function readCondition(when: string, scope: Scope): Condition | string {
  try {
    return parseCondition(when, factNames(scope));
  } catch (error) {
    if (error instanceof ConditionError) return error.message;
    throw error;
  }
}
