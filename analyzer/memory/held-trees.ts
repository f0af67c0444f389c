import type { Tree, Trees } from '../resolve/read-spans.ts';

/** Trees of as many traces as together have no more spans than that; those that were kept last. */
export function createHeldTrees(maxSpans: number): Trees {
  const trees = new Map<string, Tree>();
  let size = 0;
  const letGo = (traceId: string): void => {
    size -= trees.get(traceId)?.rows.length ?? 0;
    trees.delete(traceId);
  };
  return {
    of: (traceId) => trees.get(traceId),
    keep(traceId, tree) {
      letGo(traceId);
      trees.set(traceId, tree);
      size += tree.rows.length;
      for (const oldest of trees.keys()) {
        if (size <= maxSpans) break;
        letGo(oldest);
      }
    },
  };
}
