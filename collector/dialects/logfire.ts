import type { Dialect } from './dialect.ts';

/** OpenAI Agents bridged by Logfire. */
export const logfire: Dialect = {
  name: 'logfire',
  names: [
    { name: /^Function: /, kind: 'tool' },
    { name: /^Agent run: /, kind: 'agent' },
  ],
  ownFields: { tool: ['name'], args: ['input'], result: ['output'], errorMessage: ['error'] },
  errorFlags: [{ attribute: 'logfire.level_num', values: ['17', '18', '21'] }],
  toolFromName: /^Function: (.+)$/,
  agentFromName: /^Agent run: (.+)$/,
};
