import { useSyncExternalStore } from 'react';

const onPaper = (): MediaQueryList => matchMedia('print');

function subscribe(changed: () => void): () => void {
  const media = onPaper();
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

/** Whether the page is drawn for paper, which has no scroll bar: long lists then show more than is in view. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => onPaper().matches);

/** Rows beyond the view that a printed list shows. */
export const MOST_PRINTED = 500;
