import { ATTRIBUTES, SIGNATURE_VERSION } from '@loopscope/signature';
import type { OutcomeEvidence } from '@loopscope/signature';
import type { SdkTags, ToolUse } from './canonical-span.ts';
import { parseJson } from './decode/parse-json.ts';
import { nestingOf } from './decode/raw-json.ts';
import type { WireSpan, WireValue } from './decode/wire-span.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { Unwrapped } from './dialects/envelopes.ts';
import { textOf, type Reading } from './dialects/read-fields.ts';

const HANDOFF = /^(transfer_to_|handoff_to_)/;
/** What an execute_tool span is called where no attribute names the tool. */
const SPAN_NAME =
  /^(?:(?:gen_ai\.)?execute_tool |tools\/call |tool\.execute |running tool: )?(.*?)(?:\.(?:tool|run))?$/;
const MAX_ENVELOPES = 4;
const DEEP = 64;

export function readToolUse(span: WireSpan, dialect: Dialect | null, reading: Reading): ToolUse {
  const { values } = reading;
  const wrapped = textOf(values.result);
  const unwrapped = wrapped === null ? null : unwrapResult(wrapped, dialect);
  const name = nameOf(span, { dialect, reading, unwrapped });
  return {
    name,
    kind: kindOf(name, span, dialect),
    layer: dialect?.layer?.(span) ?? 'framework',
    callId: textOf(values.callId) ?? unwrapped?.callId ?? '',
    args: argumentsOf(span, { name, wrapped: textOf(values.args), dialect }),
    result: unwrapped?.text ?? null,
    evidence: evidenceOf(span, { dialect, reading, unwrapped }),
    tags: readSdkTags(span),
  };
}

interface Read {
  dialect: Dialect | null;
  reading: Reading;
  unwrapped: Unwrapped | null;
}

function nameOf(span: WireSpan, { dialect, reading, unwrapped }: Read): string {
  const given = textOf(reading.values.tool);
  const isWeak = given !== null && dialect?.weakToolName?.test(given) === true;
  if (isWeak && unwrapped?.tool === undefined) span.marks.add('tool_name_unknown');
  if (given !== null && !isWeak) return given;
  return unwrapped?.tool ?? given ?? nameInside(span, dialect?.toolFromName);
}

/** The name inside of the span's name; the whole of it where the pattern finds none. */
function nameInside({ name }: WireSpan, pattern = SPAN_NAME): string {
  return pattern.exec(name)?.[1] ?? SPAN_NAME.exec(name)?.[1] ?? name;
}

function argumentsOf(
  span: WireSpan,
  { name, wrapped, dialect }: { name: string; wrapped: string | null; dialect: Dialect | null },
): string | null {
  if (wrapped === null) return null;
  const args = unwrapArguments(wrapped, name, dialect);
  markArguments(args, span);
  return args;
}

function unwrapArguments(wrapped: string, tool: string, dialect: Dialect | null): string {
  let text = wrapped;
  for (let round = 0; round < MAX_ENVELOPES; round += 1) {
    const inner = firstAnswer(dialect?.argumentEnvelopes, (open) => open(text, tool));
    if (inner === null) break;
    text = inner;
  }
  return text;
}

function unwrapResult(wrapped: string, dialect: Dialect | null): Unwrapped {
  const unwrapped: Unwrapped = { text: wrapped };
  for (let round = 0; round < MAX_ENVELOPES; round += 1) {
    const inner = firstAnswer(dialect?.resultEnvelopes, (open) => open(unwrapped.text));
    if (inner === null) break;
    Object.assign(unwrapped, inner, {
      failed: unwrapped.failed === true || inner.failed === true,
    });
  }
  return unwrapped;
}

function firstAnswer<Open, Answer>(
  list: readonly Open[] | undefined,
  ask: (open: Open) => Answer | null,
): Answer | null {
  for (const open of list ?? []) {
    const answer = ask(open);
    if (answer !== null) return answer;
  }
  return null;
}

function kindOf(name: string, span: WireSpan, dialect: Dialect | null): ToolUse['kind'] {
  if (HANDOFF.test(name) || span.attributes.has('gen_ai.transfer.mode')) return 'handoff';
  return dialect?.outputFunctions?.includes(name) === true ? 'output_function' : 'tool';
}

/** Arguments that were cut by the sender, or nest so deep that no reader should recurse into them. */
function markArguments(args: string, span: WireSpan): void {
  if (args.length > DEEP && nestingOf(args) > DEEP) span.marks.add('too_deep');
  const looksCut = /(\.\.\.|…|\[truncated\]|\[TRUNCATED: original length \d+\])$/.test(args);
  const opensJson = /^\s*[[{]/.test(args);
  // A bare value where the tool got an object of arguments: the model's own words may say more.
  if (!/^\s*\{/.test(args)) span.marks.add('args_bare');
  if (looksCut || (opensJson && span.droppedAttributes > 0)) {
    if (!opensJson || parseJson(args) === undefined) span.marks.add('args_truncated');
  }
}

function evidenceOf(span: WireSpan, { dialect, reading, unwrapped }: Read): OutcomeEvidence {
  const { values, flaggedError } = reading;
  const isForeign = dialect?.isStatusForeign?.(span) === true;
  const exception = span.events.find(({ name }) => name === 'exception')?.attributes;
  const message = (isForeign ? '' : span.statusMessage) || textOf(values.errorMessage);
  const errorType = textOf(values.errorType);
  const exceptionType = textOf(exception?.get('exception.type'));
  const exceptionMessage = textOf(exception?.get('exception.message'));
  return {
    status: isForeign ? 'unset' : span.status,
    flaggedError: flaggedError || unwrapped?.failed === true,
    ...(message === null ? {} : { statusMessage: withoutStack(message) }),
    ...(errorType === null ? {} : { errorType }),
    ...(exceptionType === null ? {} : { exceptionType }),
    ...(exceptionMessage === null ? {} : { exceptionMessage: withoutStack(exceptionMessage) }),
    ...(unwrapped === null ? {} : { result: unwrapped.text }),
  };
}

const STACK = /\n+(?:\S[^\n]*\n)?\s*(?:at \S|File "|Traceback \(most recent call last\))[^]*$/;

/** The message alone: some senders put the stack behind it, which is different on every machine. */
function withoutStack(message: string): string {
  const alone = message.replace(STACK, '');
  return alone === '' ? message : alone;
}

const EFFECTS = ['read', 'write', 'destructive', 'unknown'] as const;
const RESULT_KINDS = ['empty', 'value', 'error', 'none'] as const;

/** Tags are trusted only where the sender used our version of the algorithm. */
function readSdkTags({ attributes }: WireSpan): SdkTags | null {
  const text = (name: string): string => textOf(attributes.get(name)) ?? '';
  if (Number(text(ATTRIBUTES.signatureVersion)) !== SIGNATURE_VERSION) return null;
  if (!attributes.has(ATTRIBUTES.toolSignature)) return null;
  return {
    signature: text(ATTRIBUTES.toolSignature),
    identity: text(ATTRIBUTES.toolIdentity),
    identityFields: textsOf(attributes.get(ATTRIBUTES.toolIdentityFields)),
    effect: EFFECTS.find((effect) => effect === text(ATTRIBUTES.toolEffect)) ?? null,
    resultKind: RESULT_KINDS.find((kind) => kind === text(ATTRIBUTES.resultKind)) ?? null,
    resultFingerprint: text(ATTRIBUTES.resultFingerprint),
    errorClass: text(ATTRIBUTES.errorClass),
  };
}

function textsOf(value: WireValue | undefined): string[] {
  const list = typeof value === 'string' ? parseJson(value) : value;
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}
