import { LABEL_SETS, measureSet, measureSteps } from './figures.ts';
import type { Measured, Predictions } from './figures.ts';
import type { Prediction, RecordedRun } from './runs.ts';

type Listed = Prediction['loops'][number];

/** Points of the threshold, from the laxest to the strictest: watch counts too, every alert, alerts on at least so many calls. */
const SETTINGS = [
  { title: 'watch too', severities: ['alert', 'watch'], minCalls: 2 },
  { title: 'alerts', severities: ['alert'], minCalls: 2 },
  { title: 'of 4 calls', severities: ['alert'], minCalls: 4 },
  { title: 'of 6 calls', severities: ['alert'], minCalls: 6 },
  { title: 'of 10 calls', severities: ['alert'], minCalls: 10 },
] as const;

/** Markdown table of precision / recall / F1 over the threshold, for each label set and for the labelled steps. */
export function curveTable(runs: readonly RecordedRun[], predictions: Predictions): string {
  const counted = SETTINGS.map(({ severities, minCalls }) => {
    const counts = ({ severity, calls }: Listed): boolean =>
      severities.some((one) => one === severity) && calls.length >= minCalls;
    return (id: string) => (predictions.get(id) ?? []).filter((loop) => counts(loop));
  });
  const sets = LABEL_SETS.map((set) =>
    [set.title].concat(
      counted.map((loopsOf) => said(measureSet(runs, set, (id) => loopsOf(id).length > 0))),
    ),
  );
  const steps = [
    'code_agents: labelled steps',
    ...counted.map((loopsOf) => said(measureSteps(runs, loopsOf))),
  ];
  const head = ['precision / recall / F1', ...SETTINGS.map(({ title }) => title)];
  return table([head, ...sets, steps]);
}

function said({ precision, recall, f1 }: Measured): string {
  return [precision, recall, f1].map((value) => value?.toFixed(2) ?? '-').join(' / ');
}

/** Markdown; the first row is the head. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, `|${'---|'.repeat(rows[0]?.length ?? 0)}`, ...body].join('\n');
}
