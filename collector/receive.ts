import type { Encoding } from './decode/media-type.ts';
import { success, type Answer } from './http/answers.ts';
import { ingestSpans, type PipelineOptions } from './pipeline.ts';

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
  const { counters } = pipeline;
  return async ({ signal, encoding, body }) => {
    if (signal === 'logs') counters.side.logsRequests += 1;
    if (signal !== 'metrics') return ingestSpans({ signal, encoding, body }, pipeline);
    counters.side.metricsRequests += 1;
    return success(encoding);
  };
}
