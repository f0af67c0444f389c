import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage every so many milliseconds until the returned function is called. A day that is played in
 * seconds makes garbage faster than the engine finds worth collecting on a machine with much memory.
 */
export function collectGarbageEvery(intervalMs: number): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') return () => {};
  const timer = setInterval(() => {
    collect();
  }, intervalMs);
  return () => clearInterval(timer);
}
