import { PassThrough } from 'node:stream';

import type { FastifyReply } from 'fastify';

import type { App } from '../route.ts';
import { HEARTBEAT, RETRY } from './format.ts';

const HEARTBEAT_MS = 15_000;
/** A reader who lets this much pile up is sent away; it comes back with its Last-Event-ID. */
const MOST_BUFFERED_BYTES = 1_000_000;

/** Open responses of server-sent events; all end when the server closes. */
export interface EventStreams {
  /** `subscribe` gets the way to send formatted events and answers the way out. */
  open(
    reply: Pick<FastifyReply, 'header'>,
    subscribe: (send: (text: string) => void) => () => void,
  ): PassThrough;
}

export function createEventStreams(app: App): EventStreams {
  const streams = new Set<PassThrough>();
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end();
  });
  return {
    open(reply, subscribe) {
      const stream = new PassThrough();
      streams.add(stream);
      stream.write(RETRY);
      const leave = subscribe((text) => {
        stream.write(text);
        if (stream.writableLength > MOST_BUFFERED_BYTES) stream.destroy();
      });
      const heartbeat = setInterval(() => stream.write(HEARTBEAT), HEARTBEAT_MS);
      stream.once('close', () => {
        clearInterval(heartbeat);
        leave();
        streams.delete(stream);
      });
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no');
      return stream;
    },
  };
}
