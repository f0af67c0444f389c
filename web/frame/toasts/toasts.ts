/** Short notices of what was done; they go by themselves. */
import { useSyncExternalStore } from 'react';

export interface Toast {
  id: number;
  text: string;
  tone: 'calm' | 'alert';
}

const SHOWN_MS = 5000;
const MOST = 3;

export interface Toasts {
  show: (text: string, tone?: Toast['tone']) => void;
  dismiss: (id: number) => void;
  subscribe: (onChange: () => void) => () => void;
  current: () => readonly Toast[];
}

export function createToasts(schedule: (run: () => void, ms: number) => void): Toasts {
  let toasts: readonly Toast[] = [];
  let next = 1;
  const listeners = new Set<() => void>();
  const set = (changed: readonly Toast[]): void => {
    toasts = changed;
    for (const listener of listeners) listener();
  };
  const dismiss = (id: number): void => set(toasts.filter((toast) => toast.id !== id));
  return {
    show(text, tone = 'calm') {
      const id = next++;
      set([...toasts, { id, text, tone }].slice(-MOST));
      schedule(() => dismiss(id), SHOWN_MS);
    },
    dismiss,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    current: () => toasts,
  };
}

export function useToastList(toasts: Toasts): readonly Toast[] {
  return useSyncExternalStore(toasts.subscribe, toasts.current);
}
