import { toInstant, type AlertStateRow } from '@loopscope/sql';

const AT_MS = Date.UTC(2026, 2, 1);
const AT = toInstant(AT_MS);

/** A firing alert of a turn, complete and unremarkable. */
export function firingRow(id: string, given: Partial<AlertStateRow> = {}): AlertStateRow {
  return {
    project: 'default',
    alert_id: id,
    rule: 'turn-max-attempts',
    scope: 'turn',
    subject: `turn-${id}`,
    state: 'firing',
    severity: 'page',
    since: AT,
    started_at: AT,
    updated_at: AT,
    summary: 'support made 6 tool calls in one turn, 1 of them distinct',
    agent_name: 'support',
    agent_version: '2.3.1',
    model: 'model-a',
    environment: 'production',
    tool: 'search_orders',
    session_id: 'session-1',
    turn_id: `turn-${id}`,
    facts: JSON.stringify({ tool_calls: 6, max_attempts: 6, cost: 0.31, cost_per_minute: 0.12 }),
    labels: JSON.stringify({ team: 'orders' }),
    annotations: '{}',
    diagnosis: '',
    muted: '',
    starts: [String(AT_MS)],
    last_seen_at: AT,
    looks: [],
    version: '1',
    ...given,
  };
}

export const resolvedRow = (id: string, given: Partial<AlertStateRow> = {}): AlertStateRow =>
  firingRow(id, { state: 'resolved', since: toInstant(AT_MS + 600_000), version: '2', ...given });
