import { GUARD_NAMES, TURNS } from '../../text/lists.ts';
import { tellText } from '../../shown/reveal-text.ts';
import { kindWord } from '../../text/loops.ts';
import type { TurnsSearch } from '../../url/search.ts';

export interface ActiveFilter {
  key: string;
  label: string;
  /** What to change to be without it. */
  without: Partial<TurnsSearch>;
}

/** Lower bounds of attempts that the page's select offers. */
export const ATTEMPT_STEPS: readonly number[] = [2, 3, 6, 15];

/** Every filter of the list that stands and that no select shows, in words. */
export function activeFilters(
  search: TurnsSearch,
  formatInstant: (ms: number) => string,
): ActiveFilter[] {
  const filters: ActiveFilter[] = [];
  const { loop, min_attempts: minAttempts, max_attempts: maxAttempts } = search;
  const { min_ratio: minRatio, max_ratio: maxRatio, from, to } = search;
  if (loop !== undefined && loop.length > 1) {
    filters.push({
      key: 'loop',
      label: loop.map(kindWord).join(', '),
      without: { loop: undefined },
    });
  }
  if (search.identity !== undefined) {
    filters.push({
      key: 'identity',
      label: TURNS.filters.identity(search.identity.join(', ')),
      without: { identity: undefined },
    });
  }
  filters.push(...namedFilters(search));
  const isSelected = maxAttempts === undefined && ATTEMPT_STEPS.includes(minAttempts ?? 0);
  if (!isSelected && (minAttempts !== undefined || maxAttempts !== undefined)) {
    const label =
      maxAttempts === undefined && minAttempts !== undefined
        ? TURNS.filters.attemptsAtLeast(minAttempts)
        : TURNS.filters.attempts(minAttempts, maxAttempts);
    filters.push({
      key: 'attempts',
      label,
      without: { min_attempts: undefined, max_attempts: undefined },
    });
  }
  if (minRatio !== undefined || maxRatio !== undefined) {
    const label = TURNS.filters.ratio(minRatio, maxRatio);
    filters.push({ key: 'ratio', label, without: { min_ratio: undefined, max_ratio: undefined } });
  }
  if (from !== undefined || to !== undefined) {
    const name = (time: string | undefined): string =>
      time === undefined ? '…' : formatInstant(Date.parse(time));
    const label = TURNS.filters.time(name(from), name(to));
    filters.push({ key: 'time', label, without: { from: undefined, to: undefined } });
  }
  return filters;
}

/** Text, how turns ended, and several states of a guard at once. */
function namedFilters({ q, guard = [], stop }: TurnsSearch): ActiveFilter[] {
  const filters: ActiveFilter[] = [];
  if (q !== undefined) {
    filters.push({ key: 'q', label: TURNS.filters.text(q), without: { q: undefined } });
  }
  if (stop !== undefined) {
    const reasons = stop.map((reason) => tellText(reason.replaceAll('_', ' '))).join(', ');
    filters.push({ key: 'stop', label: TURNS.filters.stop(reasons), without: { stop: undefined } });
  }
  if (guard.length > 1) {
    const label = guard.map((state) => GUARD_NAMES[state] ?? state).join(', ');
    filters.push({ key: 'guard', label, without: { guard: undefined } });
  }
  return filters;
}
