import { canonicalise } from '../value/canonical.ts';
import type { ToolDeclaration } from '../declaration.ts';
import { isEmpty } from './empty.ts';
import { shortHash } from '../hash.ts';
import type { Json } from '../value/json.ts';
import { maskLabelled, maskVolatile } from './mask.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { openPayload, type Payload } from './payload.ts';
import { isInstant } from './result-keys.ts';
import { readResult } from './result.ts';
import { listingOf, rowSet } from './rows.ts';
import { stableForm } from './stable.ts';

export type ResultKind = 'empty' | 'value' | 'error' | 'none';

/** 16 hex characters; null where there is no result. */
export interface ResultFingerprint {
  kind: ResultKind;
  fingerprint: string | null;
}

/** What stands for a stream or a pending result says nothing about it. */
const OPAQUE =
  /^(?:<(?:async_generator|generator|coroutine|function|_io\.)[^>\n]{0,200}>|\[object (?:Object|Promise|AsyncGenerator|Generator|ReadableStream)\])$/;

/**
 * What came back, such that equal fingerprints mean that nothing new was learned: volatile members masked, the rows of a list as the set of
 * their identifiers. Every empty result has the same fingerprint.
 */
export function fingerprintResult(
  raw: unknown,
  outcome: Outcome,
  declaration: ToolDeclaration = {},
): ResultFingerprint {
  const result = readResult(raw);
  return fingerprintOf(result.known ? openPayload(result.value) : null, outcome, declaration);
}

/** The same as fingerprintResult, of a result that was opened already. */
export function fingerprintOf(
  payload: Payload | null,
  outcome: Outcome,
  declaration: ToolDeclaration = {},
): ResultFingerprint {
  const value = payload?.value;
  if (outcome.state === 'error') {
    const form = errorForm(value, outcome.message);
    return printed('error', canonicalise(['error', outcome.errorClass, form]));
  }
  if (value === undefined || (typeof value === 'string' && OPAQUE.test(value))) {
    return { kind: 'none', fingerprint: null };
  }
  if (isEmpty(value)) return printed('empty', '["empty"]');
  return printed('value', `["value",${valueText(value, declaration)}]`);
}

function printed(kind: ResultKind, text: string): ResultFingerprint {
  return { kind, fingerprint: shortHash(text) };
}

/** The failed call's own result, else the message. */
function errorForm(value: Json | undefined, message: string): Json {
  return value === undefined || isEmpty(value)
    ? maskVolatile(message)
    : stableForm(value, maskVolatile);
}

/** Canonical text of what is new in a value. */
function valueText(value: Json, { result = {} }: ToolDeclaration): string {
  if (isInstant(value)) return '"<time>"';
  const stable = (part: Json): Json => stableForm(part, maskLabelled);
  const listing = listingOf(value, result);
  if (listing === null) return canonicalise(stable(value));
  const rows = rowSet(listing.rows, result.id, stable).join(',');
  const rest = listing.rest === null ? '{}' : canonicalise(stable(listing.rest));
  return `{"rest":${rest},"rows":[${rows}]}`;
}
