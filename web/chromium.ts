import { chromium, type Browser } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless Chromium that asks nobody on the network for anything. Where it is: `LOOPSCOPE_CHROMIUM`, else Debian's place. */
export function launchBrowser(
  executablePath = process.env['LOOPSCOPE_CHROMIUM'] ?? '/usr/bin/chromium',
): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS });
}
