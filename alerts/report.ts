import {
  alertReports,
  fromInstant,
  nextVersion,
  toInstant,
  type AlertReportRow,
  type Store,
} from '@loopscope/sql';
import { z } from 'zod';

import { targetOf, type Receiver } from './deliver/receivers.ts';
import type { Metric } from './metrics.ts';
import type { FileInForce } from './options.ts';
import { readRule } from './rule/read-rules.ts';
import type { KnownRule, RuleProblem } from './rule/rule-book.ts';
import { writeRule } from './rule/write-rule.ts';
import type { Failure } from './watch/failure.ts';

type Part = AlertReportRow['part'];

/** What an evaluator knows and no other process can. */
export interface Reported {
  known: readonly KnownRule[];
  problems: readonly RuleProblem[];
  receivers: readonly Receiver[];
  failures: ReadonlyMap<string, Failure>;
  /** The configuration file in force; null where the process has none. */
  file: FileInForce | null;
  metrics: () => readonly Metric[];
}

/** Tells the processes that do not evaluate, by way of the store. */
export interface Report {
  /** Writes the parts that have changed. */
  publish(reported: Reported, nowMs: number): Promise<void>;
  /** Somebody else may have written since. */
  reset(): void;
}

/** Metrics change all the time; they are also the evaluator's sign of life. */
const METRICS_MS = 10_000;

export function createReport(store: Store, project: string): Report {
  let written: Map<Part, AlertReportRow> | null = null;
  let metricsMs = -Infinity;
  // Rules are many and seldom change: another list is other rules.
  let rules: { known: readonly KnownRule[]; text: string } | null = null;

  const rulesText = (known: readonly KnownRule[]): string => {
    if (rules?.known !== known) rules = { known, text: writeRules(known) };
    return rules.text;
  };

  async function load(): Promise<Map<Part, AlertReportRow>> {
    const rows = await store.query(alertReports, { project });
    return new Map(rows.map((row) => [row.part, row]));
  }

  return {
    async publish({ known, problems, receivers, failures, file, metrics }, nowMs) {
      const before = (written ??= await load());
      const isMetricsDue = Math.abs(nowMs - metricsMs) >= METRICS_MS;
      const texts: Partial<Record<Part, string>> = {
        rules: rulesText(known),
        problems: JSON.stringify(problems.filter(({ source }) => source !== 'stored')),
        receivers: JSON.stringify(receivers.map(describeReceiver)),
        failures: JSON.stringify(
          [...failures].map(([rule, { reason, atMs }]) => ({ rule, reason, atMs })),
        ),
        file: JSON.stringify(file === null ? [] : [file]),
        ...(isMetricsDue ? { metrics: JSON.stringify(metrics()) } : {}),
      };
      const changed = PARTS.flatMap((part): AlertReportRow[] => {
        const text = texts[part];
        const known = before.get(part);
        // A sign of life is news even where its text is the same.
        if (text === undefined || (part !== 'metrics' && known?.text === text)) return [];
        const version = nextVersion(known?.version ?? '0', nowMs);
        return [{ project, part, text, reported_at: toInstant(nowMs), version }];
      });
      if (changed.length === 0) return;
      await store.insert('alert_reports', changed);
      for (const row of changed) before.set(row.part, row);
      if (isMetricsDue) metricsMs = nowMs;
    },
    reset() {
      written = null;
      metricsMs = -Infinity;
    },
  };
}

const PARTS: readonly Part[] = ['rules', 'problems', 'receivers', 'failures', 'metrics', 'file'];

/** As people and other processes see a receiver. */
export const describeReceiver = (receiver: Receiver) => ({
  name: receiver.name,
  kind: receiver.kind,
  target: targetOf(receiver),
});

function writeRules(known: readonly KnownRule[]): string {
  const own = known.filter(({ source }) => source !== 'stored');
  return JSON.stringify(own.map(({ rule, source }) => ({ source, yaml: writeRule(rule) })));
}

const failure = z.object({ rule: z.string(), reason: z.string(), atMs: z.number() });
const problem = z.object({
  source: z.string(),
  rule: z.string(),
  line: z.number().nullable(),
  message: z.string(),
  atMs: z.number(),
});
const metric = z.object({
  name: z.string(),
  help: z.string(),
  type: z.enum(['counter', 'gauge']),
  samples: z.array(
    z.object({
      value: z.number(),
      labels: z.record(z.string(), z.string()).exactOptional(),
    }),
  ),
});
const file = z.object({
  path: z.string(),
  fingerprint: z.string().nullable(),
  sinceMs: z.number(),
  isCurrent: z.boolean(),
});
const FORMS = {
  rules: z.array(z.object({ source: z.enum(['shipped', 'file']), yaml: z.string() })),
  problems: z.array(problem),
  receivers: z.array(z.object({ name: z.string(), kind: z.string(), target: z.string() })),
  failures: z.array(failure),
  metrics: z.array(metric),
  file: z.array(file),
};

/** What the evaluator last said, wherever it runs. */
export interface Heard {
  rules: KnownRule[];
  problems: RuleProblem[];
  receivers: { name: string; kind: string; target: string }[];
  failures: ReadonlyMap<string, Failure>;
  metrics: Metric[];
  file: FileInForce | null;
  /** The evaluator's latest sign of life, milliseconds since the epoch; null where there never was one. */
  seenMs: number | null;
}

/** What the store has of it; parts that were never said, or not in this form, are empty. */
export async function hearReports(store: Store, project: string): Promise<Heard> {
  const rows = await store.query(alertReports, { project });
  const texts = new Map(rows.map(({ part, text }) => [part, text]));
  const read = <Item>(part: Part, form: z.ZodType<Item[]>): Item[] => {
    const parsed = form.safeParse(JSON.parse(texts.get(part) ?? '[]'));
    return parsed.success ? parsed.data : [];
  };
  const rules = read('rules', FORMS.rules).flatMap(({ source, yaml }): KnownRule[] => {
    const { rule } = readRule(yaml);
    return rule === null ? [] : [{ rule, source }];
  });
  const seen = rows.find(({ part }) => part === 'metrics');
  const failures = new Map(
    read('failures', FORMS.failures).map(({ rule, ...rest }) => [rule, rest]),
  );
  return {
    rules,
    problems: read('problems', FORMS.problems),
    receivers: read('receivers', FORMS.receivers),
    failures,
    metrics: read('metrics', FORMS.metrics),
    file: read('file', FORMS.file)[0] ?? null,
    seenMs: seen === undefined ? null : fromInstant(seen.reported_at),
  };
}
