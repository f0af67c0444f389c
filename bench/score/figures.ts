import { extraIncidents, isRight, judgeCase } from './judge.ts';
import type { Prediction, RecordedRun, ReportCase } from './runs.ts';

type Listed = Prediction['loops'][number];
export type Predictions = ReadonlyMap<string, readonly Listed[]>;

/** What became of a labelled run. */
export interface Outcome {
  flagged: boolean;
  wanted: boolean;
}

/** A question that people have answered for some runs. */
export interface LabelSet {
  title: string;
  dataset: string;
  label: string;
  /** Column of the baselines' table. */
  column: string;
}

export const LABEL_SETS: readonly LabelSet[] = [
  ['TRAIL: resource abuse', 'trail', 'resource_abuse', 'F1 trail_resource_abuse'],
  [
    'TRAIL: the same, repetition',
    'trail',
    'resource_abuse_repetition',
    'F1 trail_resource_abuse_repetition',
  ],
  ['code_agents: 1 or more', 'code_agents', 'has_repetition', 'F1 code_agents_ge1'],
  ['code_agents: 3 or more', 'code_agents', 'repetition_ge3', 'F1 code_agents_ge3'],
  ['agentrx: repetition', 'agentrx_magentic', 'repetition_mentioned', 'F1 agentrx_repetition'],
].map(([title = '', dataset = '', label = '', column = '']) => ({ title, dataset, label, column }));

/** Counts of right, wrong and missed, and what follows from them. */
export interface Measured {
  right: number;
  wrong: number;
  missed: number;
  /** Null where nothing was flagged, recall and F1 where nothing was to be found. */
  precision: number | null;
  recall: number | null;
  f1: number | null;
}

export function measured(right: number, wrong: number, missed: number): Measured {
  return {
    right,
    wrong,
    missed,
    precision: ratio(right, right + wrong),
    recall: ratio(right, right + missed),
    f1: ratio(2 * right, 2 * right + wrong + missed),
  };
}

/** How well flagged runs meet a label; runs without the label are left out. */
export function measureSet(
  runs: readonly RecordedRun[],
  set: LabelSet,
  isFlagged: (id: string) => boolean,
): Measured {
  const found = outcomesOf(runs, set, isFlagged);
  const right = found.filter(({ flagged, wanted }) => flagged && wanted).length;
  const flags = found.filter(({ flagged }) => flagged).length;
  const positives = found.filter(({ wanted }) => wanted).length;
  return measured(right, flags - right, positives - right);
}

/** What became of each run that has the label. */
export function outcomesOf(
  runs: readonly RecordedRun[],
  set: LabelSet,
  isFlagged: (id: string) => boolean,
): Outcome[] {
  return runs.flatMap((run) => {
    const wanted = labelOf(run, set);
    return wanted === null ? [] : [{ flagged: isFlagged(run.id), wanted }];
  });
}

function labelOf(run: RecordedRun, { dataset, label }: LabelSet): boolean | null {
  const value = run.dataset === dataset ? run.labels?.[label] : undefined;
  return value === undefined || value === null ? null : Boolean(value);
}

/**
 * Calls labelled as repetition of their neighbour. Recall: those among all calls of loops; precision: of the calls of loops but
 * their first, which is no repeat.
 */
export function measureSteps(
  runs: readonly RecordedRun[],
  loopsOf: (id: string) => readonly Listed[],
): Measured {
  let reached = 0;
  let labelled = 0;
  let right = 0;
  let repeats = 0;
  for (const run of runs) {
    if (run.dataset !== 'code_agents' || !run.labels) continue;
    const steps = new Map(
      run.calls.flatMap(({ i, rel_prev: relation }) =>
        relation ? [[i, relation === 'Repetition'] as const] : [],
      ),
    );
    const loops = loopsOf(run.id);
    const flagged = new Set(loops.flatMap(({ calls }) => calls));
    const again = new Set(loops.flatMap(({ calls }) => calls.slice(1)).filter((i) => steps.has(i)));
    for (const [i, isRepetition] of steps) {
      if (!isRepetition) continue;
      labelled += 1;
      if (flagged.has(i)) reached += 1;
      if (again.has(i)) right += 1;
    }
    repeats += again.size;
  }
  const precision = ratio(right, repeats);
  const recall = ratio(reached, labelled);
  const sum = (precision ?? 0) + (recall ?? 0);
  const f1 = sum === 0 ? null : (2 * (precision ?? 0) * (recall ?? 0)) / sum;
  return { right, wrong: repeats - right, missed: labelled - reached, precision, recall, f1 };
}

const GOOD: Readonly<Record<string, (run: RecordedRun) => boolean>> = {
  tau_bench: (run) => run.reward === 1,
  tau2: (run) => run.reward === 1,
  mini_swe: (run) => run.resolved === true,
  intercode: (run) => run.reward === 1,
};
export const GOOD_SETS = Object.keys(GOOD);

/** Of the runs of a set that ended well: all, and how many of them were flagged. */
export function measureGood(
  runs: readonly RecordedRun[],
  set: string,
  isFlagged: (id: string) => boolean,
): { flagged: number; of: number } {
  const good = runs.filter((run) => run.dataset === set && GOOD[set]?.(run));
  return { flagged: good.filter(({ id }) => isFlagged(id)).length, of: good.length };
}

/** Report cases judged right, false alarms on honest work, and alerts on one loop beyond the first. */
export function measureCases(
  cases: readonly (RecordedRun & ReportCase)[],
  loopsOf: (id: string) => readonly Listed[],
): { right: number; of: number; falseAlarms: number; honest: number; extra: number } {
  const verdicts = cases.map((each) => ({ each, verdict: judgeCase(each, loopsOf(each.id)) }));
  return {
    right: verdicts.filter(({ each, verdict }) => isRight(each, verdict)).length,
    of: cases.length,
    falseAlarms: verdicts.filter(({ verdict }) => verdict === 'false alarm').length,
    honest: cases.filter(({ want }) => want === 'ok' || want === 'watch').length,
    extra: cases.reduce((sum, each) => sum + extraIncidents(each, loopsOf(each.id)), 0),
  };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
