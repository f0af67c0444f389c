import { fromInstant, toInstant, type AlertStateRow, type Store } from '@loopscope/sql';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { readRule } from './rule/read-rules.ts';
import { createBook } from './state/book.ts';
import { decideNews, decideSilence } from './state/decide.ts';
import { sessionSubject, type Subject } from './watch/subject.ts';

const MINUTE_MS = 60_000;
const rule = readRule('{ name: r, scope: turn, when: max_attempts >= 6, quiet: 10m }').rule!;

interface OpenAsked {
  since: string;
  after: string;
  limit: number;
}

/** The rows of alerts as a store keeps them: the highest version wins. */
function createRows() {
  const rows = new Map<string, AlertStateRow>();
  const store: Store = {
    kind: 'embedded',
    layout: { retentionDays: 30, cluster: null },
    insert: ((table: string, given: readonly AlertStateRow[]) => {
      if (table === 'alert_states') {
        for (const row of given) {
          const known = rows.get(row.alert_id);
          if (known === undefined || BigInt(known.version) < BigInt(row.version)) {
            rows.set(row.alert_id, row);
          }
        }
      }
      return Promise.resolve();
    }) as unknown as Store['insert'],
    ask: async () => '[]',
    insertLines: () => Promise.resolve(),
    query: ((query: { name: string }, { since, after, limit }: OpenAsked) =>
      Promise.resolve(
        query.name === 'open_alerts'
          ? [...rows.values()]
              .filter(
                ({ state, updated_at: at }) =>
                  state === 'firing' ||
                  state === 'pending' ||
                  fromInstant(at) >= fromInstant(since),
              )
              .filter(({ alert_id: id }) => id > after)
              .toSorted((one, other) => (one.alert_id < other.alert_id ? -1 : 1))
              .slice(0, limit)
          : [],
      )) as unknown as Store['query'],
    define: () => Promise.resolve(),
    erase: () => Promise.resolve(),
    ping: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
  return { store, rows };
}

const subject = (id: string, attempts: number, lastSeenMs: number): Subject => ({
  ...sessionSubject(
    {
      session_id: 's',
      agent_name: 'a',
      started_at: toInstant(0),
      last_seen_at: toInstant(0),
      loop_kinds: [],
      tools: [],
    } as unknown as Parameters<typeof sessionSubject>[0],
    { lastSeenMs, arrival: String(lastSeenMs) },
  ),
  scope: 'turn',
  id,
  turnId: id,
  facts: { max_attempts: attempts },
});

const steps = fc.array(
  fc.record({
    turn: fc.constantFrom('a', 'b', 'c'),
    grows: fc.integer({ min: 0, max: 4 }),
    waitMin: fc.integer({ min: 0, max: 14 }),
    /** The same is seen again, in the same look or with the next turn's. */
    again: fc.boolean(),
    restarts: fc.boolean(),
  }),
  { maxLength: 30 },
);

interface Seen {
  turn: string;
  atMs: number;
  attempts: number;
}

/** By the plainest means: an incident lasts from the first look with six attempts to ten minutes without news. */
function reference(seen: readonly Seen[]): string[] {
  const incidents: string[] = [];
  for (const turn of new Set(seen.map((look) => look.turn))) {
    let lastMs = -Infinity;
    for (const { atMs, attempts } of seen.filter((look) => look.turn === turn)) {
      const isNew = attempts >= 6 && atMs - lastMs >= 10 * MINUTE_MS;
      if (isNew) incidents.push(`${turn} ${atMs}`);
      if (attempts >= 6) lastMs = atMs;
    }
  }
  return incidents.toSorted();
}

it('whatever comes in whatever order, seen twice, with restarts between: the incidents are those of the reference', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { store, rows } = createRows();
      let book = createBook(store, 'p');
      const incidents = new Set<string>();
      const note = () => {
        for (const row of rows.values()) {
          for (const start of row.starts) incidents.add(`${row.subject} ${start}`);
        }
      };
      const attempts = new Map<string, number>();
      const seen: Seen[] = [];
      let nowMs = 1_000_000_000_000;
      for (const { turn, grows, waitMin, again, restarts } of given) {
        // The clock passes minute by minute; what is quiet ends by it alone.
        for (let minute = 0; minute < waitMin; minute += 1) {
          nowMs += MINUTE_MS;
          const evaluation = { project: 'p', nowMs };
          await book.apply(decideSilence([rule], book, evaluation));
        }
        if (restarts) {
          book = createBook(store, 'p', 2);
          await book.load(nowMs);
        }
        attempts.set(turn, (attempts.get(turn) ?? 0) + grows);
        const look = subject(turn, attempts.get(turn) ?? 0, nowMs);
        seen.push({ turn, atMs: nowMs, attempts: attempts.get(turn) ?? 0 });
        for (let times = again ? 2 : 1; times > 0; times -= 1) {
          await book.apply(decideNews([rule], [look], book, { project: 'p', nowMs }));
          note();
        }
      }
      expect([...incidents].toSorted()).toEqual(reference(seen));
    }),
    { numRuns: 300 },
  );
});
