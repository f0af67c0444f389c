import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/** Whoever followed a link that went with its page stands at the new page, not before the header again. */
export function useFocusOnPage(main: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const seen = useRef(path);
  useEffect(() => {
    const before = seen.current;
    seen.current = path;
    // The first page takes the focus from nobody.
    if (before === undefined || before === path) return;
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [main, path]);
}
