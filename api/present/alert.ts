import type { AlertStateRow } from '@loopscope/sql';

import type { Alert } from '../contract/index.ts';
import { toIso } from '../instant.ts';

export function presentAlert(row: AlertStateRow): Alert {
  return {
    alert_id: row.alert_id,
    rule: row.rule,
    scope: row.scope,
    subject: row.subject,
    state: row.state,
    severity: row.severity,
    since: toIso(row.since),
    updated_at: toIso(row.updated_at),
    summary: row.summary,
  };
}
