import { ApiFailure } from '../api/failure.ts';
import { isServed } from '../api/served.ts';

const ITEM = 'loopscope.reloaded-at';
const ONCE_IN_MS = 60_000;

/** A build that replaced ours took the parts that were not loaded yet with it; the page then starts over, once. */
export function reloadOnNewBuild(): void {
  window.addEventListener('vite:preloadError', () => void startOver());
}

async function startOver(): Promise<void> {
  const reloadedAt = Number(sessionStorage.getItem(ITEM) ?? 0);
  if (Date.now() - reloadedAt < ONCE_IN_MS || !(await isServed())) return;
  sessionStorage.setItem(ITEM, String(Date.now()));
  window.location.reload();
}

/** A part of the page; where nobody is there to send it, that is what is said, and the page stays. */
export const loaded = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch(async (error: unknown) => {
    if (await isServed()) throw error;
    throw new ApiFailure(0, 'unreachable', String(error));
  });
