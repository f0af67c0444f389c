import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own, of which nothing else uses any. */
export interface SmallDisk {
  path: string;
  /** Leaves no more room than so much. */
  fill(leaveBytes: number): void;
  /** Gives the room back. */
  free(): void;
  /** Nothing may be written any more. */
  lock(): void;
  unmount(): void;
}

const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;

/** Null where this user may mount nothing. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'loopscope-disk-'));
  if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path)) {
    rmdirSync(path);
    return null;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill(leaveBytes) {
      const available = availableBytes(path);
      writeFileSync(filler, Buffer.alloc(Math.max(0, available - leaveBytes), 1));
    },
    free: () => rmSync(filler, { force: true }),
    lock: () => void mount('-o', 'remount,ro', path),
    unmount() {
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function availableBytes(path: string): number {
  const { stdout } = spawnSync('df', ['-B1', '--output=avail', path]);
  return Number(stdout.toString().split('\n')[1]);
}

export const canMount: boolean = (() => {
  const disk = mountSmallDisk(1);
  disk?.unmount();
  return disk !== null;
})();
