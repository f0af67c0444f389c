export {
  startCollector,
  type Collector,
  type CollectorOptions,
  type Ingestion,
} from './start-collector.ts';
export { GrpcListenError } from './grpc/server.ts';
export { SpoolError } from './spool/spool-error.ts';
export type { RequestCounts } from './intake/request-counts.ts';
export type { Log } from './log.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';

export { createMask, type Masking } from './mask/mask-span.ts';
export { maskingConfig, type MaskingConfig } from './mask/masking-config.ts';
export { loadMaskingKey } from './mask/masking-key.ts';

export { decodeTraces } from './decode/decode-traces.ts';
export { readJsonTraces } from './decode/json-traces.ts';
export { decodeLogs, type DecodedLogs } from './decode/decode-logs.ts';
export { DecodeError } from './decode/wire-span.ts';
export type { DecodedTraces, Rejection, WireSpan, WireValue } from './decode/wire-span.ts';
export type { CanonicalSpan } from './normalise/canonical-span.ts';
export { createNormaliser, type Normaliser } from './normalise/normalise-span.ts';
export { DIALECTS } from './dialects/index.ts';
export { toSpanRow } from './rows/span-row.ts';
export type { RowContext } from './rows/row-context.ts';
