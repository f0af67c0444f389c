const ITEM = 'loopscope.reloaded-at';
const ONCE_IN_MS = 60_000;

/** A build that replaced ours took the parts that were not loaded yet with it; the page then starts over, once. */
export function reloadOnNewBuild(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const reloadedAt = Number(sessionStorage.getItem(ITEM) ?? 0);
    if (Date.now() - reloadedAt < ONCE_IN_MS) return;
    event.preventDefault();
    sessionStorage.setItem(ITEM, String(Date.now()));
    window.location.reload();
  });
}
