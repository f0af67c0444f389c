import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs Debian packages where we may, as root on a machine that has apt-get; whether they came is for the caller to see. */
export function tryAptGet(packages: readonly string[], what: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`installing ${what} (apt-get)`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  for (const args of [['update', '-qq'], install])
    spawnSync('apt-get', args, { stdio: 'inherit', env });
}
