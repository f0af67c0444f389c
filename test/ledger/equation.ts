import { setTimeout as sleep } from 'node:timers/promises';

export interface EquationWatch {
  looks: () => number;
  /** Every look at which it did not hold. */
  stop(): Promise<string[]>;
}

const EVERY_MS = 25;

/** Reads /metrics again and again, over all lives of the product: the equation must hold at every moment. */
export function watchEquation(address: () => string): EquationWatch {
  const broken: string[] = [];
  let looks = 0;
  const over = new AbortController();
  const look = async (): Promise<void> => {
    const text = await (await fetch(`${address()}/metrics`)).text();
    const value = (name: string): number =>
      Number(new RegExp(`^loopscope_${name} (\\d+)$`, 'm').exec(text)?.[1]);
    const received = value('received_spans_total');
    const parts = [
      'stored_spans_total',
      'duplicate_spans_total',
      'rejected_spans_total',
      'spooled_spans',
    ];
    const values = parts.map(value);
    const total = values.reduce((all, part) => all + part, 0);
    looks += 1;
    if (received !== total) broken.push(`received ${received} is not ${values.join(' + ')}`);
  };
  const watching = (async () => {
    while (!over.signal.aborted) {
      // Between two lives nobody answers.
      await look().catch(() => {});
      await sleep(EVERY_MS);
    }
  })();
  return {
    looks: () => looks,
    async stop() {
      over.abort();
      await watching;
      return broken;
    },
  };
}
