import type { ApiOptions } from '@loopscope/api';

import type { Config } from './config.ts';

type CeilingSetting = NonNullable<ApiOptions['ceilings']>[number];
type Ceiling = Config['ceilings'] extends ReadonlyMap<string, infer Value> ? Value : never;

/** A ceiling of loopscope.yaml as the API tells of it. */
export function ceilingOf(name: string, ceiling: Ceiling): CeilingSetting {
  if (typeof ceiling === 'number') return { name, value: ceiling, raised: null };
  const { value, raised_to: to, reason = '', ticket = '', expires = '' } = ceiling;
  return { name, value, raised: to === undefined ? null : { to, reason, ticket, expires } };
}
