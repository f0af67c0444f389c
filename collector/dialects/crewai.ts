import type { Dialect, FieldValues } from './dialect.ts';
import type { WireSpan } from '../decode/wire-span.ts';

const SCOPE = /^crewai/;

/** CrewAI's own telemetry, pointed here: flat spans without arguments; its name tells whether a tool failed. */
export const crewai: Dialect = {
  name: 'crewai',
  names: [
    { name: /^Tool (Repeated )?Usage( Error)?$/, kind: 'tool' },
    {
      name: /^(Crew Execution|Task Execution|Crew Created|Task Created)$/,
      scope: SCOPE,
      kind: 'other',
    },
    { name: /^call tool$/, scope: SCOPE, kind: 'tool' },
  ],
  fields: { tool: ['crewai.tool.name'] },
  ownFields: { tool: ['tool_name'] },
  readOdd: readFailure,
};

function readFailure({ name }: WireSpan): FieldValues {
  return name === 'Tool Usage Error' ? { errorType: 'ToolUsageError' } : {};
}
