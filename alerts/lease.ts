import { setTimeout as sleep } from 'node:timers/promises';

import { leaseHolder, type Store } from '@loopscope/sql';

export interface LeaseOptions {
  /** Unique to the process. */
  holder: string;
  /** Without a sign of life for so long the holder is replaced. */
  ttlMs?: number;
  /** How long claims of one term may take to become visible to everybody. */
  settleMs?: number;
  /** Waits; a timer unless a test says otherwise. */
  pause?: (ms: number) => Promise<unknown>;
}

export interface Lease {
  /** Whether this one evaluates now; asks the store as seldom as it may. Rejects where the store does not answer. */
  isHeld(): Promise<boolean>;
  /** Whether it was held when last asked and cannot have been lost since. */
  isSure: () => boolean;
  /** Lets go, so that another need not wait. */
  release(): Promise<void>;
}

export const LEASE_TTL_MS = 15_000;
const SETTLE_MS = 500;

type Options = LeaseOptions & { steady: () => number };

/**
 * Who of several evaluators works. The store cannot compare and swap, so a term is claimed by a row of one's own, and of all
 * claims the one that the store took first wins; everybody reads that after claims had time to become visible.
 */
export function createLease(store: Store, project: string, options: Options): Lease {
  const { holder, ttlMs = LEASE_TTL_MS, steady } = options;
  let term = 0;
  let beats = 0;
  /** On the steady clock: when the last sign of life began to be written. */
  let aliveMs = -Infinity;
  let askedMs = -Infinity;
  let isHolder = false;

  const isSure = (): boolean => isHolder && steady() - aliveMs < ttlMs / 2;

  async function beat(): Promise<void> {
    const startMs = steady();
    beats += 1;
    await store.insert('alert_leases', [{ project, term, holder, beat: beats }]);
    aliveMs = startMs;
  }

  async function claim(next: number): Promise<boolean> {
    const startMs = steady();
    if (!(await claimTerm(store, { project, term: next, holder }, options))) return false;
    [term, beats, aliveMs] = [next, 0, startMs];
    return true;
  }

  async function ask(): Promise<boolean> {
    const [latest] = await store.query(leaseHolder, { project });
    if (latest === undefined) return claim(1);
    const isOwn = latest.winner === holder && latest.term === term && latest.released === 0;
    // One that was silent for long may be replaced at this moment, and has to claim anew.
    if (isOwn && latest.age_ms < (ttlMs * 2) / 3) {
      await beat();
      return true;
    }
    const isFree = isOwn || latest.released > 0 || latest.age_ms > ttlMs;
    return isFree ? claim(latest.term + 1) : false;
  }

  return {
    isSure,
    async isHeld() {
      const pauseMs = isHolder ? ttlMs / 3 : Math.min(ttlMs / 5, 2_000);
      if (steady() - askedMs < pauseMs && (!isHolder || isSure())) return isHolder;
      askedMs = steady();
      isHolder = false;
      isHolder = await ask();
      return isHolder;
    },
    async release() {
      if (!isHolder) return;
      isHolder = false;
      await store.insert('alert_leases', [{ project, term, holder, beat: -1 }]);
    },
  };
}

/** Whether the term is one's own, once every claim of it has had time to be seen. */
async function claimTerm(
  store: Store,
  claim: { project: string; term: number; holder: string },
  { settleMs = SETTLE_MS, pause = sleep, steady }: Options,
): Promise<boolean> {
  const startMs = steady();
  await store.insert('alert_leases', [{ ...claim, beat: 0 }]);
  // A claim that took too long may have been overtaken without anybody seeing it.
  if (steady() - startMs > settleMs) return false;
  await pause(settleMs);
  const [latest] = await store.query(leaseHolder, { project: claim.project });
  return latest?.term === claim.term && latest.winner === claim.holder;
}
