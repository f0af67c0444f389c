import type { Config } from './config.ts';

export interface Expiry {
  what: string;
  /** YYYY-MM-DD */
  day: string;
}

/** Exemptions and raised ceilings with the day on which they end. */
export function expiriesOf(config: Pick<Config, 'declarations' | 'ceilings'>): Expiry[] {
  const tools = [...config.declarations].map(([name, { exempt }]) => ({
    what: `the exemption of ${name}`,
    day: exempt?.expires,
  }));
  const raised = [...config.ceilings].map(([name, ceiling]) => ({
    what: `the raised ceiling ${name}`,
    day: typeof ceiling === 'number' ? undefined : ceiling.expires,
  }));
  return [...tools, ...raised].flatMap(({ what, day }) =>
    day === undefined ? [] : [{ what, day }],
  );
}
