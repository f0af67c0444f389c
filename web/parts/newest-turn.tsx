import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';

import { newestTurnQuery } from '../api/overview-queries.ts';
import { formatInstant } from '../format/duration.ts';
import { FRAME } from '../text/frame.ts';
import { resolveRange } from '../url/time-range.ts';
import { useNow } from '../frame/now.tsx';
import { useZone } from '../frame/use-zone.ts';

const HALF_DAY_MS = 43_200_000;

/** Where the range holds nothing: when there was something last, and the way there. */
export function NewestTurn() {
  const search = useSearch({ from: '__root__' });
  const { data: at } = useQuery(newestTurnQuery(search));
  const { fromMs, toMs } = resolveRange(search, useNow());
  const zone = useZone();
  if (at === undefined) return null;
  if (at === null) return <span>{FRAME.noTurnsEver}</span>;
  const atMs = Date.parse(at);
  // What the range holds is left out by something else than the range.
  if (atMs >= fromMs && atMs < toMs) return null;
  const day = [atMs - HALF_DAY_MS, atMs + HALF_DAY_MS].map((ms) => new Date(ms).toISOString());
  return (
    <Link to="." search={(before) => ({ ...before, range: undefined, from: day[0], to: day[1] })}>
      {FRAME.newestTurn(formatInstant(atMs, zone))}
    </Link>
  );
}
