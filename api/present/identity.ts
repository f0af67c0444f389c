import type { Suggestion } from '@loopscope/analyzer';

import type { ToolIdentity } from '../contract/index.ts';

export function presentIdentity({ declared, suggestion, drift, calls }: Suggestion): ToolIdentity {
  return {
    declared: declared === null ? null : [...declared],
    suggestion,
    drift,
    calls,
  };
}
