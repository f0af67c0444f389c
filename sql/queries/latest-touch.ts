import { z } from 'zod';

import { defineQuery } from '../query.ts';
import { count, microInstant, project } from './columns.ts';

/** As long as this answers the same, `pendingTraces` with the same `since` has nothing new. One row. */
export const latestTouch = defineQuery({
  file: new URL('./latest_touch.sql', import.meta.url),
  params: z.object({ project, since: microInstant }),
  row: z.object({ touches: count, touched_at: microInstant }),
});
