import type { DatabaseSync } from 'node:sqlite';

/** What a sender was told about a request. */
export interface Receipt {
  /** All that the request held, rejected ones included. */
  spans: number;
  rejected: number;
  message: string;
}

/** The requests taken lately, in memory and on the disk: a sender that got no answer sends the same bytes again. */
export interface KnownRequests {
  find(body: string): Receipt | undefined;
  /** Into the transaction that is open; known only after `keep`. */
  write(body: string, receipt: Receipt, spanKeys: readonly number[]): void;
  /** After the commit: what is remembered too early is lost where the commit fails. */
  keep(body: string, receipt: Receipt): void;
  /** Lets go of the oldest ones, within the open transaction. */
  trim(): void;
}

/** Calls `onSpan` for the keys of the latest requests that are on the disk already, so many that `spans` can be known. */
export function createKnownRequests(
  database: DatabaseSync,
  { requests: maxRequests, spans: maxSpans }: { requests: number; spans: number },
  onSpan: (key: number) => void,
): KnownRequests {
  const receipts = new Map<string, Receipt>();
  const insert = database.prepare(
    'INSERT INTO requests (body, spans, rejected, message, span_keys) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = database.prepare(
    'DELETE FROM requests WHERE id <= (SELECT max(id) FROM requests) - ?',
  );
  const all = 'SELECT body, spans, rejected, message FROM requests ORDER BY id';
  for (const row of database.prepare(all).iterate()) {
    receipts.set(String(row['body']), {
      spans: Number(row['spans']),
      rejected: Number(row['rejected']),
      message: String(row['message']),
    });
  }
  const latest = 'SELECT span_keys FROM requests WHERE id >= ? ORDER BY id';
  for (const row of database.prepare(latest).iterate(firstOfLatest(database, maxSpans))) {
    for (const key of keysOf(row['span_keys'])) onSpan(key);
  }
  return {
    find: (body) => receipts.get(body),
    write(body, { spans, rejected, message }, spanKeys) {
      const keys = new Uint8Array(Float64Array.from(spanKeys).buffer);
      insert.run(body, spans, rejected, message, keys);
    },
    keep(body, receipt) {
      receipts.set(body, receipt);
      if (receipts.size <= maxRequests) return;
      const oldest = receipts.keys().next();
      if (!oldest.done) receipts.delete(oldest.value);
    },
    trim: () => void remove.run(maxRequests),
  };
}

/** Id of the first of the latest requests that hold so many spans together. */
function firstOfLatest(database: DatabaseSync, spans: number): number {
  let left = spans;
  let first = 0;
  for (const row of database.prepare('SELECT id, spans FROM requests ORDER BY id DESC').iterate()) {
    first = Number(row['id']);
    left -= Number(row['spans']);
    if (left <= 0) break;
  }
  return first;
}

function keysOf(bytes: unknown): Float64Array {
  // A copy: numbers are read from where they are aligned.
  return bytes instanceof Uint8Array ? new Float64Array(bytes.slice().buffer) : new Float64Array();
}
