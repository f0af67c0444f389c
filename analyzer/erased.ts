import { erasedTraces } from '@loopscope/sql';

import type { Bundle } from './bundle.ts';
import { inChunks, type Home } from './load.ts';
import type { Memory } from './memory/memory.ts';

/** The bundles without traces of deleted sessions, which are not resolved again; what is remembered of them is forgotten. */
export async function withoutErased(
  { store, project, memory }: Home & { memory: Memory },
  bundles: readonly Bundle[],
): Promise<Bundle[]> {
  const traceIds = bundles.flatMap((bundle) => bundle.traceIds);
  const erased = await inChunks(traceIds, (trace_ids) =>
    store.query(erasedTraces, { project, trace_ids }),
  );
  if (erased.length === 0) return [...bundles];
  forget(
    memory,
    erased.map(({ trace_id }) => trace_id),
  );
  const sharedOf = new Map(erased.map(({ trace_id, is_shared }) => [trace_id, is_shared === 1]));
  return bundles.map((bundle) =>
    bundle.traceIds.some((traceId) => sharedOf.has(traceId))
      ? {
          ...bundle,
          traceIds: bundle.traceIds.filter((traceId) => sharedOf.get(traceId) !== false),
          isErased: true,
        }
      : bundle,
  );
}

function forget(memory: Memory, traceIds: readonly string[]): void {
  memory.spans.keep(traceIds, false);
  memory.texts.keep(traceIds, false);
  memory.standing.letGo(traceIds);
}
