import { canonicalise } from './canonical.ts';
import type { ToolDeclaration } from './declaration.ts';
import { shortHash } from './hash.ts';
import { isObject, type Json } from './json.ts';
import type { Outcome } from './outcome.ts';
import { openPayload } from './payload.ts';
import { readResult } from './result.ts';

export type ResultKind = 'empty' | 'value' | 'error' | 'none';

/** 16 hex characters; null where there is no result. */
export interface ResultFingerprint {
  kind: ResultKind;
  fingerprint: string | null;
}

export function fingerprintResult(
  raw: unknown,
  outcome: Outcome,
  _declaration: ToolDeclaration = {},
): ResultFingerprint {
  const result = readResult(raw);
  if (outcome.state === 'error') {
    return {
      kind: 'error',
      fingerprint: shortHash(canonicalise(['error', outcome.errorClass, outcome.template])),
    };
  }
  if (!result.known) return { kind: 'none', fingerprint: null };
  const { value } = openPayload(result.value);
  if (isEmpty(value)) return { kind: 'empty', fingerprint: shortHash('["empty"]') };
  return { kind: 'value', fingerprint: shortHash(canonicalise(['value', value])) };
}

function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.every((item) => isEmpty(item));
  return (
    isObject(value) &&
    Object.keys(value).every((key) => isEmpty(value[key] ?? null) || value[key] === 0)
  );
}
