import { startTransition, useEffect, useRef, useState } from 'react';

/** Positions `from` to `to` (exclusive) of a list. */
export interface Shown {
  from: number;
  to: number;
}

const PACE_MS = 120;

/** Follows what is in view: at once where it stood still before, then step by step. What flies by is left out. */
export function usePaced({ from, to }: Shown): Shown {
  const [paced, setPaced] = useState({ from, to });
  const pace = useRef({ latest: paced, seen: paced, followed: paced, timer: 0 });
  useEffect(() => {
    const state = pace.current;
    state.latest = { from, to };
    const follow = (): void => {
      state.followed = state.latest;
      startTransition(() => setPaced(state.latest));
    };
    const look = (): void => {
      const { latest, seen, followed } = state;
      state.seen = latest;
      state.timer = isSame(latest, followed) ? 0 : window.setTimeout(look, PACE_MS);
      if (state.timer !== 0 && isNear(latest, seen)) follow();
    };
    if (state.timer !== 0) return;
    follow();
    state.seen = state.latest;
    state.timer = window.setTimeout(look, PACE_MS);
  }, [from, to]);
  useEffect(() => () => window.clearTimeout(pace.current.timer), []);
  return paced;
}

const isSame = (one: Shown, other: Shown): boolean =>
  one.from === other.from && one.to === other.to;

/** Whether half of what is in view was in view before: who reads moves no faster. */
const isNear = (now: Shown, before: Shown): boolean =>
  2 * (Math.min(now.to, before.to) - Math.max(now.from, before.from)) >= now.to - now.from;
