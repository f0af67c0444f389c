import { readFileSync } from 'node:fs';

import { z } from 'zod';

/** Version of the package, as printed by `--version` and told by the API. */
export const VERSION: string = readVersion();

function readVersion(): string {
  const text = readFileSync(new URL('package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
