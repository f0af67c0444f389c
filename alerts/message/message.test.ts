import { describe, expect, it } from 'vitest';

import { firingRow } from '../testing/rows.ts';
import { alertId, sortViews, toAlertView } from './message.ts';

describe('the id of an alert', () => {
  it('is the same in every release: stored alerts and receivers know it by that', () => {
    expect(alertId('default', 'turn-max-attempts', 'turn', 't1')).toBe('ed78db9ede96f471');
  });

  it('tells apart what is only joined alike', () => {
    const ids = [
      alertId('p', 'r', 'turn', 'a b'),
      alertId('p', 'r', 'turn a', 'b'),
      alertId('p', 'r turn', 'a', 'b'),
      alertId('p r', 'turn', 'a', 'b'),
    ];
    expect(new Set(ids).size).toBe(4);
  });
});

describe('alerts of one message', () => {
  const view = (id: string, severity: string, calls: number) =>
    toAlertView(firingRow(id, { severity, facts: JSON.stringify({ tool_calls: calls }) }), '');

  it('come the worst first: by severity, then by the most calls, then by id', () => {
    const views = [
      view('c', 'older', 99),
      view('b', 'info', 50),
      view('a', 'warn', 3),
      view('e', 'page', 3),
      view('d', 'page', 3),
      view('f', 'page', 40),
    ];
    expect(sortViews(views).map((one) => one.alertId)).toEqual(['f', 'd', 'e', 'a', 'b', 'c']);
  });
});
