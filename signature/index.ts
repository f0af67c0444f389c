export { readArguments, type Arguments } from './arguments.ts';
export { attemptKey } from './attempt.ts';
export { ATTRIBUTES, GUARD_EVENT, SIGNATURE_VERSION } from './attributes.ts';
export { canonicalise } from './value/canonical.ts';
export type { Declarations, Effect, ToolDeclaration } from './declaration.ts';
export {
  errorFamily,
  isErrorClass,
  type ErrorClass,
  type ErrorFamily,
} from './outcome/error-class.ts';
export {
  fingerprintResult,
  type ResultFingerprint,
  type ResultKind,
} from './result/fingerprint.ts';
export { isInForce } from './last-day.ts';
export { GUARD_NOTE, GUARD_NOTE_MEMBER, GUARD_TERMINAL } from './guard-marks.ts';
export type { Json, JsonObject } from './value/json.ts';
export { ExactNumber } from './value/number.ts';
export { readPythonString } from './value/python-string.ts';
export { readOutcome, type Outcome, type OutcomeEvidence } from './outcome/outcome.ts';
export { openText, readReturned, readReturnedJson, type Returned } from './result/returned.ts';
export { signCall, signValue, type CallSignature } from './sign.ts';
export { errorTemplate } from './outcome/template.ts';
