import { afterEach, expect, test } from 'vitest';
import type { Occupancy } from '../spool/spool.ts';
import type { MortalThread } from './ingest-thread.ts';
import { startIngest } from './start-ingest.ts';

const occupancy: Occupancy = { bytes: 10, fresh: 7, oldestMs: 1, lastId: 3 };
let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A thread that ends when it is told to, and answers with its own number. */
function mortal(number: number): { thread: MortalThread; end: (reason: string) => void } {
  const ending = Promise.withResolvers<Error>();
  let fault: Error | null = null;
  const end = (reason: string): void => {
    fault = new Error(reason);
    ending.resolve(fault);
  };
  const thread: MortalThread = {
    ended: ending.promise,
    receive: async () =>
      fault === null
        ? { kind: 'bad_data', message: `thread ${number}` }
        : { kind: 'unavailable', message: fault.message },
    take: async () => null,
    drop: async () => {},
    occupancy: () => occupancy,
    ping: async () => fault === null,
    close: async () => end('closed'),
  };
  return { thread, end };
}

test('a thread that ends is followed by another one, also where that needs several tries', async () => {
  const lives = [mortal(1), mortal(2)];
  const tries = [lives[0], null, null, lives[1]];
  const logged: string[] = [];
  const reopened: number[] = [];
  const ingest = await startIngest({
    settings: {} as never,
    now: () => 0,
    log: (level) => logged.push(level),
    onLost: () => {},
    onReopened: (fresh) => reopened.push(fresh),
    reopenAfterMs: 1,
    open: async () => {
      const life = tries.shift();
      if (!life) throw new Error('not yet');
      return life.thread;
    },
  });
  closing.push(() => ingest.close());
  const request = { signal: 'traces', encoding: 'json', body: Buffer.alloc(0) } as const;
  const answer = async (): Promise<string> => JSON.stringify(await ingest.receive(request));
  expect(await answer()).toContain('thread 1');
  lives[0]?.end('out of memory');
  expect(await answer()).toContain('unavailable');
  await expect.poll(answer).toContain('thread 2');
  expect([reopened, logged]).toEqual([[7], ['error', 'error', 'error']]);
});
