import { callTexts, signedTexts, spansOfTraces, spanStartAt } from '@loopscope/sql';
import type { CallTextRow, NarrowSpanRow, SignedTextRow } from '@loopscope/sql';

import { inChunks } from './in-chunks.ts';
import { MAX_SPANS } from './limits.ts';
import type { Home } from './load.ts';
import { COMMON_OF_SPANS, shareTexts } from './memory/common-texts.ts';

/** An answer lies in memory several times over: as the engine's columns, as bytes, as a text, as rows. */
const SPANS_A_PAGE = 20_000;
const TEXTS_A_PAGE = 5_000;
const LATEST_NS = String(2n ** 63n - 1n);

/** Narrow spans of the traces, of the named inserts or of all; copies of one may stand beside each other. */
export function loadSpans(
  { store, project }: Home,
  traceIds: readonly string[],
  blocks: string[] = [],
): Promise<NarrowSpanRow[]> {
  return inChunks(traceIds, async (trace_ids) => {
    const rows: NarrowSpanRow[] = [];
    const texts = new Map<string, string>();
    let until_ns = LATEST_NS;
    const ask = (page: Page): Promise<NarrowSpanRow[]> =>
      store.query(spansOfTraces, { project, trace_ids, blocks, until_ns, ...page });
    for await (const { page, isOnly } of pagesOf(SPANS_A_PAGE, ask)) {
      if (isOnly) return page;
      if (rows.length === 0) {
        const [last] = await store.query(spanStartAt, { project, trace_ids, place: MAX_SPANS - 1 });
        until_ns = last?.start_ns ?? LATEST_NS;
      }
      for (const row of page) {
        if (compareDigits(row.start_ns, until_ns) > 0) continue;
        shareTexts(row, COMMON_OF_SPANS, texts);
        rows.push(row);
      }
    }
    // What is nearly in order is sorted in no time, which is done again and again with it.
    return rows.toSorted((a, b) => compareDigits(a.start_ns, b.start_ns));
  });
}

function compareDigits(a: string, b: string): number {
  return a.length - b.length || (a === b ? 0 : a < b ? -1 : 1);
}

/** Beginnings of argument and result texts of the traces' tool spans, of the named inserts or of all. */
export function loadTexts(
  { store, project }: Home,
  traceIds: readonly string[],
  { chars, blocks = [] }: { chars: number; blocks?: string[] },
): Promise<CallTextRow[]> {
  return inChunks(traceIds, (trace_ids) =>
    allOf(TEXTS_A_PAGE, (page) =>
      store.query(callTexts, { project, trace_ids, blocks, chars, ...page }),
    ),
  );
}

/** Whole texts of some tools' spans, to sign them anew. */
export function loadSignedTexts(
  { store, project }: Home,
  traceIds: readonly string[],
  { tools, withResults }: { tools: string[]; withResults: string[] },
): Promise<SignedTextRow[]> {
  return inChunks(traceIds, (trace_ids) =>
    allOf(TEXTS_A_PAGE, (page) =>
      store.query(signedTexts, { project, trace_ids, tools, with_results: withResults, ...page }),
    ),
  );
}

interface Page {
  after_trace: string;
  after_span: string;
  limit: number;
}

interface Placed {
  trace_id: string;
  span_id: string;
}

async function allOf<Row extends Placed>(
  limit: number,
  ask: (page: Page) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { page, isOnly } of pagesOf(limit, ask)) {
    if (isOnly) return page;
    for (const row of page) rows.push(row);
  }
  return rows;
}

/** Page by page in the order of ids; the copies of one span are on one page. */
async function* pagesOf<Row extends Placed>(
  limit: number,
  ask: (page: Page) => Promise<Row[]>,
): AsyncGenerator<{ page: Row[]; isOnly: boolean }> {
  let after = { after_trace: '', after_span: '' };
  for (let isFirst = true; ; isFirst = false) {
    const rows = await ask({ ...after, limit });
    if (rows.length < limit) {
      yield { page: rows, isOnly: isFirst };
      return;
    }
    const page = withoutLast(rows);
    const { trace_id = '', span_id = '' } = page.at(-1) ?? {};
    after = { after_trace: trace_id, after_span: span_id };
    yield { page, isOnly: false };
  }
}

/** Further copies of the last span may stand behind the page's end. */
function withoutLast<Row extends Placed>(rows: Row[]): Row[] {
  const last = rows.at(-1);
  const at = rows.findIndex(
    ({ trace_id, span_id }) => trace_id === last?.trace_id && span_id === last.span_id,
  );
  return at > 0 ? rows.slice(0, at) : rows;
}
