import type { Counters } from './counters.ts';
import type { Encoding } from './decode/media-type.ts';
import { success, type Answer } from './http/answers.ts';
import type { Log } from './log.ts';
import { ingestTraces, type PipelineOptions } from './pipeline.ts';

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

/** The one way in, for every listener. */
export function createReceiver(pipeline: PipelineOptions): Receive {
  const { counters, log } = pipeline;
  return async (request) => {
    const { signal, encoding } = request;
    switch (signal) {
      case 'traces':
        return ingestTraces(request, pipeline);
      case 'metrics':
        counters.side.metricsRequests += 1;
        return success(encoding);
      case 'logs':
        noteUnreadLogs(counters, log);
        return success(encoding);
    }
  };
}

function noteUnreadLogs({ side }: Counters, log: Log): void {
  side.logsRequests += 1;
  if (side.logsRequests > 1) return;
  log('warn', 'log records are answered and not read; only spans are understood at present');
}
