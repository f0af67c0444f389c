import type { NarrowSpanRow } from '@loopscope/sql';

import type { Tree, Trees } from '../resolve/read-spans.ts';

interface Limits {
  /** Of all rows of all trees together; those of the trees that were kept last stay. */
  maxWeight: number;
  weightOf: (row: NarrowSpanRow) => number;
}

/** Trees of long traces, which stand on their rows. */
export function createHeldTrees({ maxWeight, weightOf }: Limits): Trees {
  const held = new Map<string, { tree: Tree; weight: number }>();
  let size = 0;
  const letGo = (traceId: string): void => {
    size -= held.get(traceId)?.weight ?? 0;
    held.delete(traceId);
  };
  return {
    of: (traceId) => held.get(traceId)?.tree,
    keep(traceId, tree) {
      letGo(traceId);
      let weight = 0;
      for (const row of tree.rows) weight += weightOf(row);
      held.set(traceId, { tree, weight });
      size += weight;
      for (const oldest of held.keys()) {
        if (size <= maxWeight) break;
        letGo(oldest);
      }
    },
  };
}
