import type { Ceilings } from '@loopscope/sdk/guard';

import type { Config } from './config.ts';

/** Ceilings of loopscope.yaml as a guard takes them. */
export function guardCeilings(ceilings: Config['ceilings']): Partial<Ceilings> {
  const given = [...ceilings].map(([name, ceiling]) => {
    const camel = name.replaceAll(/_(\w)/g, (_mark, letter: string) => letter.toUpperCase());
    if (typeof ceiling === 'number') return [camel, ceiling];
    const { value, raised_to: raisedTo, reason = '', ticket = '', expires = '' } = ceiling;
    const raised = { value, raisedTo, reason, ticket, expires };
    return [camel, raisedTo === undefined ? value : raised];
  });
  return Object.fromEntries(given);
}
