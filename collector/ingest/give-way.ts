import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** About a fifth of the processor's time beside a thread without one, where there is not enough for both. */
const NICE = 7;

/**
 * Lets all other threads of the process go before the one that calls, where the processor is the limit. Linux alone knows of
 * threads' priorities; elsewhere, and where it is forbidden, nothing happens.
 */
export function giveWay(): void {
  try {
    const [, , thread] = readlinkSync('/proc/thread-self').split('/');
    setPriority(Number(thread), NICE);
  } catch {
    // The thread goes on as any other.
  }
}
