import type { OutcomeEvidence } from '@loopscope/signature';
import { cutText } from '../decode/text.ts';
import type { WireSpan, WireValue } from '../decode/wire-span.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Unwrapped } from '../dialects/envelopes.ts';
import { textOf, type Reading } from '../dialects/read-fields.ts';

/** What is known of a tool span once its attributes are read and its result is out of the envelope. */
export interface ToolReading {
  dialect: Dialect | null;
  reading: Reading;
  /** Null where no result was recorded. */
  unwrapped: Unwrapped | null;
}

/** Sentry's words for whatever was thrown: that the call failed, and not why. */
const NAMES_OF_FAILURE: ReadonlySet<string> = new Set(['internal_error', 'unknown_error']);
const RECORDED_ERROR = 'loopscope.import.error';

/** Everything the span says about how its call ended, for the signature package to weigh. */
export function readOutcomeEvidence(span: WireSpan, read: ToolReading): OutcomeEvidence {
  const { values } = read.reading;
  // Only ever true: that a framework calls its call a success says nothing about what the tool answered.
  const isFlagged = read.reading.flaggedError || read.unwrapped?.failed === true;
  // Recorded runs are another matter: there the source has judged each call.
  const isClear = span.attributes.get(RECORDED_ERROR) === false;
  const isForeign = read.dialect?.isStatusForeign?.(span) === true;
  const isSaid = !isForeign && !NAMES_OF_FAILURE.has(span.statusMessage);
  const message = (isSaid ? span.statusMessage : '') || textOf(values.errorMessage);
  const errorType = shortText(values.errorType);
  const result = read.unwrapped?.text;
  const evidence: OutcomeEvidence = {
    status: isForeign ? 'unset' : span.status,
    ...(isFlagged ? { flaggedError: true } : isClear ? { flaggedError: false } : {}),
    ...(message === null ? {} : { statusMessage: withoutStack(message) }),
    ...(errorType === null ? {} : { errorType }),
    ...(result === undefined ? {} : { result }),
  };
  return withException(evidence, span);
}

function withException(evidence: OutcomeEvidence, { events }: WireSpan): OutcomeEvidence {
  const exception = events.find(({ name }) => name === 'exception')?.attributes;
  if (exception === undefined) return evidence;
  const type = shortText(exception.get('exception.type'));
  const message = textOf(exception.get('exception.message'));
  return {
    ...evidence,
    ...(message === null ? {} : { exceptionMessage: withoutStack(message) }),
    // Some senders record an exception without its type, and leave the status as it was.
    ...(type === null ? { flaggedError: true } : { exceptionType: type }),
  };
}

/** Names are short and messages tell at their beginning; what is longer is no use and costs time. */
const MAX_NAME_CHARS = 300;
const MAX_MESSAGE_CHARS = 16 * 1024;

function shortText(value: WireValue | undefined): string | null {
  const text = textOf(value);
  return text === null ? null : cutText(text, MAX_NAME_CHARS);
}

const STACK_LINE = /^\s*(at \S|File "|Traceback \(most recent call last\))/;
const MAX_LINES = 100;

/** The message alone: some senders put the stack behind it, and the message once more before that. */
function withoutStack(whole: string): string {
  const message = cutText(whole, MAX_MESSAGE_CHARS);
  if (!message.includes('\n')) return message;
  const lines = message.split('\n', MAX_LINES);
  const stack = lines.findIndex((line, index) => index > 0 && STACK_LINE.test(line));
  if (stack === -1) return message;
  const blank = lines.indexOf('', 1);
  const end = blank !== -1 && blank < stack ? blank : stack;
  return lines.slice(0, end).join('\n');
}
