import { z } from 'zod';

import { commonQuery } from './query.ts';
import { saving } from './turn.ts';

const count = z.number().int().nonnegative();
const ratio = z.number().min(0).max(1);
const fields = z.array(z.string().min(1).max(500)).max(100);
const text = z.string().min(1).max(1_000);
const by = z.string().min(1, 'say who').max(200);
const day = z.iso.date('give a day as YYYY-MM-DD');

const exemptionOf = z.strictObject({ owner: text, reason: text, expires: day });

/** As `tools.NAME` of loopscope.yaml. */
export const declaration = z.strictObject({
  identity: fields.exactOptional(),
  volatile: fields.exactOptional(),
  effect: z.enum(['read', 'write', 'destructive', 'unknown']).exactOptional(),
  exempt: exemptionOf.exactOptional(),
  result: z
    .strictObject({ list: z.string().exactOptional(), id: z.string().exactOptional() })
    .exactOptional(),
});
export type Declaration = z.infer<typeof declaration>;

export const declaredTool = z.object({
  tool: z.string(),
  declaration,
  /** `file`: loopscope.yaml; `stored`: accepted here; `both`: what was accepted here is laid over the file's. */
  source: z.enum(['file', 'stored', 'both']),
  /** The last change made here; null where there was none. */
  changed: z
    .object({ at: z.iso.datetime(), by: z.string(), reason: z.string(), changes: count })
    .nullable(),
});
export type DeclaredTool = z.infer<typeof declaredTool>;
export const declarations = z.array(declaredTool);

/** `POST /api/v1/declarations` */
export const declarationDraft = z.strictObject({
  tool: text,
  declaration: declaration.refine((value) => Object.keys(value).length > 0, {
    message: 'declare at least one of identity, volatile, effect, exempt, result',
  }),
  by,
  reason: z.string().min(1, 'say why').max(1_000),
});
export type DeclarationDraft = z.infer<typeof declarationDraft>;

/** What came of a change: stored turns of so many traces are resolved anew. */
export const declarationResult = z.object({
  tool: z.string(),
  declaration: declaration.nullable(),
  traces: count,
});
export type DeclarationResult = z.infer<typeof declarationResult>;

export const declarationHistory = z.array(
  z.object({
    at: z.iso.datetime(),
    by: z.string(),
    reason: z.string(),
    /** Null: taken back. */
    declaration: declaration.nullable(),
  }),
);

/** Who takes something back, and why. */
export const removalQuery = z.strictObject({
  by,
  reason: z.string().min(1, 'say why').max(1_000),
});

/** Which arguments make two calls of a tool the same. */
export const toolIdentity = z.object({
  /** Null where the tool is undeclared. */
  declared: z.array(z.string()).nullable(),
  /** Fields that hold still while others vary over the same outcome; null where the calls show none or the tool is declared. */
  suggestion: z
    .object({
      identity: z.array(z.string()),
      volatile: z.array(z.string()),
      varying: z.array(z.string()),
      support: z.object({ groups: count, calls: count, turns: count }),
      consistent: count,
      /** Lower end of the 95 % interval of consistent / groups. */
      confidence: ratio,
    })
    .nullable(),
  drift: z.object({
    appeared: z.array(z.string()),
    vanished: z.array(z.string()),
    missing: z.array(z.string()),
  }),
  /** Calls that were looked at. */
  calls: count,
});
export type ToolIdentity = z.infer<typeof toolIdentity>;

/** `POST /api/v1/loops/:id/feedback` */
export const feedbackDraft = z.strictObject({
  verdict: z.enum(['not_a_loop', 'loop']),
  reason: z.string().min(1, 'say why').max(1_000),
  by,
});
export type FeedbackDraft = z.infer<typeof feedbackDraft>;

export const exemption = z.object({
  tool: z.string(),
  owner: z.string(),
  reason: z.string(),
  /** The last day on which it counts. */
  expires: day,
  state: z.enum(['active', 'expired']),
  source: z.enum(['file', 'stored', 'both']),
});
export type Exemption = z.infer<typeof exemption>;

/** Tools of which people say that they do not loop. */
export const exemptionProposal = z.object({
  tool: z.string(),
  /** What they were said of. */
  incidents: z.array(
    z.object({ kind: z.string(), shape: z.string(), not_a_loop: count, loop: count }),
  ),
  reasons: z.array(z.string()),
  by: z.array(z.string()),
  last_at: z.iso.datetime(),
});
export type ExemptionProposal = z.infer<typeof exemptionProposal>;

export const exemptions = z.object({
  items: z.array(exemption),
  proposals: z.array(exemptionProposal),
});
export type Exemptions = z.infer<typeof exemptions>;

/** `POST /api/v1/exemptions` */
export const exemptionDraft = exemptionOf.extend({ tool: text, by });
export type ExemptionDraft = z.infer<typeof exemptionDraft>;

const list = commonQuery.shape.version;

/** The filters say what is compared; `before_...` what it is compared with, each for its own filter, all others as they are. */
export const compareQuery = commonQuery.extend({
  before_from: commonQuery.shape.from.describe(
    'Absent, and no other before_: a range before `from` of the same length.',
  ),
  before_to: commonQuery.shape.to,
  before_version: list,
  before_model: list,
  before_agent: list,
});
export type CompareQuery = z.infer<typeof compareQuery>;

const loopCounts = z.object({ loops: count, turns: count, calls: count, longest: count });
const side = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  turns: count,
  turns_with_calls: count,
  looping_turns: count,
  calls: count,
  max_attempts: z.array(z.object({ attempts: count, turns: count })),
});

export const comparison = z.object({
  before: side,
  after: side,
  loops: z.array(
    z.object({
      kind: z.string(),
      shape: z.string(),
      tools: z.array(z.string()),
      /** `worse` and `better`: another share of turns at p < 0.05. */
      state: z.enum(['new', 'worse', 'gone', 'better', 'same']),
      before: loopCounts,
      after: loopCounts,
      p_value: ratio,
      example: z.object({ loop_id: z.string(), turn_id: z.string() }),
    }),
  ),
  /** Wilcoxon's rank sum over max attempts per turn. */
  test: z.object({
    method: z.enum(['exact', 'normal']),
    /** Null where one side has no turns with calls. */
    p_value: ratio.nullable(),
    /** Probability that a turn of `after` has more attempts than one of `before`, ties halved. */
    superiority: ratio.nullable(),
    cliffs_delta: z.number().min(-1).max(1).nullable(),
    /** At p < 0.05. */
    verdict: z.enum(['more', 'fewer', 'no_difference']),
  }),
});
export type Comparison = z.infer<typeof comparison>;

export const newSinceQuery = z
  .strictObject({
    version: z.string().optional(),
    model: z.string().optional(),
    since: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(({ version, model }) => (version === undefined) !== (model === undefined), {
    message: 'give either version or model',
  });

/** Loops that nothing but one version, or one model, has shown. */
export const newLoops = z.array(
  z.object({
    kind: z.string(),
    shape: z.string(),
    loops: count,
    turns: count,
    alerts: count,
    first_at: z.iso.datetime(),
    example_loop_id: z.string(),
  }),
);

/** What each cap of attempts per key would have saved over the matching turns. */
export const fleetSavings = z.object({
  turns: count,
  healthy_turns: count,
  calls: count,
  caps: z.array(saving.extend({ turns_cut: count, healthy_turns_cut: count })),
});
export type FleetSavings = z.infer<typeof fleetSavings>;

export const caseQuery = z.strictObject({
  loop: z.string().optional().describe('Which loop of the turn. Absent: the longest alert.'),
  format: z
    .enum(['json', 'vitest'])
    .default('json')
    .describe('`json`: the answer below; `vitest`: a ready test, as text.'),
});

/** The shortest sequence that still shows a loop of a turn. */
export const exportedCase = z.object({
  turn_id: z.string(),
  loop_id: z.string(),
  kind: z.string(),
  severity: z.enum(['alert', 'watch']),
  summary: z.string(),
  /** Calls of the turn, and `call_seq` of those that are left. */
  from: count,
  kept: z.array(count),
  expected: z.object({
    /** Null: none, the turn should end. */
    tool: z.string().nullable(),
    args: z.unknown(),
    seen: z.enum(['this_turn', 'other_turns', 'advice']),
    turns: count,
    why: z.string(),
  }),
  /** Id, calls, declarations and the verdict that is wanted. */
  case: z.looseObject({ id: z.string(), want: z.string(), calls: z.array(z.looseObject({})) }),
  test: z.string(),
});
export type ExportedCase = z.infer<typeof exportedCase>;

const cap = z.number().int().min(1).max(10);

/** `POST /api/v1/backtest`, the filters in the query. */
export const backtestDraft = z.strictObject({
  /** Laid over how the tools are declared now; null takes a declaration away. */
  tools: z.record(z.string(), declaration.nullable()).default({}),
  cap_before: cap.default(2),
  cap_after: cap.default(2),
});
export type BacktestDraft = z.input<typeof backtestDraft>;

const incident = z.object({
  kind: z.string(),
  severity: z.enum(['alert', 'watch']),
  tool: z.string(),
  shape: z.string(),
  calls: count,
  turn_id: z.string(),
  summary: z.string(),
});
const capEffect = z.object({
  cap,
  turns_cut: count,
  healthy_turns_cut: count,
  calls: count,
  ms: z.number().nonnegative(),
  usd: z.number().nonnegative(),
});

export const backtest = z.object({
  turns: count,
  affected_turns: count,
  added: z.array(incident),
  removed: z.array(incident),
  kept: count,
  caps: z.object({ before: capEffect, after: capEffect }),
});
export type Backtest = z.infer<typeof backtest>;
