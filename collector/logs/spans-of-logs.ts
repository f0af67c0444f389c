import type { WireLog } from '../decode/wire-log.ts';
import type { WireSpan } from '../decode/wire-span.ts';
import { eventNameOf } from './event-name.ts';
import { EVENT_SPANS, toEventSpan } from './event-spans.ts';
import { MESSAGE_EVENTS, toMessageSpans, type NamedLog } from './message-spans.ts';

/** Log records -> spans that stand for them, the same for the same records, and how many records tell of nothing. */
export function spansOfLogs(records: readonly WireLog[]): { spans: WireSpan[]; unused: number } {
  const spans: WireSpan[] = [];
  const messages: NamedLog[] = [];
  let unused = 0;
  for (const record of records) {
    const name = eventNameOf(record);
    if (isToldElsewhere(record, name)) unused += 1;
    else if (MESSAGE_EVENTS.has(name)) messages.push([name, record]);
    else {
      const span = EVENT_SPANS.has(name) ? toEventSpan(record, name) : null;
      if (span === null) unused += 1;
      else spans.push(span);
    }
  }
  spans.push(...toMessageSpans(messages));
  for (const [position, span] of spans.entries()) span.position = position;
  return { spans, unused };
}

/** Gemini CLI writes each answer in two forms; the other one names its prompt and is there without spans, too. */
function isToldElsewhere({ scope }: WireLog, name: string): boolean {
  return scope === 'gemini-cli' && MESSAGE_EVENTS.has(name);
}
