import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

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
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) {
    console.log('installing chromium for the browser tests (apt-get)');
    const options = {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    } as const;
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
  }
  const installed = findChromium();
  if (installed === null) {
    throw new Error(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium), or set LOOPSCOPE_CHROMIUM to its path.',
    );
  }
  return installed;
}
