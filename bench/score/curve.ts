import type { Prediction, RecordedRun } from './runs.ts';

/** A question that people have answered for some runs. */
interface LabelSet {
  title: string;
  dataset: string;
  label: string;
}

const LABEL_SETS: readonly LabelSet[] = [
  { title: 'TRAIL: resource abuse', dataset: 'trail', label: 'resource_abuse' },
  { title: 'TRAIL: the same, repetition', dataset: 'trail', label: 'resource_abuse_repetition' },
  { title: 'code_agents: 1 or more', dataset: 'code_agents', label: 'has_repetition' },
  { title: 'code_agents: 3 or more', dataset: 'code_agents', label: 'repetition_ge3' },
  { title: 'agentrx: repetition', dataset: 'agentrx_magentic', label: 'repetition_mentioned' },
];

/** From the laxest setting to the strictest: watch counts too, every alert, alerts on at least so many calls. */
const SETTINGS = [
  { title: 'watch too', severities: ['alert', 'watch'], minCalls: 2 },
  { title: 'alerts', severities: ['alert'], minCalls: 2 },
  { title: 'alerts of 4 calls', severities: ['alert'], minCalls: 4 },
  { title: 'alerts of 6 calls', severities: ['alert'], minCalls: 6 },
  { title: 'alerts of 10 calls', severities: ['alert'], minCalls: 10 },
] as const;

/** Markdown table of precision / recall / F1 for each label set and setting. */
export function curveTable(
  runs: readonly RecordedRun[],
  predictions: ReadonlyMap<string, Prediction['loops']>,
): string {
  const rows = LABEL_SETS.map((set) => {
    const labelled = runs.filter((run) => labelOf(run, set) !== null);
    const cells = SETTINGS.map(({ severities, minCalls }) => {
      const pairs = labelled.map((run) => {
        const loops = predictions.get(run.id) ?? [];
        const isFlagged = loops.some(
          ({ severity, calls }) =>
            severities.some((one) => one === severity) && calls.length >= minCalls,
        );
        return [isFlagged, labelOf(run, set) === true] as const;
      });
      return measured(pairs);
    });
    return `| ${[set.title, ...cells].join(' | ')} |`;
  });
  const head = `| precision / recall / F1 | ${SETTINGS.map(({ title }) => title).join(' | ')} |`;
  return [head, `|${'---|'.repeat(SETTINGS.length + 1)}`, ...rows].join('\n');
}

function labelOf(run: RecordedRun, { dataset, label }: LabelSet): boolean | null {
  const value = run.dataset === dataset ? run.labels?.[label] : undefined;
  return value === undefined || value === null ? null : Boolean(value);
}

function measured(pairs: readonly (readonly [isFlagged: boolean, isTrue: boolean])[]): string {
  const count = (flagged: boolean, isTrue: boolean): number =>
    pairs.filter(([a, b]) => a === flagged && b === isTrue).length;
  const right = count(true, true);
  const wrong = count(true, false);
  const missed = count(false, true);
  const share = (part: number, whole: number): string =>
    whole === 0 ? '-' : (part / whole).toFixed(2);
  const f1 = share(2 * right, 2 * right + wrong + missed);
  return `${share(right, right + wrong)} / ${share(right, right + missed)} / ${f1}`;
}
