import type { EventStreams } from '../live/event-stream.ts';
import type { Feed } from '../live/feed.ts';
import { formatEvent } from '../live/format.ts';
import { fromEventId, toEventId } from '../live/position.ts';
import type { App } from '../route.ts';

/** New turns, loops and alerts as server-sent events, from Last-Event-ID on where the reader has one. */
export function liveRoute(app: App, feed: Feed, streams: EventStreams): void {
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
      const since = fromEventId(typeof lastId === 'string' ? lastId : undefined);
      const stream = streams.open(reply, (send) =>
        feed.listen((events, position) => {
          for (const event of events) send(formatEvent(event, toEventId(position)));
        }, since),
      );
      return reply.send(stream);
    },
  );
}
