import { getEventListeners } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createGuard } from './create-guard.ts';
import type { Decision } from './decision.ts';
import { outsideStops } from './outside-stops.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

const ORDER = { session_id: 's', requested_by: 'ann', reason: 'runaway bill' };

/** The routes of the api; `isStreaming: false` for one whose stream is not to be had. */
async function startApi({ isStreaming = true } = {}) {
  const orders: (typeof ORDER)[] = [];
  const streams: ServerResponse[] = [];
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    if (request.url === '/api/v1/stops?standing=true') {
      response.end(JSON.stringify(orders));
    } else if (isStreaming) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`event: stops\ndata: ${JSON.stringify({ stops: orders })}\n\n`);
      streams.push(response);
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const tell = () => {
    const data = JSON.stringify({ stops: orders });
    for (const stream of streams) stream.write(`event: stops\ndata: ${data}\n\n`);
  };
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    stop() {
      orders.push(ORDER);
      tell();
    },
    release() {
      orders.length = 0;
      tell();
    },
  };
}

function guardedBy(url: string) {
  const stops = outsideStops({ url, apiKey: 'key', pollMs: 50 });
  cleanups.push(() => stops.close());
  const decisions: Decision[] = [];
  const guard = createGuard({
    stops,
    mode: 'observe',
    onDecision: (decision) => decisions.push(decision),
  });
  return { stops, decisions, turn: guard.startTurn({ sessionId: 's' }) };
}

describe('a server that is away', () => {
  test('is asked again and again, and leaves nothing behind on the signal that outlives it', async () => {
    const listened = vi.spyOn(EventTarget.prototype, 'addEventListener');
    cleanups.push(() => listened.mockRestore());
    let asked = 0;
    const away: typeof fetch = () => {
      asked += 1;
      return Promise.reject(new TypeError('fetch failed'));
    };
    const stops = outsideStops({ url: 'http://127.0.0.1:9', fetch: away, pollMs: 1 });
    cleanups.push(() => stops.close());
    stops.stopOf('s');
    await vi.waitFor(() => expect(asked).toBeGreaterThan(40));
    expect(stops.state()).toBe('unreachable');
    const signals = new Set(
      listened.mock.contexts.filter((target) => target instanceof AbortSignal),
    );
    const held = [...signals].map((signal) => getEventListeners(signal, 'abort').length);
    expect(Math.max(...held)).toBeLessThan(3);
  });
});

describe('a stop from outside', () => {
  test.each([
    ['by the stream', true, 'connected'],
    ['by asking where there is no stream', false, 'polling'],
  ])(
    'arrives %s and ends the run before its next call, never inside one',
    async (_, isStreaming, state) => {
      const api = await startApi({ isStreaming });
      const { stops, turn, decisions } = guardedBy(api.url);
      expect(await turn.call({ tool: 'look', args: { at: 1 } }, () => 'one')).toBe('one');
      await vi.waitFor(() => expect(stops.state()).toBe(state));
      let finish: (sent: string) => void = () => {};
      const running = turn.call(
        { tool: 'send_mail', args: {}, declaration: { effect: 'write' } },
        async () =>
          new Promise<string>((resolve) => {
            finish = resolve;
          }),
      );
      api.stop();
      await vi.waitFor(() => expect(stops.stopOf('s')).not.toBeNull());
      const refused = await turn.call({ tool: 'look', args: { at: 2 } }, () => 'two');
      expect(refused).toMatchObject({
        code: 'stopped_outside',
        message: expect.stringMatching(/ann \(runaway bill\).*send_mail \(write\)/),
      });
      finish('sent');
      expect(await running).toBe('sent');
      expect(turn.nextStep()).toEqual({ tools: 'none', endsRun: true });
      expect(decisions).toMatchObject([
        {
          kind: 'outside_stop',
          enforced: true,
          requestedBy: 'ann',
          inFlight: ['send_mail (write)'],
        },
      ]);
      expect(api.keys.every((key) => key === 'Bearer key')).toBe(true);
    },
  );

  test('ends a run between its calls as well', async () => {
    const api = await startApi();
    const { stops, turn } = guardedBy(api.url);
    await turn.call({ tool: 'look', args: {} }, () => 'one');
    api.stop();
    await vi.waitFor(() => expect(stops.stopOf('s')).not.toBeNull());
    expect(turn.nextStep()).toEqual({ tools: 'none', endsRun: true });
    expect(turn.state().stop?.reason).toBe('stopped_outside');
  });
});

test.each([true, false])(
  'an order taken back stands no longer (stream: %s)',
  async (isStreaming) => {
    const api = await startApi({ isStreaming });
    const { stops } = guardedBy(api.url);
    api.stop();
    await vi.waitFor(() => expect(stops.stopOf('s')).not.toBeNull());
    api.release();
    await vi.waitFor(() => expect(stops.stopOf('s')).toBeNull());
  },
);

test('a server that cannot be reached changes nothing, and that is said once per turn', async () => {
  const { stops, turn, decisions } = guardedBy('http://127.0.0.1:1');
  await turn.call({ tool: 'look', args: { at: 0 } }, () => 'zero');
  await vi.waitFor(() => expect(stops.state()).toBe('unreachable'));
  for (const at of [1, 2, 3]) {
    expect(await turn.call({ tool: 'look', args: { at } }, () => ({ at }))).toEqual({ at });
  }
  expect(decisions.map(({ decision }) => decision)).toEqual(['unreachable']);
});
