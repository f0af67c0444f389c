import type { Store } from '@loopscope/sql';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { liveEvent, type LiveEvent } from './contract/index.ts';
import { createFeed } from './live/feed.ts';
import { fromEventId, furthest, rewind, toEventId, type LivePosition } from './live/position.ts';
import { turnRow } from '@loopscope/sql/placed-rows';
import { loopRow } from './testing/rows.ts';
import { openTestStore, serve, type Served } from './testing/serve.ts';

let api: Served;
let store: Store;
beforeAll(async () => {
  const opened = await openTestStore();
  store = opened.store;
  await store.insert('turn_verdicts', [turnRow({ turn_id: 'before' })]);
  api = await serve(store);
  return async () => {
    await api.close();
    await opened.remove();
  };
});

interface Heard {
  id: string;
  event: LiveEvent;
}

/** Reads the stream as a browser would; `until` resolves with the first event that passes. */
async function listen(headers: Record<string, string> = {}) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(`${api.address}/api/v1/live`, { headers, signal: stop.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const heard: Heard[] = [];
  const waiting: (() => void)[] = [];
  const reading = (async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      heard.push(...blocks.flatMap(readBlock));
      for (const wake of waiting.splice(0)) wake();
    }
  })().catch(() => undefined);
  return {
    heard,
    ended: reading,
    async until(passes: (event: LiveEvent) => boolean): Promise<Heard> {
      for (;;) {
        const found = heard.find(({ event }) => passes(event));
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}

function readBlock(block: string): Heard[] {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
  );
  if (!fields.has('event')) return [];
  const event = liveEvent.parse({
    type: fields.get('event'),
    ...JSON.parse(fields.get('data') ?? ''),
  });
  return [{ id: fields.get('id') ?? '', event }];
}

const tells = (turnId: string) => (event: LiveEvent) =>
  event.type === 'turns' && event.turn_ids.includes(turnId);

describe('the live stream', () => {
  it('tells of new turns and loops, and goes on from Last-Event-ID', async () => {
    const first = await listen();
    await store.insert('turn_verdicts', [turnRow({ turn_id: 'new' })]);
    await store.insert('loops', [loopRow({ loop_id: 'new loop', turn_id: 'new' })]);
    const { id } = await first.until(tells('new'));
    const loop = await first.until((event) => event.type === 'loop');
    expect(loop.event).toMatchObject({ loop_id: 'new loop', turn_id: 'new', kind: 'empty' });

    await store.insert('turn_verdicts', [turnRow({ turn_id: 'missed' })]);
    const second = await listen({ 'last-event-id': id });
    await second.until(tells('missed'));
    expect(second.heard.some(({ event }) => tells('before')(event))).toBe(false);
  });

  it('ends when the server closes', async () => {
    const other = await serve(store);
    const response = await fetch(`${other.address}/api/v1/live`);
    const text = response.text();
    await other.close();
    expect(await text).toBe('retry: 2000\n\n');
  });
});

describe('the feed', () => {
  const at = (turns: string) => ({ turns, loops: '0', alerts: '0' });

  it('does not ask the store while nobody listens', async () => {
    let looks = 0;
    const feed = createFeed({
      readPosition: async () => at('0'),
      readChanges: async (since) => {
        looks += 1;
        return { changes: [], position: since, isLast: true };
      },
      intervalMs: 1,
      log: () => undefined,
    });
    const leave = feed.listen(() => undefined, null);
    await expect.poll(() => looks).toBeGreaterThan(2);
    leave();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const rest = looks;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(looks).toBe(rest);
  });

  it('tells a change once though it looks at it twice, and goes on after the store was away', async () => {
    let looks = 0;
    const told: string[] = [];
    const asked = new Set<string>();
    const feed = createFeed({
      readPosition: async () => at('5000000'),
      readChanges: async (since) => {
        looks += 1;
        asked.add(since.turns);
        if (looks === 3) throw new Error('away');
        return {
          changes: [
            { key: 'turn a 1', kind: 'turn', turnId: 'a', atMs: 0 },
            ...(looks > 4
              ? [{ key: 'turn b 2', kind: 'turn' as const, turnId: 'b', atMs: 0 }]
              : []),
          ],
          position: at('5000000'),
          isLast: true,
        };
      },
      intervalMs: 1,
      log: (_level, message) => told.push(message),
    });
    onTestFinished(() => feed.close());
    feed.listen((events) => {
      for (const event of events) if (event.type === 'turns') told.push(...event.turn_ids);
    }, null);
    await expect.poll(() => looks).toBeGreaterThan(6);
    expect(told).toEqual(['a', 'live feed could not read the store', 'b']);
    expect([...asked]).toEqual(['3000000']);
  });
});

describe('more than a page', () => {
  /** Turns 0 to 999, one a millisecond from second 10 on: 2,000 of them fit into what a look reaches back over. */
  const stored = Array.from({ length: 1_000 }, (_, index) => 10_000_000 + index * 1_000);
  const PAGE = 100;
  const at = (us: number) => ({ turns: String(us), loops: '0', alerts: '0' });

  /** A feed over them that begins at a place, and the turns that its one listener is told of. */
  function follow(since: LivePosition | null, presentUs: number) {
    const told: { turn: string; id: string }[] = [];
    const feed = createFeed({
      readPosition: async () => at(presentUs),
      readChanges: async ({ turns }) => {
        const rows = stored.filter((us) => us > Number(turns)).slice(0, PAGE);
        return {
          changes: rows.map((us) => ({
            key: `turn ${us}`,
            kind: 'turn',
            turnId: String(us),
            atMs: 0,
          })),
          position: at(rows.at(-1) ?? Number(turns)),
          isLast: rows.length < PAGE,
        };
      },
      intervalMs: 1,
      log: () => undefined,
    });
    onTestFinished(() => feed.close());
    feed.listen((events, position) => {
      for (const event of events) {
        if (event.type !== 'turns') continue;
        told.push(...event.turn_ids.map((turn) => ({ turn, id: toEventId(position) })));
      }
    }, since);
    return told;
  }

  it('within the time that a look reaches back over is told all the same, each turn once', async () => {
    const told = follow(null, 10_000_000);
    await expect.poll(() => told.length).toBeGreaterThanOrEqual(stored.length);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told.map(({ turn }) => Number(turn))).toEqual(stored);
  });

  it('is told whole to a reader who comes back, and none of its ids is ahead of what it was told', async () => {
    const told = follow(at(9_999_999), 99_000_000);
    await expect.poll(() => told.length).toBeGreaterThanOrEqual(stored.length);
    expect(told.map(({ turn }) => Number(turn))).toEqual(stored);
    const lastOfPage = (index: number) => stored[Math.ceil((index + 1) / PAGE) * PAGE - 1];
    for (const [index, { id }] of told.entries()) expect(id).toBe(`${lastOfPage(index)}-0-0`);
  });
});

describe('an event id', () => {
  it('is read back, and other text begins at the present', () => {
    const position = { turns: '1772323200000000', loops: '0', alerts: '7' };
    expect(fromEventId(toEventId(position))).toEqual(position);
    for (const text of [undefined, '', '1-2', '1-2-3-4', 'a-b-c', `${'9'.repeat(30)}-0-0`]) {
      expect(fromEventId(text)).toBeNull();
    }
    expect(furthest(position, { turns: '9', loops: '3', alerts: '6' })).toEqual({
      turns: '1772323200000000',
      loops: '3',
      alerts: '7',
    });
    expect(rewind(position, 100n)).toEqual({ turns: '1772323199999900', loops: '0', alerts: '0' });
  });
});
