import { AsyncLocalStorage } from 'node:async_hooks';

import type { Store } from '@loopscope/sql';

import type { App } from './route.ts';

/** Ends what a request asked of the store when its caller has gone: quick typing in a filter does not pile up work. */
export interface ClosedRequests {
  /** Watches the requests of a part of the server. */
  watch: (app: App) => void;
  /** The store whose questions belong to the request that asks them. */
  store: Store;
}

/** What changes something goes on to its end, whoever still listens. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export function endWithRequest(store: Store): ClosedRequests {
  const requests = new AsyncLocalStorage<AbortSignal>();
  return {
    watch(app) {
      app.addHook('onRequest', (request, reply, done) => {
        if (!READS.has(request.method)) {
          done();
          return;
        }
        const left = new AbortController();
        reply.raw.once('close', () => {
          if (!reply.raw.writableFinished) left.abort();
        });
        requests.run(left.signal, done);
      });
    },
    store: {
      ...store,
      query: (query, params, signal = requests.getStore()) => store.query(query, params, signal),
    },
  };
}
