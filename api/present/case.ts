import type { ExportedCase as Exported } from '@loopscope/analyzer';

import type { ExportedCase } from '../contract/index.ts';

export function presentCase(exported: Exported): ExportedCase {
  const { expected, kept, from, kind, severity, summary, test } = exported;
  const { calls, ...head } = exported.case;
  return {
    turn_id: exported.turnId,
    loop_id: exported.loopId,
    kind,
    severity,
    summary,
    from,
    kept,
    expected,
    case: { ...head, calls: calls.map((call) => Object.fromEntries(Object.entries(call))) },
    test,
  };
}
