import { stringify } from 'yaml';

import { writeDuration } from './duration.ts';
import { isNewsScope } from './facts.ts';
import type { AlertRule } from './rule.ts';

/** A rule as YAML that reads back to it; what is as by default is left out. */
export function writeRule(rule: AlertRule): string {
  const isNews = isNewsScope(rule.scope);
  const lines: [string, unknown, boolean][] = [
    ['name', rule.name, true],
    ['scope', rule.scope, true],
    ['by', rule.by, rule.by !== ''],
    ['match', rule.match, Object.keys(rule.match).length > 0],
    ['when', rule.when, true],
    ['window', writeDuration(rule.windowMs), !isNews],
    ['every', writeDuration(rule.everyMs), !isNews],
    ['baseline', writeDuration(rule.baselineMs ?? 0), rule.baselineMs !== null],
    ['times', `${rule.times?.need ?? 1} of ${rule.times?.of ?? 1}`, rule.times !== null],
    ['for', writeDuration(rule.forMs), rule.forMs > 0],
    ['quiet', writeDuration(rule.quietMs), isNews && rule.quietMs !== 600_000],
    ['keep_firing_for', writeDuration(rule.keepMs), rule.keepMs > 0],
    ['severity', rule.severity, true],
    ['reason', rule.reason, rule.reason !== ''],
    ['notify', rule.notify, rule.notify.length > 0],
    ['repeat', writeDuration(rule.repeatMs), rule.repeatMs !== 14_400_000],
    ['group_by', rule.groupBy, rule.groupBy.join(' ') !== 'rule agent'],
    ['labels', rule.labels, Object.keys(rule.labels).length > 0],
    ['annotations', rule.annotations, Object.keys(rule.annotations).length > 0],
    ['enabled', rule.enabled, !rule.enabled],
  ];
  const shown = lines.filter(([, , isShown]) => isShown);
  return stringify(Object.fromEntries(shown.map(([key, value]) => [key, value])), {
    lineWidth: 100,
  });
}

/** A rule as the API answers it. */
export const describeRule = (rule: AlertRule, source: 'shipped' | 'file' | 'stored') => {
  const isNews = isNewsScope(rule.scope);
  return {
    name: rule.name,
    scope: rule.scope,
    when: rule.when,
    for_seconds: rule.forMs / 1_000,
    quiet_seconds: rule.quietMs / 1_000,
    keep_firing_seconds: rule.keepMs / 1_000,
    window_seconds: isNews ? null : rule.windowMs / 1_000,
    every_seconds: isNews ? null : rule.everyMs / 1_000,
    baseline_seconds: rule.baselineMs === null ? null : rule.baselineMs / 1_000,
    times: rule.times === null ? null : `${rule.times.need} of ${rule.times.of}`,
    severity: rule.severity,
    reason: rule.reason,
    notify: [...rule.notify],
    repeat_seconds: rule.repeatMs / 1_000,
    group_by: [...rule.groupBy],
    labels: { ...rule.labels },
    annotations: { ...rule.annotations },
    match: Object.fromEntries(
      Object.entries(rule.match).map(([key, values]) => [key, [...values]]),
    ),
    source,
    enabled: rule.enabled,
    yaml: writeRule(rule),
  };
};
