import { factsRead } from '../condition/condition.ts';
import { writeDuration } from '../rule/duration.ts';
import { isNewsScope } from '../rule/facts.ts';
import type { AlertRule } from '../rule/rule.ts';
import { ARRIVALS_KEPT_MS } from './replay-product.ts';
import { stepOf } from './replay-window.ts';

/** What is never stored, so that no replay can know it. */
const OF_THE_MOMENT = ['analyzer_lag_seconds', 'spooled_spans'];

/** What a replay of this rule cannot know of the past, one sentence each. */
export function notesOf(rule: AlertRule, span: { fromMs: number; toMs: number }): string[] {
  const { scope } = rule;
  if (isNewsScope(scope)) return [];
  const { facts } = factsRead(rule.condition);
  const unknown = OF_THE_MOMENT.filter((name) => facts.has(name));
  const stepMs = stepOf(rule, span);
  return [
    ...(scope === 'ingestion' && unknown.length > 0
      ? [
          `What ${unknown.join(' and ')} ${unknown.length === 1 ? 'was' : 'were'} at the time is not stored: a comparison with it counts as unknown, which does not fire.`,
        ]
      : []),
    ...(scope === 'ingestion' && facts.has('touches') && span.toMs - span.fromMs > ARRIVALS_KEPT_MS
      ? ['Arrivals are kept for three days: before that, touches are unknown.']
      : []),
    ...(scope === 'config'
      ? ['Exemptions and raised ceilings are those of the configuration as it is now.']
      : []),
    ...(stepMs > rule.everyMs
      ? [
          `The range is long: it was looked at every ${writeDuration(Math.ceil(stepMs / 1_000) * 1_000)} instead of every ${writeDuration(rule.everyMs)}.`,
        ]
      : []),
  ];
}
