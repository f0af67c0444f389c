import { useEffect, useState } from 'react';

/** False until what was ready has been painted: heavy parts wait for it. True at once where it was ready from the start. */
export function useAfterPaint(isReady: boolean): boolean {
  const [isPainted, setPainted] = useState(isReady);
  useEffect(() => {
    if (!isReady) return undefined;
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isReady]);
  return isPainted;
}
