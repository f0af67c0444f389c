import type { RefObject } from 'react';

import { useKeys } from '../frame/keys/use-keys.ts';

/** j and k move the focus from row to row; Enter then is the link's own. */
export function useRowKeys(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
  scrollTo: (index: number) => void,
): void {
  const move = (direction: 1 | -1): void => {
    const focused = body.current?.querySelector('tr[data-index]:focus-within');
    const before = focused instanceof HTMLElement ? Number(focused.dataset['index']) : -1;
    const index = before === -1 ? 0 : Math.min(count - 1, Math.max(0, before + direction));
    scrollTo(index);
    // The row may be drawn only after the scroll.
    requestAnimationFrame(() => {
      const link = body.current?.querySelector(`tr[data-index="${index}"] a`);
      if (link instanceof HTMLElement) link.focus({ preventScroll: true });
    });
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
}
