import { z } from 'zod';

import { project, storedUs } from '../columns.ts';

const texts = z.array(z.string());

/** What arrived after `after` and not after `until`, by the store's clock; an empty list does not narrow. */
export const arrivalWindow = z.object({
  project,
  after: storedUs,
  until: storedUs,
  agents: texts,
  models: texts,
  versions: texts,
  environments: texts,
  tools: texts,
});

/** Of a window that has many subjects, a page: those behind an id, in the order of ids; '' stands before all. */
export const windowPage = arrivalWindow.extend({
  after_id: z.string(),
  limit: z.number().int().min(1),
});
export type WindowPage = z.infer<typeof windowPage>;
