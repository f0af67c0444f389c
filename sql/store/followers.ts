import type { InsertedSpans, SpansListener, Unfollow } from './store.ts';

/** Who wants to hear of inserted spans. */
export interface Followers {
  readonly follow: (listener: SpansListener) => Unfollow;
  /** Each hears what `of` makes for it. */
  tell(of: () => InsertedSpans): void;
}

export function createFollowers(): Followers {
  const listeners = new Set<SpansListener>();
  return {
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(of) {
      for (const listener of listeners) listener(of());
    },
  };
}
