import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Recorders stand in the checkout, what they record outside of it: bare names are found below `PACKAGES`. */
const own = new URL('./', import.meta.url).href;
const elsewhere = pathToFileURL(`${resolve(process.env['PACKAGES'] ?? '.')}/packages.mjs`).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isBare = !/^[./]|^(node|file|data):/.test(specifier);
    const isOwn = context.parentURL?.startsWith(own) ?? false;
    return isBare && isOwn
      ? nextResolve(specifier, { ...context, parentURL: elsewhere })
      : nextResolve(specifier, context);
  },
});
