import type { Dialect } from './dialect.ts';

/** OpenLIT writes GenAI spans; these are the names it adds. */
export const openlit: Dialect = {
  name: 'openlit',
  fields: { agentVersion: ['openlit.agent.version_hash'] },
};
