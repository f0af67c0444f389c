import type { LiveEvent } from '../contract/index.ts';
import { pagesSince, toEvents, type ReadChanges } from './changes.ts';
import type { LivePosition } from './position.ts';

/** What a listener is told: events, and where it has come to. */
export type Listener = (events: readonly LiveEvent[], position: LivePosition) => void;

/** A listener that missed something. Until it was told all of that, nothing that it hears takes its place further. */
export interface Latecomer {
  heard: Listener;
  /** Page after page, as long as it is there; rejects where the store cannot be read. */
  catchUp(readChanges: ReadChanges, isThere: () => boolean): Promise<void>;
}

export function createLatecomer(listener: Listener, since: LivePosition): Latecomer {
  let place: LivePosition | null = since;
  return {
    heard: (events, reached) => listener(events, place ?? reached),
    async catchUp(readChanges, isThere) {
      for await (const { changes, position } of pagesSince(since, readChanges, isThere)) {
        place = position;
        if (changes.length > 0 && isThere()) listener(toEvents(changes), position);
      }
      place = null;
    },
  };
}
