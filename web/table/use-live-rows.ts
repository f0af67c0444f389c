import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { followLive } from '../api/live.ts';

/** Events that come together are one refresh. */
const REFRESH_MS = 1500;

export interface LiveRows {
  isOpen: boolean;
  /** Turns that came in while paused. */
  waiting: number;
}

/** While on, new turns refresh the list's first page; paused, they are only counted. Nothing grows with time. */
export function useLiveRows(isOn: boolean, isPaused: boolean, queryKey: QueryKey): LiveRows {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [waiting, setWaiting] = useState(0);
  const [wasPaused, setWasPaused] = useState(isPaused);
  // A pause begins and ends with nothing waiting.
  if (wasPaused !== isPaused) {
    setWasPaused(isPaused);
    setWaiting(0);
  }
  const refresh = useEffectEvent(() => void client.invalidateQueries({ queryKey }));
  const onTurns = useEffectEvent((count: number, later: () => void) => {
    if (isPaused) setWaiting((before) => before + count);
    else later();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh();
      }, REFRESH_MS);
    };
    void followLive(
      (event) => {
        if (event.type === 'turns') onTurns(event.turn_ids.length, later);
      },
      setOpen,
      stop.signal,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isOn]);
  useEffect(() => {
    if (isOn && !isPaused) refresh();
  }, [isOn, isPaused]);
  return { isOpen, waiting };
}
