import type { RejectedSpanRow, SpanRow } from '@loopscope/sql';
import type { Counters } from './counters.ts';
import { decodeRequest, type SpanRequest } from './decode/decode-request.ts';
import { DecodeError } from './decode/wire-span.ts';
import { failure, success, type Answer } from './http/answers.ts';
import type { SeenBodies } from './insert/seen-bodies.ts';
import type { SpanInserter } from './insert/span-inserter.ts';
import type { Log } from './log.ts';
import type { Normaliser } from './normalise/normalise-span.ts';
import { toRefusedRow, toRejectedRow } from './rows/rejected-row.ts';
import type { RowContext } from './rows/row-context.ts';
import { toSpanRow } from './rows/span-row.ts';

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

/** The journey of one request: decode -> normalise -> sign -> row -> insert -> answer. Never throws. */
export async function ingestSpans(request: SpanRequest, options: PipelineOptions): Promise<Answer> {
  const { signal, body, encoding } = request;
  const { seen, counters, limits } = options;
  try {
    const key = `${signal}/${encoding}/${seen.key(body)}`;
    const known = seen.find(key);
    if (known) {
      counters.settle({ duplicate: known.spans });
      return known.answer;
    }
    const { spans, rejections } = decodeRequest(request, limits);
    const context: RowContext = { ...options, nowMs: options.now() };
    const rows = spans.map((span) => toSpanRow(options.normalise(span), context));
    const rejected = rejections.map((rejection) => toRejectedRow(rejection, context));
    const refused = await store({ rows, rejected, context }, options);
    const lost = [...rejected, ...refused];
    const answer = success(encoding, lost.length, explain(lost));
    seen.remember(key, { spans: rows.length + rejected.length, answer });
    return answer;
  } catch (error) {
    return answerFault(error, request, options);
  }
}

interface Work {
  rows: readonly SpanRow[];
  rejected: readonly RejectedSpanRow[];
  context: RowContext;
}

/** Settles the fate of every row; answers with those that the store refused. */
async function store(
  { rows, rejected, context }: Work,
  { inserter, counters, log }: PipelineOptions,
): Promise<RejectedSpanRow[]> {
  try {
    const refusals = await inserter.insert(rows, rejected);
    const refused = refusals.map(({ row, detail }) => toRefusedRow(row, detail, context));
    if (refused.length > 0) {
      log('error', 'the store refused spans', { spans: refused.length, why: refused[0]?.detail });
      await inserter.insert([], refused);
    }
    const lost = rejected.length + refused.length;
    counters.settle({ stored: rows.length - refused.length, rejected: lost });
    return refused;
  } catch (error) {
    counters.side.turnedAway += rows.length + rejected.length;
    throw error;
  }
}

/** What is wrong with the request is final; anything else may pass, and the sender shall try again. */
function answerFault(error: unknown, { encoding }: SpanRequest, { log }: PipelineOptions): Answer {
  if (error instanceof DecodeError) return failure(encoding, 'bad_data', error.message);
  const message = error instanceof Error ? error.message : String(error);
  log('error', 'spans could not be stored, their sender was asked to try again', { message });
  return failure(encoding, 'unavailable', 'the store does not take spans at the moment');
}

function explain(lost: readonly RejectedSpanRow[]): string {
  const kinds = Map.groupBy(lost, ({ reason, detail }) => `${reason} (${detail})`);
  return [...kinds].map(([kind, rows]) => `${rows.length} x ${kind}`).join('; ');
}
