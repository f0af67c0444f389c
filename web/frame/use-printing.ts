import { useSyncExternalStore } from 'react';

/** Asked for once: a list asks on every draw. */
let onPaper: MediaQueryList | undefined;
const media = (): MediaQueryList => (onPaper ??= matchMedia('print'));

function subscribe(changed: () => void): () => void {
  media().addEventListener('change', changed);
  return () => media().removeEventListener('change', changed);
}

/** Whether the page is drawn for paper, which has no scroll bar: long lists then show more than is in view. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => media().matches);

/** Rows beyond the view that a printed list shows. */
export const MOST_PRINTED = 500;
