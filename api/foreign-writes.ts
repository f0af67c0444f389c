import { ApiError } from './errors.ts';
import type { App } from './route.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A page of another origin must not write through the browser of someone who runs Loopscope. */
export function keepForeignWritesOut(app: App): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (SAFE_METHODS.has(method)) return;
    const { origin, host } = headers;
    if (origin === undefined) return;
    if (!URL.canParse(origin) || new URL(origin).host !== host) {
      throw new ApiError('foreign_origin');
    }
  });
}
