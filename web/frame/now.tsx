import { useSyncExternalStore } from 'react';

import { useZone } from './use-zone.ts';
import { formatAgo, formatInstant } from '../format/duration.ts';

const TICK_MS = 10_000;

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}

/** The time of day, in steps: a page of rows does not draw itself anew each second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / TICK_MS) * TICK_MS);
}

/** `3 min ago`; the absolute time on hover and for machines. */
export function TimeAgo({ at }: { at: string }) {
  const now = useNow();
  const zone = useZone();
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} title={formatInstant(atMs, zone)}>
      {formatAgo(atMs, now + TICK_MS)}
    </time>
  );
}
