import { existsSync } from 'node:fs';

import { tryAptGet } from './apt-get.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium on this machine, else null. `LOOPSCOPE_CHROMIUM` wins. */
export function findChromium(): string | null {
  const named = process.env['LOOPSCOPE_CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  return PLACES.find((place) => existsSync(place)) ?? null;
}

/** Finds Chromium, or installs Debian's package where we may; throws one line that says what to install. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== null) return found;
  tryAptGet(['chromium'], 'chromium for the browser tests');
  const installed = findChromium();
  if (installed === null) {
    throw new Error(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium), or set LOOPSCOPE_CHROMIUM to its path.',
    );
  }
  return installed;
}
