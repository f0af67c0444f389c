import { z } from 'zod';

import { defineQuery } from '../../store/query.ts';
import { loopFeedbackRow } from '../../rows/verdict-rows.ts';
import { project } from '../columns.ts';

/** Feedback on incidents of some shapes (none given: of all), the latest first. */
export const loopFeedback = defineQuery({
  file: new URL('./loop_feedback.sql', import.meta.url),
  params: z.object({ project, shapes: z.array(z.string()), limit: z.number().int().min(1) }),
  row: loopFeedbackRow,
});
