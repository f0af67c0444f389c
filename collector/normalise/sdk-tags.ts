import { ATTRIBUTES, SIGNATURE_VERSION, type ErrorClass } from '@loopscope/signature';
import { parseJson } from '../decode/parse-json.ts';
import type { WireSpan, WireValue } from '../decode/wire-span.ts';
import { textOf } from '../dialects/read-fields.ts';
import type { SdkTags } from './canonical-span.ts';

const EFFECTS = ['read', 'write', 'destructive'] as const;
const RESULT_KINDS = ['empty', 'value', 'error', 'none'] as const;
const ERROR_CLASSES = [
  'timeout',
  'connection',
  'rate_limited',
  'server_error',
  'validation',
  'not_found',
  'permission',
  'conflict',
  'precondition',
  'unknown_tool',
  'denied',
  'unknown',
] as const satisfies readonly ErrorClass[];

/** Tags are trusted only where the sender used our version of the algorithm. */
export function readSdkTags({ attributes }: WireSpan): SdkTags | null {
  const text = (name: string): string => textOf(attributes.get(name)) ?? '';
  if (Number(text(ATTRIBUTES.signatureVersion)) !== SIGNATURE_VERSION) return null;
  if (!attributes.has(ATTRIBUTES.toolSignature)) return null;
  return {
    signature: text(ATTRIBUTES.toolSignature),
    identity: text(ATTRIBUTES.toolIdentity),
    identityFields: textsOf(attributes.get(ATTRIBUTES.toolIdentityFields)),
    effect: readEffect({ attributes }),
    resultKind: RESULT_KINDS.find((kind) => kind === text(ATTRIBUTES.resultKind)) ?? null,
    resultFingerprint: text(ATTRIBUTES.resultFingerprint),
    errorClass: ERROR_CLASSES.find((each) => each === text(ATTRIBUTES.errorClass)) ?? null,
  };
}

/** Trusted without a signature too: who sends knows what its tools do. `unknown` says nothing, and a declaration may say more. */
export function readEffect({ attributes }: Pick<WireSpan, 'attributes'>): SdkTags['effect'] {
  const text = textOf(attributes.get(ATTRIBUTES.toolEffect));
  return EFFECTS.find((effect) => effect === text) ?? null;
}

function textsOf(value: WireValue | undefined): string[] {
  const list = typeof value === 'string' ? parseJson(value) : value;
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}
