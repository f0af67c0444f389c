import type { ToolIdentity } from '../contract/index.ts';
import type { Suggestion } from '../workbench.ts';

export function presentIdentity({ declared, suggestion, drift, calls }: Suggestion): ToolIdentity {
  return {
    declared: declared === null ? null : [...declared],
    suggestion,
    drift,
    calls,
  };
}
