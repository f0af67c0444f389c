import type { FileInForce } from './options.ts';
import type { RuleBook } from './rule/rule-book.ts';
import type { Book } from './state/book.ts';
import type { Failure } from './watch/failure.ts';
import type { NewsWatch } from './watch/news-watch.ts';

/** As the API writes them in Prometheus text format. */
export interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  samples: { value: number; labels?: Record<string, string> }[];
}

interface Reading {
  book: Book;
  ruleBook: RuleBook;
  isLeading: boolean;
  /** Rules whose latest look failed. */
  failures: ReadonlyMap<string, Failure>;
  /** Whether the latest look as a whole failed. */
  isFailing: boolean;
  /** `receiver outcome` -> messages since the start. */
  sent: ReadonlyMap<string, number>;
  file: FileInForce | null;
  /** By scope. */
  counts: ReturnType<NewsWatch['counts']>;
}

/** What only the evaluator knows; where alerts stand is in the store and counted there. */
export function alertMetrics({
  book,
  ruleBook,
  isLeading,
  failures,
  isFailing,
  sent,
  file,
  counts,
}: Reading): Metric[] {
  return [
    ...(file === null ? [] : fileMetrics(file)),
    gauge('loopscope_alert_evaluator_leading', 'Whether this process evaluates the alert rules.', [
      { value: isLeading ? 1 : 0 },
    ]),
    gauge('loopscope_alert_rules', 'Alert rules in force.', [{ value: ruleBook.active().length }]),
    gauge(
      'loopscope_alert_rule_problems',
      'Rules that were not taken; the earlier ones stay in force.',
      [{ value: ruleBook.problems().length }],
    ),
    gauge(
      'loopscope_alert_rule_failed',
      'Rules whose latest evaluation failed.',
      [...failures.keys()].map((rule) => ({ value: 1, labels: { rule } })),
    ),
    gauge('loopscope_alert_evaluation_failed', 'Whether the latest look at what arrived failed.', [
      { value: isFailing ? 1 : 0 },
    ]),
    gauge(
      'loopscope_alert_subjects_waiting',
      'Sessions and turns of which something arrived and that no look has come to yet.',
      [...counts].map(([scope, { waiting }]) => ({ value: waiting, labels: { scope } })),
    ),
    {
      name: 'loopscope_alert_subjects_looked_at_total',
      help: 'Looks at a session or turn of which something arrived.',
      type: 'counter',
      samples: [...counts].map(([scope, { looked }]) => ({ value: looked, labels: { scope } })),
    },
    gauge('loopscope_alerts_in_memory', 'Alerts that the evaluator keeps an eye on.', [
      { value: book.size() },
    ]),
    {
      name: 'loopscope_alert_messages_total',
      help: 'Tries to send a message, by receiver and outcome.',
      type: 'counter',
      samples: [...sent].map(([key, value]) => {
        const at = key.lastIndexOf(' ');
        return { value, labels: { receiver: key.slice(0, at), outcome: key.slice(at + 1) } };
      }),
    },
  ];
}

const fileMetrics = ({ path, fingerprint, sinceMs, isCurrent }: FileInForce): Metric[] => [
  gauge(
    'loopscope_config_info',
    'The configuration file in force; no fingerprint: there is none.',
    [{ value: 1, labels: { path, fingerprint: fingerprint ?? '' } }],
  ),
  gauge(
    'loopscope_config_last_reload_successful',
    'Whether the configuration file as it is now could be taken.',
    [{ value: isCurrent ? 1 : 0 }],
  ),
  gauge(
    'loopscope_config_last_reload_success_timestamp_seconds',
    'Since when what is in force is in force.',
    [{ value: sinceMs / 1_000 }],
  ),
];

const gauge = (name: string, help: string, samples: Metric['samples']): Metric => ({
  name,
  help,
  type: 'gauge',
  samples,
});
