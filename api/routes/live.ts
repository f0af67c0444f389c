import { PassThrough } from 'node:stream';

import type { Feed } from '../live/feed.ts';
import { formatEvent, HEARTBEAT, RETRY } from '../live/format.ts';
import { fromEventId, toEventId } from '../live/position.ts';
import type { App } from '../route.ts';

const HEARTBEAT_MS = 15_000;
/** A reader who lets this much pile up is sent away; it comes back with its Last-Event-ID. */
const MOST_BUFFERED_BYTES = 1_000_000;

/** New turns, loops and alerts as server-sent events, from Last-Event-ID on where the reader has one. */
export function liveRoute(app: App, feed: Feed): void {
  const open = new Set<PassThrough>();
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end();
  });
  app.get(
    '/api/v1/live',
    {
      // A stream without a body would never end.
      exposeHeadRoute: false,
      schema: {
        summary: 'Server-sent events: turns, loop, alert',
        produces: ['text/event-stream'],
      },
    },
    (request, reply) => {
      const lastId = request.headers['last-event-id'];
      const stream = new PassThrough();
      open.add(stream);
      stream.write(RETRY);
      const leave = feed.listen(
        (events, position) => {
          for (const event of events) stream.write(formatEvent(event, toEventId(position)));
          if (stream.writableLength > MOST_BUFFERED_BYTES) stream.destroy();
        },
        fromEventId(typeof lastId === 'string' ? lastId : undefined),
      );
      const heartbeat = setInterval(() => stream.write(HEARTBEAT), HEARTBEAT_MS);
      stream.once('close', () => {
        clearInterval(heartbeat);
        leave();
        open.delete(stream);
      });
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
  );
}
