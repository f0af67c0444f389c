import { alert as schema, type Alert } from '@loopscope/api/contract';
import { expect, test } from 'vitest';

import { groupAlerts } from './group-alerts.ts';

const AT = '2027-01-01T00:00:00.000Z';
const make = (id: string, changes: Partial<Alert>): Alert =>
  schema.parse({
    alert_id: id,
    rule: 'r',
    scope: 'turn',
    subject: id,
    state: 'firing',
    severity: 'warn',
    since: AT,
    started_at: AT,
    updated_at: AT,
    summary: '',
    agent: '',
    agent_version: '',
    model: '',
    environment: '',
    tool: '',
    session_id: '',
    turn_id: '',
    facts: {},
    labels: {},
    annotations: {},
    diagnosis: null,
    muted: null,
    flapping: false,
    ...changes,
  });

test('alerts stand under their rule, pages first, what fires before what is about to', () => {
  const groups = groupAlerts([
    make('a', { rule: 'many' }),
    make('b', { rule: 'many', state: 'pending' }),
    make('c', { rule: 'many', since: '2027-01-01T01:00:00.000Z' }),
    make('d', { rule: 'few' }),
    make('e', { rule: 'paging', severity: 'page' }),
  ]);
  expect(
    groups.map(({ rule, firing, alerts }) => [rule, firing, alerts.map((one) => one.alert_id)]),
  ).toEqual([
    ['paging', 1, ['e']],
    ['many', 2, ['c', 'a', 'b']],
    ['few', 1, ['d']],
  ]);
});
