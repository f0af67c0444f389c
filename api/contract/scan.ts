import { z } from 'zod';

import { trajectory } from './turn.ts';

/** `POST /api/v1/scan`, the recorded runs in the body. */
export const scanQuery = z.object({
  /** Turns that are answered at most, the most repetitive first. */
  limit: z.coerce.number().int().min(1).max(200).default(20),
});

export const scanAnswer = z.object({
  /** Turns that the text holds. */
  found: z.number().int().nonnegative(),
  turns: z.array(trajectory),
  problems: z.array(z.object({ where: z.string(), why: z.string() })),
});
export type ScanAnswer = z.infer<typeof scanAnswer>;
