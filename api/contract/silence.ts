import { z } from 'zod';

/** What a silence is about; what is absent matches all, `*` stands for any text. */
export const silenceMatcher = z.strictObject({
  alert_id: z.string().max(100).optional(),
  rule: z.string().max(100).optional(),
  scope: z.string().max(50).optional(),
  subject: z.string().max(2_000).optional(),
  severity: z.string().max(50).optional(),
  agent: z.string().max(500).optional(),
  model: z.string().max(500).optional(),
  environment: z.string().max(500).optional(),
  tool: z.string().max(500).optional(),
  session: z.string().max(2_000).optional(),
  turn: z.string().max(2_000).optional(),
});
export type SilenceMatcher = z.infer<typeof silenceMatcher>;

export const silence = z.object({
  silence_id: z.string(),
  kind: z.enum(['silence', 'maintenance', 'acknowledge']),
  matcher: silenceMatcher,
  comment: z.string(),
  by: z.string(),
  created_at: z.iso.datetime(),
  starts_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** A maintenance window may come again; each lasts `window_seconds`. */
  repeat: z.enum(['none', 'daily', 'weekly']),
  window_seconds: z.number().int(),
  /** Whether it mutes now. */
  active: z.boolean(),
});
export type Silence = z.infer<typeof silence>;

/** `POST /api/v1/silences` */
export const silenceDraft = z
  .strictObject({
    kind: z.enum(['silence', 'maintenance']).default('silence'),
    matcher: silenceMatcher,
    comment: z.string().min(1, 'say why').max(1_000),
    by: z.string().max(200).default(''),
    /** Absent: now. */
    starts_at: z.iso.datetime({ offset: true }).optional(),
    /** Either an end, or how long from the start. */
    expires_at: z.iso.datetime({ offset: true }).optional(),
    for_seconds: z
      .number()
      .int()
      .positive()
      .max(366 * 86_400)
      .optional(),
    repeat: z.enum(['none', 'daily', 'weekly']).default('none'),
    window_seconds: z.number().int().positive().max(604_800).optional(),
  })
  .refine(
    ({ expires_at: end, for_seconds: length }) => (end === undefined) !== (length === undefined),
    {
      message: 'give either expires_at or for_seconds',
    },
  )
  .refine(({ repeat, window_seconds: length }) => repeat === 'none' || length !== undefined, {
    message: 'a window that comes again needs window_seconds',
  })
  .refine(({ matcher }) => Object.values(matcher).some((value) => value !== undefined), {
    message: 'matcher: name at least one of rule, agent, session, ...',
  });
export type SilenceDraft = z.input<typeof silenceDraft>;
