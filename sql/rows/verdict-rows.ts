import { z } from 'zod';

const int64 = z.string().regex(/^-?\d+$/);
const instant = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/);
const flag = z.union([z.literal(0), z.literal(1)]);

const fields = z.array(z.string().min(1));

/** JSON text in `declarations.declaration`: what `loopscope.yaml` may say of a tool. */
export const storedDeclaration = z.strictObject({
  identity: fields.exactOptional(),
  volatile: fields.exactOptional(),
  effect: z.enum(['read', 'write', 'destructive', 'unknown']).exactOptional(),
  exempt: z
    .strictObject({
      owner: z.string().min(1),
      reason: z.string().min(1),
      expires: z.iso.date('give a day as YYYY-MM-DD'),
    })
    .exactOptional(),
  result: z
    .strictObject({ list: z.string().exactOptional(), id: z.string().exactOptional() })
    .exactOptional(),
});
export type StoredDeclaration = z.infer<typeof storedDeclaration>;

/** `declarations`: how people declared a tool, every change a row. Key: (project, tool, version); the highest version holds. */
export const declarationRow = z.object({
  project: z.string(),
  tool: z.string(),
  /** JSON text: identity, volatile, effect, exempt, result; each replaces what `loopscope.yaml` says of it. */
  declaration: z.string(),
  /** 1: taken back, and `loopscope.yaml` alone holds again. */
  removed: flag,
  author: z.string(),
  reason: z.string(),
  changed_at: instant,
  /** Microseconds since the epoch. */
  version: int64,
});
export type DeclarationRow = z.infer<typeof declarationRow>;

/** `loop_feedback`: what people said of an incident, remembered for its like. Key: (project, kind, shape, feedback_id). */
export const loopFeedbackRow = z.object({
  project: z.string(),
  feedback_id: z.string(),
  loop_id: z.string(),
  turn_id: z.string(),
  kind: z.string(),
  /** As in `loops`. */
  shape: z.string(),
  tools: z.array(z.string()),
  verdict: z.enum(['not_a_loop', 'loop']),
  reason: z.string(),
  author: z.string(),
  given_at: instant,
});
export type LoopFeedbackRow = z.infer<typeof loopFeedbackRow>;
