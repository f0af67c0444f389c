import { ATTRIBUTES, GUARD_EVENT } from '@loopscope/signature';
import type { GuardReport } from '@loopscope/sql';

import { cutText } from '../decode/text.ts';
import type { WireEvent, WireValue } from '../decode/wire-span.ts';
import { textOf } from '../dialects/read-fields.ts';
import type { CanonicalSpan } from '../normalise/canonical-span.ts';
import type { RowContext } from './row-context.ts';

type Decision = GuardReport['decisions'][number];

const EFFECTS = ['read', 'write', 'destructive', 'unknown'] as const;
const MAX_UINT32 = 2 ** 32 - 1;

/** The `guard` column: what the guard around a span says of itself; empty where there was none. */
export function writeGuard(span: CanonicalSpan, context: RowContext): string {
  const mode = textOf(span.rest.get(ATTRIBUTES.guardMode)) ?? '';
  const events = span.events.filter(({ name }) => name === GUARD_EVENT);
  if (mode === '' && events.length === 0) return '';
  const decisions = events
    .slice(0, context.limits.maxMessageParts)
    .map((event) => readDecision(event, context));
  const report: GuardReport = {
    mode: mode || (decisions[0]?.mode ?? ''),
    stop_source: textOf(span.rest.get(ATTRIBUTES.guardStopSource)) ?? '',
    decisions,
  };
  return JSON.stringify(report);
}

function readDecision({ timeNs, attributes }: WireEvent, context: RowContext): Decision {
  const { limits, content } = context;
  const text = (name: string): string =>
    cutText(textOf(attributes.get(name)) ?? '', limits.maxNameChars);
  const texts = (name: string): string[] =>
    listOf(attributes.get(name)).map((item) => cutText(item, limits.maxMessageChars));
  const isFull = content === 'full';
  return {
    time_ns: timeNs.toString(),
    decision: text(ATTRIBUTES.guardDecision),
    kind: text(ATTRIBUTES.guardKind),
    code: text(ATTRIBUTES.guardCode),
    mode: text(ATTRIBUTES.guardMode),
    enforced: text(ATTRIBUTES.guardEnforced) === 'true' ? 1 : 0,
    tool: text(ATTRIBUTES.guardTool),
    call_id: text(ATTRIBUTES.guardCallId),
    effect: EFFECTS.find((effect) => effect === text(ATTRIBUTES.guardEffect)) ?? 'unknown',
    attempt_key: text(ATTRIBUTES.guardKey),
    attempts: countOf(attributes.get(ATTRIBUTES.guardAttempts)),
    tried: isFull ? texts(ATTRIBUTES.guardTried) : [],
    errors: isFull ? texts(ATTRIBUTES.guardErrors) : [],
    saved_calls: countOf(attributes.get(ATTRIBUTES.guardSavedCalls)),
    ceiling_name: text(ATTRIBUTES.guardCeilingName),
    ceiling: numberOf(attributes.get(ATTRIBUTES.guardCeiling)),
    ceiling_state: text(ATTRIBUTES.guardCeilingState),
    ceiling_reason: text(ATTRIBUTES.guardCeilingReason),
    ceiling_ticket: text(ATTRIBUTES.guardCeilingTicket),
    ceiling_expires: text(ATTRIBUTES.guardCeilingExpires),
    spent: numberOf(attributes.get(ATTRIBUTES.guardSpent)),
    in_flight: texts(ATTRIBUTES.guardInFlight),
    stop_source: text(ATTRIBUTES.guardStopSource),
    requested_by: text(ATTRIBUTES.guardRequestedBy),
    reason: isFull ? text(ATTRIBUTES.guardReason) : '',
  };
}

function listOf(value: WireValue | undefined): string[] {
  return Array.isArray(value) ? value.map((item) => textOf(item) ?? '') : [];
}

/** Null for what is no finite number: a guard without a ceiling says Infinity. */
function numberOf(value: WireValue | undefined): number | null {
  const text = textOf(value);
  const number = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

function countOf(value: WireValue | undefined): number {
  return Math.min(Math.max(0, Math.trunc(numberOf(value) ?? 0)), MAX_UINT32);
}
