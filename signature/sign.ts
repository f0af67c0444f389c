import type { Arguments } from './arguments.ts';
import { SIGNATURE_VERSION } from './attributes.ts';
import { canonicalise } from './canonical.ts';
import type { ToolDeclaration } from './declaration.ts';
import { omitFields, pickFields } from './fields.ts';
import { shortHash } from './hash.ts';
import type { Json } from './json.ts';

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
  return signed(tool, lasting, canonicalise(lasting), declaration);
}

/** The same for arguments in canonical form that are at hand as a value as well. */
export function signCanonical(
  tool: string,
  { value, text }: { value: Json; text: string },
  declaration: ToolDeclaration = {},
): CallSignature {
  const lasting = omitFields(value, declaration.volatile ?? []);
  return signed(tool, lasting, lasting === value ? text : canonicalise(lasting), declaration);
}

function signed(
  tool: string,
  lasting: Json,
  text: string,
  declaration: ToolDeclaration,
): CallSignature {
  const signature = hashCall(tool, text);
  const fields = declaration.identity ?? [];
  const picked = pickFields(lasting, fields);
  if (picked === null) return { signature, identity: signature, identityFields: [] };
  return { signature, identity: hashCall(tool, canonicalise(picked)), identityFields: [...fields] };
}

/** The hash of the canonical form of `[version, tool, value]`. */
function hashCall(tool: string, text: string): string {
  return shortHash(`[${SIGNATURE_VERSION},${canonicalise(tool)},${text}]`);
}
