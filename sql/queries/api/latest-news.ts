import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { project, storedUs } from '../columns.ts';

/** The present of `freshTurns`, `freshLoops` and `freshAlerts`: what is stored after these is news. One row. */
export const latestNews = defineQuery({
  file: new URL('./latest_news.sql', import.meta.url),
  params: z.object({ project }),
  row: z.object({ turns: storedUs, loops: storedUs, alerts: storedUs }),
});
