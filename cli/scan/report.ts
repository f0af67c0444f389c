import { counted, toTable } from '../text-table.ts';
import type { ScannedLoop, ScannedRun } from './scanned-run.ts';
import type { ScanResult } from './scan-files.ts';

/** The loops as a table, where their fixes go, and one line that adds up. */
export function toReport(result: ScanResult): string {
  const found = result.runs.flatMap((run) => run.loops.map((loop) => ({ run, loop })));
  const parts = [summarise(result)];
  if (found.length > 0) parts.unshift(tableOf(found), fixesOf(found.map(({ loop }) => loop)));
  return `${parts.join('\n\n')}\n`;
}

interface Found {
  run: ScannedRun;
  loop: ScannedLoop;
}

/** A run of its own line number says where it stands; ids can be long. */
function tableOf(found: readonly Found[]): string {
  const head = ['SEVERITY', 'KIND', 'CALLS', 'RUN', 'AT', 'WHAT HAPPENED'];
  const rows = found.map(({ run, loop }) => [
    loop.severity,
    loop.kind,
    `${loop.calls.length} (${spanOf(loop.calls)})`,
    run.id,
    `${run.origin.file}:${run.origin.line}`,
    loop.summary,
  ]);
  return toTable([head, ...rows]);
}

/** `4-43`: the first and the last call. */
function spanOf(calls: readonly number[]): string {
  return `${calls[0] ?? ''}-${calls.at(-1) ?? ''}`;
}

function fixesOf(loops: readonly ScannedLoop[]): string {
  const rows = [...Map.groupBy(loops, (loop) => loop.kind)].flatMap(([kind, ofKind]) => {
    const [first] = ofKind;
    return first === undefined
      ? []
      : [[kind, first.fix.place.replaceAll('_', ' '), first.fix.advice]];
  });
  return `Where the fix goes\n${toTable(rows)}`;
}

function summarise({ runs, skipped, unread, foreign }: ScanResult): string {
  const loops = runs.flatMap((run) => run.loops);
  const alerts = loops.filter((loop) => loop.severity === 'alert');
  const calls = runs.reduce((sum, run) => sum + run.calls, 0);
  const looping = runs.filter((run) => run.loops.some(({ severity }) => severity === 'alert'));
  const left = [
    ...(unread > 0 ? [`${counted(unread, 'file')} could not be read`] : []),
    ...(skipped > 0 ? [`${counted(skipped, 'record')} passed over`] : []),
    ...(foreign > 0 ? [`${counted(foreign, 'file')} without runs`] : []),
  ];
  const scanned = `${counted(runs.length, 'run')} with ${counted(calls, 'call')}`;
  const alerted = `${counted(alerts.length, 'alert')} in ${counted(looping.length, 'run')}`;
  const watched = `${(loops.length - alerts.length).toLocaleString('en')} to watch`;
  return [`${scanned}: ${alerted}, ${watched}`, ...left].join('; ');
}
