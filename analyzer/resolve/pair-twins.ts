import { compareSpans, gapNs } from './span.ts';
import type { Span } from './span.ts';
import type { Sighting } from './tool-call.ts';

/** When two sightings by different instrumentations are one and the same. */
export interface TwinRule<T> {
  /** Only sightings with equal keys are compared; an empty key takes no part. */
  key: (sighting: T) => string;
  /** How long after one has ended the other may still begin. */
  reachNs: number;
  isTwin: (a: T, b: T) => boolean;
  /** Of several possible twins the one that is nearest in time; else the earliest. */
  nearest?: true;
  /** True where `a` stands for both. */
  outranks: (a: T, b: T) => boolean;
}

/**
 * Folds sightings that differ in instrumentation only. One sighting takes at most one of each other instrumentation: what
 * one instrumentation has seen twice happened twice.
 */
export function pairTwins<T extends Sighting>(sightings: readonly T[], rule: TwinRule<T>): T[] {
  const ordered = sightings.toSorted((a, b) => compareSpans(a.span, b.span));
  if (hasOneScope(ordered)) return ordered;
  const folded = new Set<T>();
  for (const [key, group] of Map.groupBy(ordered, rule.key)) {
    if (key === '' || hasOneScope(group)) continue;
    for (const twin of pairGroup(group, rule)) folded.add(twin);
  }
  return ordered.filter((sighting) => !folded.has(sighting));
}

function pairGroup<T extends Sighting>(group: readonly T[], rule: TwinRule<T>): T[] {
  const folded: T[] = [];
  let open: T[] = [];
  for (const sighting of group) {
    open = open.filter((other) => other.end + rule.reachNs >= sighting.start);
    const at = twinOf(sighting, open, rule);
    const twin = open[at];
    if (twin === undefined) {
      open.push(sighting);
      continue;
    }
    const [outer, inner] = rule.outranks(sighting, twin) ? [sighting, twin] : [twin, sighting];
    outer.layers.push(inner.span, ...inner.layers);
    open[at] = outer;
    folded.push(inner);
  }
  return folded;
}

/** Its place in `open`; -1 where there is none. */
function twinOf<T extends Sighting>(sighting: T, open: readonly T[], rule: TwinRule<T>): number {
  let found = -1;
  for (const [at, other] of open.entries()) {
    if (sharesScope(other, sighting) || !rule.isTwin(other, sighting)) continue;
    if (rule.nearest === undefined) return at;
    const best = open[found];
    if (best === undefined || gapNs(other, sighting) < gapNs(best, sighting)) found = at;
  }
  return found;
}

function sharesScope(a: Sighting, b: Sighting): boolean {
  return someSpan(a, (one) => someSpan(b, (other) => isOneScope(one, other)));
}

function someSpan({ span, layers }: Sighting, holds: (span: Span) => boolean): boolean {
  return holds(span) || layers.some(holds);
}

function hasOneScope(group: readonly Sighting[]): boolean {
  const [first] = group;
  return (
    first === undefined ||
    group.every(({ span, layers }) => layers.length === 0 && isOneScope(first.span, span))
  );
}

/** Spans and log records of one scope are two reports. */
function isOneScope(a: Span, b: Span): boolean {
  return a.row.scope === b.row.scope && a.row.layer === b.row.layer && a.isFromLog === b.isFromLog;
}
