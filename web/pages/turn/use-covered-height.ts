import { useLayoutEffect, useState, type RefObject } from 'react';

const SPACE = 8;

/** Pixels at the top of the window that a sticky element covers once it sticks; 0 where it does not stick. */
export function useCoveredHeight(element: RefObject<HTMLElement | null>): number {
  const [covered, setCovered] = useState(0);
  useLayoutEffect(() => {
    const sticky = element.current;
    if (sticky === null) return undefined;
    const measure = (): void => {
      const { position, insetBlockStart } = getComputedStyle(sticky);
      const top = Number.parseFloat(insetBlockStart) || 0;
      setCovered(position === 'sticky' ? top + sticky.offsetHeight + SPACE : SPACE);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return covered;
}
