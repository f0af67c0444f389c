import { guardReport } from '@loopscope/sql';
import type { GuardReport, NarrowSpanRow, SpanMessages } from '@loopscope/sql';

import { readMessages } from './read-messages.ts';
import type { CallContent } from './content.ts';

/** A stretch of time in nanoseconds after the first span of what is resolved; exact within 104 days. */
export interface Interval {
  start: number;
  /** Never before `start`. */
  end: number;
}

/** A span with its place in the tree of its trace. */
export interface Span extends Interval {
  row: NarrowSpanRow;
  /** As the row says, since the epoch. */
  startNs: bigint;
  endNs: bigint;
  /** From which `start` and `end` are counted. */
  origin: bigint | null;
  /** A log record stands for the span. */
  isFromLog: boolean;
  /** What `messagesOf` has read; undefined before. */
  told: SpanMessages | null | undefined;
  /** What `readContent` has read; null before. */
  content: Readonly<CallContent> | null;
  /** What `reportOf` has read; null before. */
  report: GuardReport | null;
  /** Place among spans that begin at the same instant: the end, never before that of a span which its scope sent earlier. */
  rank: number;
  /** Null for a root, and where the parent has not come (yet). */
  parent: Span | null;
  /** Its chain of parents ends at a span that has not come. */
  orphaned: boolean;
  /** Known ancestors. */
  depth: number;
  /** Nearest agent or tool above: whose model calls ask for this span's calls. */
  lane: Span | null;
  /** Nearest model span above, within the lane. */
  modelAbove: Span | null;
  /** Nearest model iteration above, within the lane. */
  stepAbove: Span | null;
  /** Outermost agent that holds the span, itself included; an agent below a tool is never the outermost. */
  outermostAgent: Span | null;
  /** Turn id that the sender gave to this span or the nearest above. */
  givenTurn: string;
  /** As the span or the nearest above says; empty where none does. */
  agentName: string;
  agentVersion: string;
  userId: string;
  /** A tool is somewhere above. */
  isBelowTool: boolean;
}

/** Longest time by which clocks of whole milliseconds may disagree on what lies within what. */
export const CLOCK_SLACK_NS = 2e6;

/** The messages that the span shows; null where it shows none. */
export function messagesOf(span: Span): SpanMessages | null {
  if (span.told === undefined) span.told = readMessages(span.row.messages);
  return span.told;
}

/** What the guard around the span says of itself; only of spans that have one. */
export function reportOf(span: Span): GuardReport {
  span.report ??= guardReport.parse(JSON.parse(span.row.guard));
  return span.report;
}

/** Identifies a span in a project. */
export function spanKey(row: { trace_id: string; span_id: string }): string {
  return `${row.trace_id}:${row.span_id}`;
}

/** Start, then rank, then key: the order of everything that happens in a turn. */
export function compareSpans(a: Span, b: Span): number {
  return a.start - b.start || a.rank - b.rank || compareKeys(a, b);
}

function compareKeys({ row: a }: Span, { row: b }: Span): number {
  return compareText(a.trace_id, b.trace_id) || compareText(a.span_id, b.span_id);
}

export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** True where `inner` lies within `outer`, give or take what millisecond clocks lose. */
export function holds(outer: Interval, inner: Interval): boolean {
  return inner.start >= outer.start - CLOCK_SLACK_NS && inner.end <= outer.end + CLOCK_SLACK_NS;
}

/** True where the two share at least four fifths of the shorter one, or miss each other by clock slack only. */
export function coincide(a: Interval, b: Interval): boolean {
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start) + CLOCK_SLACK_NS;
  return shared >= 0.8 * Math.min(a.end - a.start, b.end - b.start) && shared >= 0;
}

/** Time between two stretches; 0 where they touch. */
export function gapNs(a: Interval, b: Interval): number {
  return Math.max(0, Math.max(a.start, b.start) - Math.min(a.end, b.end));
}
