import {
  fingerprintResult,
  readArguments,
  signCall,
  type Declarations,
  type Outcome,
  type ToolDeclaration,
} from '@loopscope/signature';
import type { AskedCall, NarrowSpanRow, SignedTextRow } from '@loopscope/sql';

import { errorClassOf } from './resolve/error-class.ts';
import { readMessages } from './resolve/read-messages.ts';
import { spanKey } from './resolve/span.ts';

export interface Resigning {
  declarations: Declarations;
  /** Tools whose calls are signed anew; all others keep what they came with. */
  tools: ReadonlySet<string>;
}

/** As much of an argument text as the collector keeps inside messages: a longer one may have been cut. */
const KEPT_IN_MESSAGES = 32 * 1024;

/**
 * Signs calls anew as their tools are declared now, from their stored texts. What has no whole text keeps its signature, and so does a
 * call that the agent itself signed with fields of its own: its declaration holds for it.
 */
export function resign(
  rows: readonly NarrowSpanRow[],
  texts: readonly SignedTextRow[],
  resigning: Resigning,
): NarrowSpanRow[] {
  if (resigning.tools.size === 0) return [...rows];
  const textOf = new Map(texts.map((text) => [spanKey(text), text]));
  return rows.map((row) => {
    if (row.kind === 'model') return resignMessages(row, resigning);
    if (row.kind !== 'tool' || !resigning.tools.has(row.tool) || isAgentsOwn(row)) return row;
    return resignSpan(row, textOf.get(spanKey(row)), resigning.declarations.get(row.tool) ?? {});
  });
}

function isAgentsOwn({ tagged_by, identity_fields }: NarrowSpanRow): boolean {
  return tagged_by === 'sdk' && identity_fields.length > 0;
}

function resignSpan(
  row: NarrowSpanRow,
  text: SignedTextRow | undefined,
  declaration: ToolDeclaration,
): NarrowSpanRow {
  const effect = declaration.effect ?? row.effect;
  if (text === undefined) return { ...row, effect };
  const isWhole = text.args !== null && text.args.length >= text.args_size;
  const signed = isWhole ? argumentsOf(row.tool, text.args, declaration) : {};
  return { ...row, effect, ...signed, ...resultOf(row, text, declaration) };
}

type Signed = Pick<AskedCall, 'signature' | 'identity' | 'identity_fields'>;

function argumentsOf(
  tool: string,
  args: string | null,
  declaration: ToolDeclaration,
): Signed | Record<string, never> {
  const { signature, identity, identityFields } = signCall(
    tool,
    readArguments(args ?? undefined),
    declaration,
  );
  if (signature === null || identity === null) return {};
  return { signature, identity, identity_fields: identityFields };
}

/** Only where the declaration says where a result keeps its rows, and all of the result is at hand. */
function resultOf(
  row: NarrowSpanRow,
  { result, result_size: size }: SignedTextRow,
  declaration: ToolDeclaration,
): Partial<NarrowSpanRow> {
  if (declaration.result === undefined || result === null || result.length < size) return {};
  if (row.tagged_by === 'sdk') return {};
  const { kind, fingerprint } = fingerprintResult(result, outcomeOf(row), declaration);
  return { result_kind: kind, result_fingerprint: fingerprint ?? '' };
}

function outcomeOf(row: NarrowSpanRow): Outcome {
  const errorClass = errorClassOf(row);
  const message = row.error_message;
  return { state: row.outcome, errorClass, message, template: row.error_template };
}

function resignMessages(row: NarrowSpanRow, { declarations, tools }: Resigning): NarrowSpanRow {
  if (![...tools].some((tool) => row.messages.includes(tool))) return row;
  const messages = readMessages(row.messages);
  if (messages === null) return row;
  const asked = messages.asked.map((call): AskedCall => {
    const isWhole =
      call.args_known === 1 && call.args !== '' && call.args.length < KEPT_IN_MESSAGES;
    if (!tools.has(call.tool) || !isWhole) return call;
    const declaration = declarations.get(call.tool) ?? {};
    const effect = declaration.effect ?? call.effect;
    return { ...call, effect, ...argumentsOf(call.tool, call.args, declaration) };
  });
  return { ...row, messages: JSON.stringify({ ...messages, asked }) };
}
