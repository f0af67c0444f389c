import { useEffect } from 'react';

import { FRAME } from '../text/frame.ts';

/** Names the page in the browser's tab and history. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = FRAME.documentTitle(page);
  }, [page]);
}
