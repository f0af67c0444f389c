import { createContext, use } from 'react';

import type { Toasts } from './toasts.ts';

export const ToastsContext = createContext<Toasts | null>(null);

/** Shows a notice. */
export function useToast(): Toasts['show'] {
  const toasts = use(ToastsContext);
  if (toasts === null) throw new Error('there is no place for toasts');
  return toasts.show;
}
