import type { Arguments } from './arguments.ts';
import { SIGNATURE_VERSION } from './attributes.ts';
import { canonicalise } from './value/canonical.ts';
import type { ToolDeclaration } from './declaration.ts';
import { omitFields, pickFields } from './fields.ts';
import { shortHash } from './hash.ts';
import type { Json } from './value/json.ts';

/** 16 hex characters each; null where the arguments are unknown. */
export interface CallSignature {
  signature: string | null;
  identity: string | null;
  /** Declared fields behind the identity; empty where it is the signature. */
  identityFields: string[];
}

/**
 * Signature over all arguments but the volatile ones, identity over the declared fields. A declared field that a call leaves out is part of
 * its identity (absent is not null); arguments with none of the declared fields fall back to all of them.
 */
export function signCall(
  tool: string,
  args: Arguments,
  declaration: ToolDeclaration = {},
): CallSignature {
  if (!args.known) return { signature: null, identity: null, identityFields: [] };
  const lasting = omitFields(args.value, declaration.volatile ?? []);
  return signed(tool, lasting, hashCall(tool, lasting), declaration);
}

/** The same of known arguments, and their canonical form: it is written once. */
export function signValue(
  tool: string,
  value: Json,
  declaration: ToolDeclaration = {},
): CallSignature & { text: string } {
  const whole = signedText(tool, value);
  const text = whole.slice(`[${SIGNATURE_VERSION},${canonicalise(tool)},`.length, -1);
  const lasting = omitFields(value, declaration.volatile ?? []);
  const signedWhole = lasting === value ? whole : signedText(tool, lasting);
  return { ...signed(tool, lasting, shortHash(signedWhole), declaration), text };
}

function signed(
  tool: string,
  lasting: Json,
  signature: string,
  declaration: ToolDeclaration,
): CallSignature {
  const fields = declaration.identity ?? [];
  const picked = pickFields(lasting, fields);
  if (picked === null) return { signature, identity: signature, identityFields: [] };
  return { signature, identity: hashCall(tool, picked), identityFields: [...fields] };
}

function hashCall(tool: string, value: Json): string {
  return shortHash(signedText(tool, value));
}

/** What is hashed: the canonical form of `[version, tool, value]`. */
function signedText(tool: string, value: Json): string {
  return canonicalise([SIGNATURE_VERSION, tool, value]);
}
