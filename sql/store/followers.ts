import type { SpansListener, Unfollow } from './store.ts';

/** Who wants to hear of inserted spans. */
export interface Followers {
  readonly follow: (listener: SpansListener) => Unfollow;
  /** Each gets a copy: the bytes are the caller's to use again. */
  tell(lines: Uint8Array, atMs: number): void;
}

export function createFollowers(): Followers {
  const listeners = new Set<SpansListener>();
  return {
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(lines, atMs) {
      for (const listener of listeners) listener({ lines: new Uint8Array(lines), atMs });
    },
  };
}
