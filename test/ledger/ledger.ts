import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { LedgerSpan } from './plan.ts';

/** Written before the request goes out, and after it was acknowledged; each on disk before the next step. */
export type Entry =
  | { kind: 'sent'; id: string; spans: LedgerSpan[]; bad: number }
  | { kind: 'acked'; id: string }
  | { kind: 'fault'; what: string };

export interface Ledger {
  write(entry: Entry): void;
  close(): void;
}

export function openLedger(path: string): Ledger {
  const file = openSync(path, 'a');
  return {
    write(entry) {
      writeSync(file, `${JSON.stringify(entry)}\n`);
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}

export interface Account {
  sent: Map<string, LedgerSpan>;
  acked: Set<string>;
  /** Rejected spans: of acknowledged requests, and of all that were sent. */
  badAcked: number;
  badSent: number;
  requests: number;
  faults: string[];
}

export const keyOf = (span: Pick<LedgerSpan, 'traceId' | 'spanId'>): string =>
  `${span.traceId}/${span.spanId}`;

export function readLedger(path: string): Account {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const entries = lines.map((line): Entry => JSON.parse(line));
  const account: Account = {
    sent: new Map(),
    acked: new Set(),
    badAcked: 0,
    badSent: 0,
    requests: 0,
    faults: entries.flatMap((entry) => (entry.kind === 'fault' ? [entry.what] : [])),
  };
  const sent = new Map(
    entries.flatMap((entry) => (entry.kind === 'sent' ? [[entry.id, entry]] : [])),
  );
  const acked = new Set(entries.flatMap((entry) => (entry.kind === 'acked' ? [entry.id] : [])));
  for (const [id, { spans, bad }] of sent) {
    account.requests += 1;
    account.badSent += bad;
    account.badAcked += acked.has(id) ? bad : 0;
    for (const span of spans) {
      account.sent.set(keyOf(span), span);
      if (acked.has(id)) account.acked.add(keyOf(span));
    }
  }
  return account;
}
