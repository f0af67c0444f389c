import { createHash } from 'node:crypto';

import {
  ATTRIBUTES,
  fingerprintResult,
  readArguments,
  readOutcome,
  signCall,
  SIGNATURE_VERSION,
  type ToolDeclaration,
} from '@loopscope/signature';

import type { RecordedCall } from './run.ts';

/**
 * The tags of a call whose result was recorded only in part: those of any other call, but with a fingerprint of
 * the whole result, so that two results with one beginning stay two. None where the text at hand is enough.
 */
export function tagsOfCutCall(
  call: RecordedCall,
  declaration?: ToolDeclaration,
): Record<string, string | number | readonly string[] | null> {
  const { wholeResult } = call;
  if (wholeResult === null) return {};
  const outcome = readOutcome({
    status: call.isError === true ? 'error' : 'unset',
    statusMessage: call.errorText,
    errorType: call.errorType,
    result: call.result ?? undefined,
  });
  const { kind } = fingerprintResult(call.result ?? undefined, outcome, declaration);
  // A failure is known by its class and message, which stand at the beginning.
  if (kind !== 'value') return {};
  const signed = signCall(call.tool, readArguments(call.args ?? undefined), declaration);
  return {
    [ATTRIBUTES.signatureVersion]: SIGNATURE_VERSION,
    [ATTRIBUTES.toolSignature]: signed.signature,
    [ATTRIBUTES.toolIdentity]: signed.identity,
    [ATTRIBUTES.toolIdentityFields]:
      signed.identityFields.length > 0 ? signed.identityFields : null,
    [ATTRIBUTES.toolEffect]: declaration?.effect ?? 'unknown',
    [ATTRIBUTES.resultKind]: kind,
    [ATTRIBUTES.resultFingerprint]: createHash('sha256')
      .update(`whole result ${wholeResult.length} ${wholeResult.sha}`)
      .digest('hex')
      .slice(0, 16),
  };
}
