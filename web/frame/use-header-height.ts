import { useLayoutEffect, type RefObject } from 'react';

const VARIABLE = '--ls-header';

/** Tells the styles how high the header is: what sticks below it depends on its rows. */
export function useHeaderHeight(header: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = header.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const isSticky = getComputedStyle(element).position === 'sticky';
      const height = isSticky ? element.offsetHeight : 0;
      document.documentElement.style.setProperty(VARIABLE, `${height}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [header]);
}
