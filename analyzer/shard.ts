import { createHash } from 'node:crypto';

/** One of several analyzers that share the sessions. */
export interface Shard {
  /** From 0. */
  index: number;
  of: number;
}

/** Every owner belongs to exactly one shard, the same in every process. */
export function owns(shard: Shard | undefined, owner: string): boolean {
  if (shard === undefined || shard.of <= 1) return true;
  return createHash('sha256').update(owner).digest().readUInt32BE(0) % shard.of === shard.index;
}
