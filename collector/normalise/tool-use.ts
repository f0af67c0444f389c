import { ATTRIBUTES } from '@loopscope/signature';
import { parseJson } from '../decode/parse-json.ts';
import { nestingOf, unquote } from '../decode/raw-json.ts';
import type { WireSpan } from '../decode/wire-span.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Unwrapped } from '../dialects/envelopes.ts';
import { textOf, type Reading } from '../dialects/read-fields.ts';
import type { ToolUse } from './canonical-span.ts';
import { readOutcomeEvidence, type ToolReading } from './outcome-evidence.ts';
import { readEffect, readSdkTags } from './sdk-tags.ts';

const HANDOFF = /^(transfer_to_|handoff_to_)/;
/** What an execute_tool span is called where no attribute names the tool. */
const SPAN_NAME =
  /^(?:(?:gen_ai\.)?execute_tool |tools\/call |tool\.execute |running tool: )?(.*?)(?:\.(?:tool|run))?$/;
const DEEP = 64;
/** The importer's word for runs whose source kept only the beginning of a result. */
const WHOLE_LENGTH = 'loopscope.import.result_length';

/** A tool span's call: its name, what went in, what came out and how it ended. */
export function readToolUse(span: WireSpan, dialect: Dialect | null, reading: Reading): ToolUse {
  const { values } = reading;
  const wrapped = textOf(values.result);
  const unwrapped = wrapped === null ? null : unwrapResult(wrapped, dialect);
  const name = nameOf(span, { dialect, reading, unwrapped });
  return {
    name,
    kind: kindOf(name, span, dialect),
    callId: plain(textOf(values.callId)) ?? unwrapped?.callId ?? '',
    args: argumentsOf(span, { name, wrapped: textOf(values.args), dialect }),
    result: unwrapped?.text ?? null,
    argsLength: sizeIn(span, ATTRIBUTES.argumentsSize),
    resultLength: sizeIn(span, WHOLE_LENGTH) || sizeIn(span, ATTRIBUTES.resultSize),
    effect: readEffect(span),
    evidence: readOutcomeEvidence(span, { dialect, reading, unwrapped }),
    tags: readSdkTags(span),
  };
}

/** Some senders write every value as JSON. */
function plain(text: string | null): string | null {
  return text === null ? null : (unquote(text) ?? text);
}

/** What a sender says of a text that it keeps to itself, or sends in part; 0 where it says nothing. */
function sizeIn({ attributes }: WireSpan, name: string): number {
  const size = Number(textOf(attributes.get(name)) ?? 0);
  return Number.isFinite(size) ? size : 0;
}

function nameOf(span: WireSpan, { dialect, reading, unwrapped }: ToolReading): string {
  const given = dialect?.toolOf?.(span) ?? textOf(reading.values.tool);
  const isWeak = given !== null && dialect?.weakToolName?.test(given) === true;
  if (isWeak && unwrapped?.tool === undefined) span.marks.add('tool_name_unknown');
  if (given !== null && !isWeak) return ownName(given, dialect);
  return unwrapped?.tool ?? given ?? nameInside(span, dialect?.toolFromName);
}

function ownName(given: string, dialect: Dialect | null): string {
  return dialect?.ownToolName?.exec(given)?.[1] ?? given;
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
  openEach(dialect?.argumentEnvelopes, (open) => {
    const inner = open(text, tool);
    text = inner ?? text;
    return inner !== null;
  });
  return text;
}

function unwrapResult(wrapped: string, dialect: Dialect | null): Unwrapped {
  const unwrapped: Unwrapped = { text: wrapped };
  openEach(dialect?.resultEnvelopes, (open) => {
    const inner = open(unwrapped.text);
    if (inner === null) return false;
    const failed = unwrapped.failed === true || inner.failed === true;
    Object.assign(unwrapped, inner, { failed });
    return true;
  });
  return unwrapped;
}

/** Opens envelopes in any order until none fits, each at most once: what is inside may look like one by chance. */
function openEach<Envelope>(
  envelopes: readonly Envelope[] | undefined,
  tryToOpen: (envelope: Envelope) => boolean,
): void {
  let closed = envelopes ?? [];
  for (;;) {
    const opened = closed.find(tryToOpen);
    if (opened === undefined) return;
    closed = closed.filter((envelope) => envelope !== opened);
  }
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
