import { z } from 'zod';

import { loopBehind } from './alert.ts';

/** What a rule may be about, and what its condition may then name. */
export const RULE_SCOPES = [
  'session',
  'turn',
  'tool',
  'fleet',
  'release',
  'ingestion',
  'guard',
  'config',
] as const;

export const rule = z.object({
  name: z.string(),
  scope: z.enum(RULE_SCOPES),
  when: z.string(),
  for_seconds: z.number(),
  /** How long its subject must be still before a firing alert is over. */
  quiet_seconds: z.number(),
  keep_firing_seconds: z.number(),
  /** Of rules over a window: its length, how often it is looked at, and where its baseline begins. */
  window_seconds: z.number().nullable(),
  every_seconds: z.number().nullable(),
  baseline_seconds: z.number().nullable(),
  /** `3 of 5` looks; null where every look counts. */
  times: z.string().nullable(),
  severity: z.string(),
  reason: z.string(),
  notify: z.array(z.string()),
  repeat_seconds: z.number(),
  group_by: z.array(z.string()),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()),
  /** Filters; an absent one matches all. */
  match: z.record(z.string(), z.array(z.string())),
  /** Where it comes from: with the product, loopscope.yaml, or the UI, which can change it. */
  source: z.enum(['shipped', 'file', 'stored']),
  enabled: z.boolean(),
  /** As YAML, ready for `alerts.rules` of loopscope.yaml. */
  yaml: z.string(),
});
export type Rule = z.infer<typeof rule>;

/** A rule that was not taken, and why; what was in force before stays so. */
export const ruleProblem = z.object({
  /** File name, or `stored`. */
  source: z.string(),
  rule: z.string(),
  /** 1-based; null where the place is not known. */
  line: z.number().int().nullable(),
  message: z.string(),
  at: z.iso.datetime(),
});
export type RuleProblem = z.infer<typeof ruleProblem>;

/** `GET /api/v1/rules/file`: the configuration file that the evaluator goes by. */
export const ruleFile = z.object({
  /** Where it is looked for. */
  path: z.string(),
  /** Names its text; null where there is no file. */
  fingerprint: z.string().nullable(),
  since: z.iso.datetime(),
  /** False where the file as it is now could not be taken: what was in force stays so. */
  is_current: z.boolean(),
});
export type RuleFile = z.infer<typeof ruleFile>;

/** `PUT /api/v1/rules/:name`, `POST /api/v1/rules/check`: YAML of one rule. */
export const ruleDraft = z.strictObject({
  yaml: z.string().min(1).max(20_000),
  by: z.string().max(200).default(''),
  /** Absent: as the rule of this name is now, on for a new one. */
  enabled: z.boolean().optional(),
});

export const ruleCheck = z.object({
  /** Null where something is wrong. */
  rule: rule.nullable(),
  problems: z.array(z.object({ line: z.number().int().nullable(), message: z.string() })),
});
export type RuleCheck = z.infer<typeof ruleCheck>;

/** `GET /api/v1/rules/facts`: what a condition may name, by scope. */
export const ruleFacts = z.record(
  z.string(),
  z.array(z.object({ name: z.string(), says: z.string() })),
);
export type RuleFacts = z.infer<typeof ruleFacts>;

/** `POST /api/v1/rules/preview`: the rule over stored data, by the same state machine. */
export const previewDraft = z.strictObject({
  /** YAML of the rule, or the name of one in force. */
  yaml: z.string().max(20_000).optional(),
  name: z.string().max(100).optional(),
  /** How far back. */
  since_hours: z
    .number()
    .positive()
    .max(24 * 90)
    .default(24 * 7),
  /** As it arrived, which is what the evaluator goes by, or by the clock of the agents: for what was imported long after. */
  clock: z.enum(['arrival', 'data']).default('arrival'),
});

export const preview = z.object({
  rule: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Subjects that were looked at, and those that fired. */
  subjects: z.number().int(),
  fired: z.number().int(),
  /** How many messages each receiver would have had, grouping and repeats included. */
  messages: z.number().int(),
  firing_seconds: z.number(),
  /** False where there was more data than could be looked at: the oldest is left out. */
  complete: z.boolean(),
  /** What of the past cannot be known, one sentence each. */
  notes: z.array(z.string()),
  /** The latest first, at most 500. */
  incidents: z.array(
    z.object({
      subject: z.string(),
      agent: z.string(),
      session_id: z.string(),
      turn_id: z.string(),
      from: z.iso.datetime(),
      /** Null where it would fire still. */
      to: z.iso.datetime().nullable(),
      summary: z.string(),
      facts: z.record(z.string(), z.number().nullable()),
    }),
  ),
});
export type Preview = z.infer<typeof preview>;

const { incidents } = preview.shape;
/** The same with the loop behind each incident; null where none is known. */
export const explainedPreview = preview.extend({
  incidents: z.array(incidents.element.extend({ loop: loopBehind.nullable() })),
});
export type ExplainedPreview = z.infer<typeof explainedPreview>;
