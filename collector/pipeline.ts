import { hash } from 'node:crypto';
import type { Declarations } from '@loopscope/signature';
import { rowLine, type RejectedSpanRow } from '@loopscope/sql';
import { decodeRequest, type SpanRequest } from './decode/decode-request.ts';
import { DecodeError, type WireSpan } from './decode/wire-span.ts';
import { DIALECTS } from './dialects/index.ts';
import type { Limits } from './limits.ts';
import { createMask, type Masking } from './mask/mask-span.ts';
import { createNormaliser } from './normalise/normalise-span.ts';
import { toDamagedRow, toRejectedRow } from './rows/rejected-row.ts';
import type { RowContext } from './rows/row-context.ts';
import { toSpanRow } from './rows/span-row.ts';
import { spanKey } from './spool/known-spans.ts';
import type { Arrival, DamagedChunk } from './spool/spool.ts';

/** Plain data: it crosses to the thread that does the work. */
export interface PipelineSettings {
  project: string;
  declarations: Declarations;
  /** `hashes`: signatures and fingerprints are kept, the text of arguments and results is not. */
  content: 'full' | 'hashes';
  limits: Limits;
  /** Null: texts are kept as they come. */
  masking: Masking | null;
  /** Spans that began earlier are stored, and their sender is told. */
  retentionDays: number;
}

export interface Processed {
  /** What goes into the spool. */
  arrival: Arrival;
  /** Log records that tell of nothing. */
  unusedRecords: number;
  /** Spans that began before all that is kept. */
  oldSpans: number;
}

export interface Pipeline {
  /** The same for the same bytes of the same kind. */
  nameOf(request: SpanRequest): string;
  /** Or why the body as a whole cannot be read. */
  process(request: SpanRequest & { nowMs: number }, name: string): Processed | string;
  /** Rows of `rejected_spans` for chunks that cannot be read any more. */
  mourn(chunks: readonly (DamagedChunk & { file: string })[], nowMs: number): string[];
}

/** The journey of one request: decode -> normalise -> mask -> sign -> row -> line. Pure but for what it was given. */
export function createPipeline(settings: PipelineSettings): Pipeline {
  const normalise = createNormaliser(DIALECTS);
  const mask = settings.masking && createMask(settings.masking, settings.limits);
  const contextAt = (nowMs: number): RowContext => ({ ...settings, nowMs });
  return {
    nameOf: ({ signal, encoding, body }) => `${signal}/${encoding}/${hash('sha256', body)}`,
    process(request, name) {
      const { nowMs } = request;
      try {
        const { spans, rejections, unused } = decodeRequest(request, settings.limits);
        const context = contextAt(nowMs);
        const rejected = rejections.map((rejection) =>
          toRejectedRow(mask?.rejection(rejection) ?? rejection, context),
        );
        const oldSpans = countOld(spans, settings.retentionDays, nowMs);
        const arrival = {
          body: name,
          atMs: nowMs,
          // One span after the other to its line: what lies between lives too briefly to be moved by the garbage collector.
          lines: spans.map((span) => {
            const canonical = normalise(span);
            return rowLine(toSpanRow(mask?.span(canonical) ?? canonical, context));
          }),
          spanKeys: spans.map(({ traceId, spanId }) => spanKey(traceId, spanId)),
          rejectedLines: rejected.map(rowLine),
          message: explain(rejected, oldSpans, settings),
        };
        return { arrival, unusedRecords: unused, oldSpans };
      } catch (error) {
        if (error instanceof DecodeError) return mask?.text(error.message) ?? error.message;
        throw error;
      }
    },
    mourn: (chunks, nowMs) =>
      chunks.map((chunk) => JSON.stringify(toDamagedRow(chunk, contextAt(nowMs)))),
  };
}

const DAY_NS = 86_400_000_000_000n;

function countOld(spans: readonly WireSpan[], retentionDays: number, nowMs: number): number {
  const oldestNs = BigInt(Math.trunc(nowMs)) * 1_000_000n - BigInt(retentionDays) * DAY_NS;
  // A span without a time is not old.
  return spans.filter(({ startNs }) => startNs > 0n && startNs < oldestNs).length;
}

/** What the sender shall know: what was not taken, and what was taken but lies far back. */
function explain(
  rejected: readonly RejectedSpanRow[],
  old: number,
  { retentionDays }: PipelineSettings,
): string {
  const kinds = Map.groupBy(rejected, ({ reason, detail }) => `${reason} (${detail})`);
  const parts = [...kinds].map(([kind, rows]) => `${rows.length} x ${kind}`);
  if (old > 0) {
    parts.push(
      `${old} x older_than_retention (began more than ${retentionDays} days ago; stored, and kept for ${retentionDays} days from now)`,
    );
  }
  return parts.join('; ');
}
