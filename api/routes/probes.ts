import { z } from 'zod';

import { errorAnswer } from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import type { ApiOptions } from '../options.ts';
import type { App } from '../route.ts';

const ok = z.object({ status: z.literal('ok') });

/** Spans that wait longer for the store tell that nothing moves, whatever the store answers. */
const STUCK_MS = 60_000;

/** Whether the process lives, and whether it can answer questions and what comes in gets where it belongs. */
export function probeRoutes(
  app: App,
  { store, ingestion, takesSpans }: Pick<ApiOptions, 'store' | 'ingestion' | 'takesSpans'>,
): void {
  app.get(
    '/healthz',
    { schema: { summary: 'The process lives', response: { 200: ok } } },
    async () => ({ status: 'ok' as const }),
  );
  app.get(
    '/readyz',
    {
      schema: {
        summary: 'The store answers, and what comes in can be kept and gets there',
        response: { 200: ok, 503: errorAnswer },
      },
    },
    async () => {
      if (!(await store.ping())) throw new ApiError('store_unavailable');
      if ((await takesSpans?.()) === false) {
        throw new ApiError(
          'store_unavailable',
          'Spans cannot be written to the spool; the log has the reason.',
        );
      }
      if ((ingestion()?.spool_oldest_ms ?? 0) > STUCK_MS) {
        throw new ApiError('store_unavailable', 'The store has taken no spans for a minute.');
      }
      return { status: 'ok' as const };
    },
  );
}
