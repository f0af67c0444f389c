import { erasedTraces, sessionDeletions } from '@loopscope/sql';

import type { Bundle } from './bundle.ts';
import { inChunks } from './in-chunks.ts';
import type { Home } from './load.ts';
import { createHeldAnswer } from './memory/held-answer.ts';
import type { Memory } from './memory/memory.ts';

type Asking = () => Promise<boolean>;

/** Whether any session of the project was ever deleted. */
export function createHasDeletions({ store, project }: Home): Asking {
  return createHeldAnswer(store, 'session_deletions', async () => {
    const deletions = await store.query(sessionDeletions, {
      project,
      turn_id: '',
      session_id: '',
      limit: 1,
    });
    return deletions.length > 0;
  });
}

/** The bundles without traces of deleted sessions, which are not resolved again; what is remembered of them is forgotten. */
export async function withoutErased(
  { store, project, memory, hasDeletions }: Home & { memory: Memory; hasDeletions: Asking },
  bundles: readonly Bundle[],
): Promise<Bundle[]> {
  if (!(await hasDeletions())) return [...bundles];
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
