import { curveTable, table } from './curve.ts';
import {
  GOOD_SETS,
  LABEL_SETS,
  measureCases,
  measureGood,
  measureSet,
  measureSteps,
  outcomesOf,
} from './figures.ts';
import type { Measured, Predictions } from './figures.ts';
import { f1Bounds } from './resample.ts';
import type { RecordedRun, ReportCase } from './runs.ts';

/** What is scored, with the predictions of all of it by id. */
export interface Scored {
  runs: readonly RecordedRun[];
  cases: readonly (RecordedRun & ReportCase)[];
  predictions: Predictions;
}

/** Figures that were asked for: at least, and of good runs at most. */
const ASKED_F1 = [0.6, 0.7, 0.82, 0.82, 0.75];
const ASKED_STEPS = 0.8;
const ASKED_GOOD = [0.005, 0.01, 0.01, 0.04];
const ASKED_CASES = 97;

const STEPS_COLUMN = 'F1 steps';
const BEGIN = '<!-- figures: written by `node bench/score.ts --write` -->';
const END = '<!-- end of figures -->';

/** The block of `docs/detection.md` that holds the figures. `baselines`: the published detectors' table file, where it is at hand. */
export function report(scored: Scored, baselines: string | null): string {
  return [
    reachedTable(scored),
    'Beside the detectors of other projects, rebuilt from their published thresholds and run over the same calls (`+warn`: their warnings count as alerts, too):',
    besideTable(scored, baselines),
    'How far a figure may move by the choice of runs alone: 95 % of 1,000 samples of as many runs, drawn with repetition, fall between these bounds:',
    boundsTable(scored),
    'Precision / recall / F1 over the threshold, from the laxest setting to stricter ones:',
    curveTable(scored.runs, scored.predictions),
  ].join('\n\n');
}

/** A page with its block of figures put in place of the old one. */
export function withReport(page: string, block: string): string {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < from) throw new RangeError('the page has no place for the figures');
  return `${page.slice(0, from)}${BEGIN}\n\n${block}\n\n${page.slice(to)}`;
}

/** The lines of the table of what was asked for and reached; each is a claim that can be checked by itself. */
export function reachedRows({ runs, cases, predictions }: Scored): string[][] {
  const alerts = alertsOf(predictions);
  const isFlagged = (id: string): boolean => alerts(id).length > 0;
  const found = measureCases(cases, (id) => predictions.get(id) ?? []);
  const rows: string[][] = [
    [
      `${found.of} report cases: right; false alarms among ${found.honest} that are honest work`,
      `${ASKED_CASES}; 0`,
      `${bold(found.right >= ASKED_CASES, String(found.right))}; ${bold(found.falseAlarms === 0, String(found.falseAlarms))}; ${found.extra} extra incidents`,
    ],
  ];
  for (const [at, set] of LABEL_SETS.entries()) {
    const asked = ASKED_F1[at] ?? 0;
    const got = measureSet(runs, set, isFlagged);
    rows.push([`${set.title}: F1`, asked.toFixed(2), claim(got, asked)]);
  }
  const steps = measureSteps(runs, alerts);
  rows.push(['code_agents: labelled steps: F1', ASKED_STEPS.toFixed(2), claim(steps, ASKED_STEPS)]);
  for (const [at, set] of GOOD_SETS.entries()) {
    const { flagged, of } = measureGood(runs, set, isFlagged);
    const most = ASKED_GOOD[at] ?? 0;
    const share = of === 0 ? 0 : flagged / of;
    rows.push([
      `good runs of ${set} flagged`,
      `at most ${percent(most)}`,
      `${bold(share <= most, percent(share))} (${flagged} of ${of})`,
    ]);
  }
  return rows;
}

function boundsTable({ runs, predictions }: Scored): string {
  const alerts = alertsOf(predictions);
  const rows = LABEL_SETS.map((set) => {
    const outcomes = outcomesOf(runs, set, (id) => alerts(id).length > 0);
    const positives = outcomes.filter(({ wanted }) => wanted).length;
    const bounds = f1Bounds(outcomes).map((bound) => bound.toFixed(2));
    return [set.title, `${positives} of ${outcomes.length}`, bounds.join(' to ')];
  });
  return table([['F1', 'runs with the label', '95 % of samples'], ...rows]);
}

function reachedTable(scored: Scored): string {
  return table([['', 'asked for', 'reached'], ...reachedRows(scored)]);
}

function claim({ f1, precision, recall, ...counts }: Measured, asked: number): string {
  const said = bold((f1 ?? 0) >= asked, f1?.toFixed(2) ?? '-');
  const { right, wrong, missed } = counts;
  return `${said} (precision ${precision?.toFixed(2) ?? '-'}, recall ${recall?.toFixed(2) ?? '-'}; ${right} right, ${wrong} wrong, ${missed} missed)`;
}

const COLUMNS = [
  'right, of 100',
  'false alarms, of 30',
  ...LABEL_SETS.map(({ column }) => column),
  STEPS_COLUMN,
  ...GOOD_SETS.map((set) => `good ${set} flagged`),
];
const HEAD = ['detector', 'cases right', 'false alarms', 'TRAIL abuse', 'TRAIL repetition'].concat(
  ['code agents 1+', 'code agents 3+', 'agentrx', 'steps'],
  GOOD_SETS.map((set) => `good ${set}`),
);

function besideTable(scored: Scored, baselines: string | null): string {
  const { predictions } = scored;
  const others = baselines === null ? new Map<string, Map<string, string>>() : read(baselines);
  return table([
    HEAD,
    ownRow('**Loopscope**', scored, alertsOf(predictions)),
    ownRow('Loopscope, watch too', scored, (id) => predictions.get(id) ?? []),
    ...[...others].map(([name, row]) => [name].concat(COLUMNS.map((each) => row.get(each) ?? '-'))),
  ]);
}

function ownRow(name: string, { runs, cases, predictions }: Scored, loopsOf: LoopsOf): string[] {
  const isFlagged = (id: string): boolean => loopsOf(id).length > 0;
  const found = measureCases(cases, (id) => predictions.get(id) ?? []);
  const f1 = (value: number | null): string => value?.toFixed(2) ?? '-';
  return [
    name,
    String(found.right),
    String(found.falseAlarms),
    ...LABEL_SETS.map((set) => f1(measureSet(runs, set, isFlagged).f1)),
    f1(measureSteps(runs, loopsOf).f1),
    ...GOOD_SETS.map((set) => {
      const { flagged, of } = measureGood(runs, set, isFlagged);
      return percent(of === 0 ? 0 : flagged / of);
    }),
  ];
}

type LoopsOf = (id: string) => Predictions extends ReadonlyMap<string, infer Loops> ? Loops : never;

function alertsOf(predictions: Predictions): LoopsOf {
  return (id: string) => (predictions.get(id) ?? []).filter(({ severity }) => severity === 'alert');
}

/** Rows of all tables of the baselines whose first column names the detector, by name and column. */
function read(markdown: string): Map<string, Map<string, string>> {
  const rows = new Map<string, Map<string, string>>();
  let head: string[] = [];
  for (const line of markdown.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : [];
    if (cells[0] === 'detector') head = cells;
    else if (cells.length === 0) head = [];
    else if (head.length === cells.length && cells[0] !== undefined && !cells[0].startsWith('-')) {
      const row = rows.get(cells[0]) ?? new Map<string, string>();
      for (const [at, cell] of cells.entries()) if (head[at] !== undefined) row.set(head[at], cell);
      rows.set(cells[0], row);
    }
  }
  return rows;
}

function bold(isReached: boolean, text: string): string {
  return isReached ? `**${text}**` : text;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
