import { z } from 'zod';

import { page } from './turn.ts';
import { toolIdentity } from './verdict.ts';

const ratio = z.number().min(0).max(1);

export const tool = z.object({
  tool: z.string(),
  calls: z.number().int(),
  turns: z.number().int(),
  errors: z.number().int(),
  empties: z.number().int(),
  retries: z.number().int(),
  /** Calls of loops that came back empty or rejected and are no retries. */
  fruitless: z.number().int(),
  /** Retries / calls. */
  retry_rate: ratio.nullable(),
  /** Failed identities that later succeeded in their turn / failed identities; null where none failed. */
  eventual_success_rate: ratio.nullable(),
  /** Shares of the errors. */
  transport_share: ratio.nullable(),
  semantic_share: ratio.nullable(),
  retry_tokens: z.number(),
  max_attempts: z.number().int(),
  loops: z.number().int(),
  verdict: z.enum(['healthy', 'flaky', 'badly_specified']),
  /** Declared identity fields as last seen; empty where the tool is undeclared. */
  identity_fields: z.array(z.string()),
});
export type Tool = z.infer<typeof tool>;
export const toolPage = page(tool);
export type ToolPage = z.infer<typeof toolPage>;

export const toolDetail = z.object({
  tool,
  /** Null where nothing here can judge it. */
  identity: toolIdentity.nullable(),
  error_classes: z.array(z.object({ error_class: z.string(), calls: z.number().int() })),
  error_templates: z.array(
    z.object({ error_class: z.string(), template: z.string(), calls: z.number().int() }),
  ),
});
export type ToolDetail = z.infer<typeof toolDetail>;
