import { z } from 'zod';

import { project, storedUs } from './columns.ts';

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
export type ArrivalWindow = z.infer<typeof arrivalWindow>;
