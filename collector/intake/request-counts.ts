import type { Answer, Failure } from '../http/answers.ts';
import type { Log } from '../log.ts';

export type Protocol = 'http' | 'grpc';

/** Requests since the start: every one of them is taken, or refused for a reason. */
export interface RequestCounts {
  taken: Record<Protocol, number>;
  refused: Record<Failure, number>;
  /** The latest that was refused; null where none was. */
  lastRefusal: LastRefusal | null;
}

export interface LastRefusal {
  kind: Failure;
  message: string;
  atMs: number;
}

export interface RequestLedger {
  counts(): RequestCounts;
  note(protocol: Protocol, answer: Answer): void;
}

/** A line of log for the first refusal of a kind, and then for every so many. */
const LOG_EVERY = 100;

/** Counts answers, and says why requests are refused; that of a store which takes nothing is told by who asked it. */
export function createRequestLedger(now: () => number, log: Log): RequestLedger {
  let lastRefusal: LastRefusal | null = null;
  const counts: Pick<RequestCounts, 'taken' | 'refused'> = {
    taken: { http: 0, grpc: 0 },
    refused: {
      bad_data: 0,
      unauthenticated: 0,
      not_found: 0,
      wrong_method: 0,
      too_large: 0,
      unsupported_media_type: 0,
      cut_off: 0,
      overloaded: 0,
      unavailable: 0,
    },
  };
  return {
    counts: () => ({ taken: { ...counts.taken }, refused: { ...counts.refused }, lastRefusal }),
    note(protocol, { refusal }) {
      if (refusal === null) {
        counts.taken[protocol] += 1;
        return;
      }
      const { kind, message } = refusal;
      counts.refused[kind] += 1;
      lastRefusal = { kind, message, atMs: now() };
      if (kind === 'unavailable' || counts.refused[kind] % LOG_EVERY !== 1) return;
      log('warn', 'requests are refused', { kind, refused: counts.refused[kind], message });
    },
  };
}
