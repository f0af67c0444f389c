import { useEffect, useEffectEvent } from 'react';

/** Whether anybody answers where this page came from, whatever the answer. */
export const isServed = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

const LOOK_MS = 3000;

/** Acts once somebody answers again; looks as long as it stands. */
export function useServedAgain(isAwaited: boolean, act: () => void): void {
  const onAnswer = useEffectEvent(act);
  useEffect(() => {
    if (!isAwaited) return undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      if (!(await isServed()) || isOver) return;
      isOver = true;
      clearInterval(timer);
      onAnswer();
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isAwaited]);
}
