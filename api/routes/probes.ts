import type { Store } from '@loopscope/sql';
import { z } from 'zod';

import { errorAnswer } from '../contract/index.ts';
import { ApiError } from '../errors.ts';
import type { App } from '../route.ts';

const ok = z.object({ status: z.literal('ok') });

/** Whether the process lives, and whether it can answer questions. */
export function probeRoutes(app: App, store: Store): void {
  app.get(
    '/healthz',
    { schema: { summary: 'The process lives', response: { 200: ok } } },
    async () => ({ status: 'ok' as const }),
  );
  app.get(
    '/readyz',
    { schema: { summary: 'The store answers', response: { 200: ok, 503: errorAnswer } } },
    async () => {
      if (!(await store.ping())) throw new ApiError('store_unavailable');
      return { status: 'ok' as const };
    },
  );
}
