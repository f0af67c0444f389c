/** The part of a run that the timeline shows: how it is narrowed, widened and moved. */
export interface Stretch {
  fromMs: number;
  toMs: number;
}

const NARROWEST_MS = 5;

export const wholeRun = (totalMs: number): Stretch => ({ fromMs: 0, toMs: totalMs });

/** `from-to` in milliseconds after the turn's start; the whole run where the text makes no sense. */
export function parseZoom(text: string | undefined, totalMs: number): Stretch {
  const [, from, to] = /^(\d{1,12})-(\d{1,12})$/.exec(text ?? '') ?? [];
  const stretch = { fromMs: Number(from), toMs: Math.min(totalMs, Number(to)) };
  return stretch.toMs - stretch.fromMs > 0 ? stretch : wholeRun(totalMs);
}

/** Undefined for the whole run: it needs no words in the URL. */
export function writeZoom({ fromMs, toMs }: Stretch, totalMs: number): string | undefined {
  if (fromMs <= 0 && toMs >= totalMs) return undefined;
  return `${Math.floor(fromMs)}-${Math.ceil(toMs)}`;
}

/** Narrower by `factor` (wider below 1) around a point in time, never beyond the run. */
export function zoomBy(
  { fromMs, toMs }: Stretch,
  { factor, atMs, totalMs }: { factor: number; atMs: number; totalMs: number },
): Stretch {
  const length = Math.min(totalMs, Math.max(NARROWEST_MS, (toMs - fromMs) / factor));
  const middle = atMs >= fromMs && atMs <= toMs ? atMs : (fromMs + toMs) / 2;
  return keepInside(middle - length / 2, length, totalMs);
}

/** The same length, moved where `atMs` is not in it. */
export function showMoment(stretch: Stretch, atMs: number, totalMs: number): Stretch {
  if (atMs >= stretch.fromMs && atMs <= stretch.toMs) return stretch;
  const length = stretch.toMs - stretch.fromMs;
  return keepInside(atMs - length / 2, length, totalMs);
}

function keepInside(fromMs: number, length: number, totalMs: number): Stretch {
  const start = Math.max(0, Math.min(fromMs, totalMs - length));
  return { fromMs: start, toMs: Math.min(totalMs, start + length) };
}
