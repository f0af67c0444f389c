/** Runs before the packages are installed, on whatever Node the machine has: the Node that they bring needs libatomic, which small images leave out. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const LIBRARY = 'libatomic.so.1';

/** Where the linker's list cannot be asked, nothing is known to be missing. */
function isMissing() {
  const { status, stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  return status === 0 && !stdout.includes(LIBRARY);
}

if (process.platform === 'linux' && isMissing()) {
  if (process.getuid() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('installing libatomic1 for Node (apt-get)');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'libatomic1'];
    for (const args of [['update', '-qq'], install])
      spawnSync('apt-get', args, { stdio: 'inherit', env });
  }
  if (isMissing()) {
    console.error(
      `Node 26 needs ${LIBRARY}, which this machine lacks: install it (Debian: apt-get install libatomic1; Fedora: dnf install libatomic).`,
    );
    process.exitCode = 1;
  }
}
