import { useEffect } from 'react';

import { FRAME } from '../text/frame.ts';
import { shortName } from '../shown/cut-text.ts';
import { tellText } from '../shown/reveal-text.ts';

/** Names the page in the browser's tab and history. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = FRAME.documentTitle(tellText(shortName(page)));
  }, [page]);
}
