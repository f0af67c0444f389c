import { describeRule, toRules, type AlertsConfig } from '@loopscope/alerts';
import type { ApiOptions } from '@loopscope/api';

type Alerting = NonNullable<ApiOptions['alerting']>;

/** What the API asks of the alerts, which it knows nothing of. */
export function createAlerting(alerts: AlertsConfig): Alerting {
  const rules = toRules(alerts).map(describeRule);
  return {
    rules: () => rules,
    problems: () => [],
    facts: () => ({}),
    check: () => ({ rule: null, problems: [{ line: null, message: 'not yet' }] }),
    preview: () => Promise.resolve('not yet'),
    receivers: () => [],
    testReceiver: () => Promise.resolve(null),
    metrics: () => [],
  };
}
