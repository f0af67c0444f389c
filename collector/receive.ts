import type { Counters } from './counters.ts';
import type { Encoding } from './decode/media-type.ts';
import { failure, success, type Answer } from './http/answers.ts';
import type { IngestThread } from './ingest/ingest-thread.ts';

export type Signal = 'traces' | 'metrics' | 'logs';

/** One export request, whichever protocol it came by. */
export interface ExportRequest {
  signal: Signal;
  encoding: Encoding;
  /** As it was before compression. */
  body: Buffer;
}

/** Never throws. */
export type Receive = (request: ExportRequest) => Promise<Answer>;

export interface ReceiverOptions {
  ingest: Pick<IngestThread, 'receive'>;
  counters: Counters;
  /** Something new is in the spool. */
  onSpooled: () => void;
}

/** The one way in, for every listener: answered with success only when the spans are safely in the spool. */
export function createReceiver({ ingest, counters, onSpooled }: ReceiverOptions): Receive {
  return async ({ signal, encoding, body }) => {
    if (signal === 'logs') counters.side.logsRequests += 1;
    if (signal === 'metrics') {
      counters.side.metricsRequests += 1;
      return success(encoding, { signal, rejected: 0, message: '' });
    }
    const verdict = await ingest.receive({ signal, encoding, body });
    if (verdict.kind !== 'taken') return failure(encoding, verdict.kind, verdict.message);
    counters.accept(verdict.fate);
    counters.side.unusedLogRecords += verdict.unusedRecords;
    counters.side.oldSpans += verdict.oldSpans;
    onSpooled();
    const { rejected, message } = verdict;
    return success(encoding, { signal, rejected, message });
  };
}
