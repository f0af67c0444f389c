import type { Prediction, ReportCase } from './runs.ts';

export type Verdict =
  | 'found'
  | 'other kind'
  | 'watch only'
  | 'wrong calls'
  | 'missed'
  | 'quiet'
  | 'listed'
  | 'false alarm';

type Listed = Prediction['loops'][number];

/** What the listed loops of a report case are worth, by the rules of the scorer. */
export function judgeCase(wanted: ReportCase, loops: readonly Listed[]): Verdict {
  const alerts = loops.filter((loop) => loop.severity === 'alert');
  if (wanted.want === 'ok' || wanted.want === 'watch') {
    if (alerts.length > 0) return 'false alarm';
    return loops.length > 0 ? 'listed' : 'quiet';
  }
  const members = new Set(wanted.loop);
  const meets = ({ calls }: Listed): boolean => {
    const inside = calls.filter((call) => members.has(call)).length;
    return inside >= 2 && 2 * inside >= calls.length;
  };
  const onIt = alerts.filter((loop) => meets(loop));
  const kinds = new Set<string>([wanted.want, ...(wanted.also ?? [])]);
  if (onIt.some((loop) => kinds.has(loop.kind))) return 'found';
  if (onIt.length > 0) return 'other kind';
  if (loops.some((loop) => meets(loop))) return 'watch only';
  return alerts.length > 0 ? 'wrong calls' : 'missed';
}

export function isRight(wanted: ReportCase, verdict: Verdict): boolean {
  if (verdict === 'found' || verdict === 'quiet') return true;
  return verdict === 'listed' && wanted.want === 'watch';
}

/** Alerts on the wanted loop beyond the incidents that it may be split into. */
export function extraIncidents(wanted: ReportCase, loops: readonly Listed[]): number {
  const members = new Set(wanted.loop);
  const alerts = loops.filter((loop) => {
    const inside = loop.calls.filter((call) => members.has(call)).length;
    return loop.severity === 'alert' && inside >= 2 && 2 * inside >= loop.calls.length;
  });
  return Math.max(0, alerts.length - (wanted.incidents ?? 1));
}
