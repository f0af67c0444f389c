/** Runs one piece of work at a time, in the order of asking. */
export function createLine(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Work that is asked for while it waits or runs is done once more, not once for each who asked. */
export function createOccasion(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    running = work().finally(() => (running = null));
    return running;
  };
  return () => {
    if (running === null) return start();
    next ??= running.then(() => {
      next = null;
      return start();
    });
    return next;
  };
}

/** Runs the work after each pause; the answer stops that and waits for the work under way. */
export function repeat(pauseMs: () => number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(run, pauseMs());
  let isStopped = false;
  function run(): void {
    running = work().finally(() => {
      if (!isStopped) timer = setTimeout(run, pauseMs());
    });
  }
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
