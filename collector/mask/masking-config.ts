import { RE2JS } from 're2js';
import { z } from 'zod';

const pattern = z.strictObject({
  /** Stands in the place of what was masked. */
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,31}$/, 'give lower-case letters, digits and _, at most 32'),
  regex: z.string().min(1).max(1_000).superRefine(checkPattern),
});

const name = z.string().regex(/^[\w.-]{2,64}$/, 'give letters, digits, _, . and -');

/** The `masking:` section of loopscope.yaml. */
export const maskingConfig = z.strictObject({
  enabled: z.boolean().default(true),
  /** Further names of attributes and fields whose values are secrets. */
  keys: z.array(name).default([]),
  patterns: z.array(pattern).max(50).default([]),
});
export type MaskingConfig = z.output<typeof maskingConfig>;
export type MaskingPattern = z.output<typeof pattern>;
export type MaskingRules = Pick<MaskingConfig, 'keys' | 'patterns'>;

function checkPattern(regex: string, context: z.core.$RefinementCtx<string>): void {
  try {
    if (!RE2JS.compile(regex).matcher('').find()) return;
    context.addIssue({ code: 'custom', message: 'matches the empty text' });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    context.addIssue({ code: 'custom', message: `is no RE2 pattern: ${message}` });
  }
}
