import {
  createNormaliser,
  decodeTraces,
  DEFAULT_LIMITS,
  DIALECTS,
  readJsonTraces,
  toSpanRow,
  type RowContext,
} from '@loopscope/collector';
import type { Declarations } from '@loopscope/signature';
import type { CallTextRow, SpanRow } from '@loopscope/sql';

/** OTLP/JSON, as text or parsed, -> signed rows, by the collector's own path. Throws a DecodeError. */
export type ToRows = (request: string | { resourceSpans: unknown[] }) => SpanRow[];

/** As much of a text as the analyzer reads. */
const TEXT_CHARS = 8_000;

export function createToRows(declarations: Declarations, nowMs: number): ToRows {
  const normalise = createNormaliser(DIALECTS);
  const context: RowContext = {
    project: 'scan',
    declarations,
    content: 'full',
    limits: DEFAULT_LIMITS,
    nowMs,
  };
  return (request) => {
    const { spans } =
      typeof request === 'string'
        ? decodeTraces(Buffer.from(request), 'json', DEFAULT_LIMITS)
        : readJsonTraces(request, DEFAULT_LIMITS);
    return spans.map((span) => toSpanRow(normalise(span), context));
  };
}

/** What the detectors read of the rows' texts. */
export function textsOf(rows: readonly SpanRow[]): CallTextRow[] {
  return rows
    .filter((row) => row.kind === 'tool')
    .map((row) => ({
      trace_id: row.trace_id,
      span_id: row.span_id,
      end_ns: row.end_ns,
      version: row.version,
      args: row.args_known === 1 && row.args !== '' ? row.args.slice(0, TEXT_CHARS) : null,
      result: row.result_known === 1 && row.result !== '' ? row.result.slice(0, TEXT_CHARS) : null,
      result_size: row.result_size,
    }));
}
