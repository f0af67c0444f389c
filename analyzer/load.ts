import {
  mayHaveTwins,
  resolvedOfTraces,
  sessionTraces,
  spanBlocks,
  storedSpans,
  turnsOfTraces,
  twinTraces,
} from '@loopscope/sql';
import type { ResolvedKey, Store } from '@loopscope/sql';

import { bundle, stretchesOf } from './bundle.ts';
import type { Bundle, SessionTrace, Twins } from './bundle.ts';
import type { Arrival, Arrivals } from './memory/held-rows.ts';
import { inChunks } from './in-chunks.ts';
import type { FreshSpans } from './memory/fresh-spans.ts';
import type { Memory } from './memory/memory.ts';
import { currentKey } from './row-key.ts';

/** Where the analyzer reads and writes. */
export interface Home {
  store: Store;
  project: string;
}

const MAX_SESSION_ROWS = 100_000;
/** An RPC client's trace may be as long as its process lives; of more twins the rest stays apart. */
const MAX_TWINS = 5_000;
/** A turn may have held traces of another session before; those it lets go may hold others in turn. */
const MAX_WIDENINGS = 3;

/** What may be known already of traces. */
export interface Known extends Pick<Memory, 'standing' | 'loners'> {
  fresh: FreshSpans;
}

/** Everything that has to be resolved anew because of the touched traces. What stands of them, and what is tied to them, may be known already. */
export async function loadBundles(
  home: Home,
  touched: readonly string[],
  known?: Known,
): Promise<Bundle[]> {
  if (known === undefined) return loadTied(home, touched);
  const lone = new Map<string, Bundle>();
  for (const traceId of touched) {
    const owner = known.loners.ownerOf(traceId);
    const current = known.standing.of(traceId);
    if (owner === undefined || current === undefined) continue;
    lone.set(traceId, {
      traceIds: [traceId],
      owner,
      current,
      isAlone: true,
    });
  }
  const others = touched.filter((traceId) => !lone.has(traceId));
  await known.fresh.look(others);
  const tied = others.length === 0 ? [] : await loadTied(home, others, known);
  for (const { traceIds } of tied) for (const traceId of traceIds) lone.delete(traceId);
  return [...tied, ...lone.values()];
}

async function loadTied(home: Home, touched: readonly string[], known?: Known): Promise<Bundle[]> {
  let wanted = new Set(touched);
  for (let widening = 0; ; widening += 1) {
    const [rows, twins] = await Promise.all([
      loadSessionTraces(home, wanted),
      loadTwins(home, wanted),
    ]);
    const stretches = stretchesOf(rows, wanted);
    const traceIds = new Set([...wanted, ...stretches.flatMap((stretch) => stretch.traceIds)]);
    const current = await loadCurrent(home, [...traceIds], known);
    const named = [...current.map((row) => row.trace_id), ...twins.map(({ twin_id }) => twin_id)];
    const more = named.filter((traceId) => !traceIds.has(traceId));
    if (more.length === 0 || widening === MAX_WIDENINGS) {
      const crowds = crowdsOf(rows);
      return bundle(wanted, { stretches, twins, current }).map((each) =>
        Object.assign(each, {
          isAlone: each.traceIds.length === 1 && !each.traceIds.some((id) => crowds.has(id)),
        }),
      );
    }
    wanted = new Set([...traceIds, ...more]);
  }
}

async function loadTwins({ store, project }: Home, traceIds: ReadonlySet<string>): Promise<Twins> {
  return inChunks([...traceIds], async (trace_ids) => {
    const found = await store.query(mayHaveTwins, { project, trace_ids });
    return found.length === 0
      ? []
      : store.query(twinTraces, { project, trace_ids, limit: MAX_TWINS });
  });
}

/** The traces of sessions that have several. */
function crowdsOf(rows: readonly SessionTrace[]): Set<string> {
  const sessions = Map.groupBy(rows, ({ session_id }) => session_id).values();
  const crowds = sessions.filter(
    (members) => new Set(members.map(({ trace_id }) => trace_id)).size > 1,
  );
  return new Set(crowds.flatMap((members) => members.map(({ trace_id }) => trace_id)));
}

async function loadSessionTraces(
  { store, project }: Home,
  touched: ReadonlySet<string>,
): Promise<SessionTrace[]> {
  const pages = await inChunks([...touched], (trace_ids) =>
    store.query(sessionTraces, { project, trace_ids, limit: MAX_SESSION_ROWS }),
  );
  const byKey = new Map(pages.map((row) => [`${row.session_id}\u0000${row.trace_id}`, row]));
  return [...byKey.values()];
}

async function loadCurrent(
  { store, project }: Home,
  all: readonly string[],
  known?: Known,
): Promise<ResolvedKey[]> {
  const traceIds = known === undefined ? all : all.filter((id) => !known.fresh.isUnresolved(id));
  const held = new Map(traceIds.map((traceId) => [traceId, known?.standing.of(traceId)]));
  const unknown = traceIds.filter((traceId) => held.get(traceId) === undefined);
  const standing = new Set(held.values());
  const [only] = standing;
  if (standing.size === 1 && only !== undefined) return [...only.values()];
  const turns = await inChunks(unknown, (trace_ids) =>
    store.query(turnsOfTraces, { project, trace_ids }),
  );
  const related = new Set([...unknown, ...turns.flatMap(({ trace_ids }) => trace_ids)]);
  const rows = await inChunks([...related], (trace_ids) =>
    store.query(resolvedOfTraces, { project, trace_ids }),
  );
  for (const { trace_ids: _all, ...turn } of turns) {
    rows.push({ table_name: 'turn_verdicts', span_id: '', call_index: 0, loop_id: '', ...turn });
  }
  for (const own of standing) {
    for (const row of own?.values() ?? []) rows.push(row);
  }
  return [...new Map(rows.map((row) => [currentKey(row), row])).values()];
}

/** What has come of some traces. Those that were asked for stay known for as long as this object is used: for one look. */
export function createArrivals({ store, project }: Home, asOf: string): Arrivals {
  const asked = new Map<string, string>();
  const known: Arrival[] = [];
  return {
    asOf,
    async since(traceIds, since) {
      const more = traceIds.filter((traceId) => (asked.get(traceId) ?? NEVER) > since);
      const found = await inChunks(more, (trace_ids) =>
        store.query(spanBlocks, { project, trace_ids, since }),
      );
      for (const traceId of more) asked.set(traceId, since);
      for (const arrival of found) known.push(arrival);
      const wanted = new Set(traceIds);
      return known.filter(({ trace_id }) => wanted.has(trace_id));
    },
  };
}

/** After every instant. */
const NEVER = '~';

/** How many spans, copies included, the store has of each trace. */
export function loadSizes(
  { store, project }: Home,
  traceIds: readonly string[],
): Promise<{ trace_id: string; spans: number }[]> {
  return inChunks(traceIds, (trace_ids) => store.query(storedSpans, { project, trace_ids }));
}
