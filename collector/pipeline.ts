import { toInstant, type RejectedSpanRow } from '@loopscope/sql';
import { failure, success, type Answer } from './http/answers.ts';
import type { Counters } from './counters.ts';
import { decodeTraces } from './decode/decode-traces.ts';
import { inflate, TooLargeError, UnsupportedEncodingError } from './decode/inflate.ts';
import type { Encoding } from './decode/media-type.ts';
import { DecodeError, type Rejection } from './decode/wire-span.ts';
import type { SpanInserter } from './insert/span-inserter.ts';
import type { Log } from './log.ts';
import { firstText, type Normaliser } from './normalise/normalise-span.ts';
import type { SeenBodies } from './insert/seen-bodies.ts';
import { toSpanRow, type RowContext } from './rows/span-row.ts';

export interface TraceRequest {
  body: Buffer;
  encoding: Encoding;
  contentEncoding: string | undefined;
}

export interface PipelineOptions extends Omit<RowContext, 'nowMs'> {
  normalise: Normaliser;
  inserter: SpanInserter;
  seen: SeenBodies<SeenBody>;
  counters: Counters;
  now: () => number;
  log: Log;
}

export interface SeenBody {
  spans: number;
  answer: Answer;
}

/** The journey of one request: inflate -> decode -> normalise -> sign -> row -> insert -> answer. Never throws. */
export async function ingestTraces(
  request: TraceRequest,
  options: PipelineOptions,
): Promise<Answer> {
  const { encoding } = request;
  const { seen, counters, limits } = options;
  try {
    const body = await inflate(request.body, request.contentEncoding, limits.maxBodyBytes);
    const key = `${encoding}/${seen.key(body)}`;
    const known = seen.find(key);
    if (known) {
      counters.settle({ duplicate: known.spans });
      return known.answer;
    }
    const { spans, rejections } = decodeTraces(body, encoding, limits);
    const context: RowContext = { ...options, nowMs: options.now() };
    const rows = spans.map((span) => toSpanRow(options.normalise(span), context));
    const rejected = rejections.map((rejection) => toRejectedRow(rejection, context));
    await insertOrTurnAway(rows, rejected, options);
    const answer = success(encoding, rejections.length, explain(rejections));
    seen.remember(key, { spans: rows.length + rejected.length, answer });
    return answer;
  } catch (error) {
    return answerFault(error, request, options);
  }
}

async function insertOrTurnAway(
  ...[rows, rejected, { inserter, counters }]: [
    ...Parameters<SpanInserter['insert']>,
    PipelineOptions,
  ]
): Promise<void> {
  try {
    await inserter.insert(rows, rejected);
  } catch (error) {
    counters.side.turnedAway += rows.length + rejected.length;
    throw error;
  }
  counters.settle({ stored: rows.length, rejected: rejected.length });
}

/** What is wrong with the request is final; anything else may pass, and the sender shall try again. */
function answerFault(error: unknown, { encoding }: TraceRequest, { log }: PipelineOptions): Answer {
  if (error instanceof TooLargeError) return failure(encoding, 'too_large', error.message);
  if (error instanceof DecodeError) return failure(encoding, 'bad_data', error.message);
  if (error instanceof UnsupportedEncodingError) {
    return failure(encoding, 'unsupported_media_type', error.message);
  }
  const message = error instanceof Error ? error.message : String(error);
  log('error', 'spans could not be stored, their sender was asked to try again', { message });
  return failure(encoding, 'unavailable', 'the store does not take spans at the moment');
}

function explain(rejections: readonly Rejection[]): string {
  const counts = new Map<string, number>();
  for (const { reason, detail } of rejections) {
    const text = `${reason} (${detail})`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => `${count} x ${text}`).join('; ');
}

function toRejectedRow(rejection: Rejection, context: RowContext): RejectedSpanRow {
  return {
    project: context.project,
    rejected_at: toInstant(context.nowMs),
    reason: rejection.reason,
    detail: rejection.detail,
    trace_id: rejection.traceId,
    span_id: rejection.spanId,
    service: firstText(rejection.resource.attributes, ['service.name']),
    sample: context.content === 'full' ? rejection.sample : '',
  };
}
