import { hash } from 'node:crypto';

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

/** What decides whether the importer must sign a call itself. */
export interface Signing {
  declaration?: ToolDeclaration | undefined;
  /** The run brings this declaration along, so that nobody else knows it. */
  isRunsOwn: boolean;
}

/**
 * The tags of a call that only the importer can sign: because its result was recorded in part, and two results with one beginning
 * are to stay two, or because the run itself declares the tool. None where what is sent is enough.
 */
export function tagsOfCall(
  call: RecordedCall,
  { declaration, isRunsOwn }: Signing,
): Record<string, string | number | readonly string[] | null> {
  const effect = call.effect ?? declaration?.effect ?? null;
  const tagged = { [ATTRIBUTES.toolEffect]: effect };
  if (call.wholeResult === null && !isRunsOwn) return tagged;
  const outcome = readOutcome({
    status: call.isError === true ? 'error' : 'unset',
    statusMessage: call.errorText,
    errorType: call.errorType,
    result: call.result ?? undefined,
  });
  const print = fingerprintResult(call.result ?? undefined, outcome, declaration);
  const signed = signCall(call.tool, readArguments(call.args ?? undefined), declaration);
  return {
    ...tagged,
    [ATTRIBUTES.signatureVersion]: SIGNATURE_VERSION,
    [ATTRIBUTES.toolSignature]: signed.signature,
    [ATTRIBUTES.toolIdentity]: signed.identity,
    [ATTRIBUTES.toolIdentityFields]:
      signed.identityFields.length > 0 ? signed.identityFields : null,
    [ATTRIBUTES.resultKind]: print.kind,
    [ATTRIBUTES.resultFingerprint]: fingerprintOfWhole(call, print.fingerprint),
  };
}

/** A failure too: how a test run fails stands at its end. */
function fingerprintOfWhole(
  { wholeResult }: RecordedCall,
  ofBeginning: string | null,
): string | null {
  if (wholeResult === null || ofBeginning === null) return ofBeginning;
  return hash('sha256', `whole result ${wholeResult.length} ${wholeResult.sha}`).slice(0, 16);
}
