import { z } from 'zod';

/** Every answer that is not 2xx. `code` is stable; `message` says what to do. */
export const errorAnswer = z.object({
  error: z.object({ code: z.string(), message: z.string() }),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;
