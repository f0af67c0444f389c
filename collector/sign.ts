import { fingerprintResult, readArguments, readOutcome, signCall } from '@loopscope/signature';
import type { CallSignature, Declarations, Outcome, ResultFingerprint } from '@loopscope/signature';
import type { SpanRow } from '@loopscope/sql';
import type { ToolUse } from './canonical-span.ts';

/** What makes a tool call comparable with others. */
export interface SignedCall extends CallSignature {
  argsKnown: boolean;
  outcome: Outcome;
  result: ResultFingerprint;
  effect: SpanRow['effect'];
  taggedBy: SpanRow['tagged_by'];
}

/** Signs what the sender has not signed; what its own processor worked out with our version is taken over. */
export function signToolUse(tool: ToolUse, declarations: Declarations): SignedCall {
  const declaration = declarations.get(tool.name);
  const args = readArguments(tool.args ?? undefined);
  const outcome = readOutcome(tool.evidence);
  const signed: SignedCall = {
    ...signCall(tool.name, args, declaration),
    argsKnown: args.known,
    outcome,
    result: fingerprintResult(tool.result ?? undefined, outcome, declaration),
    effect: declaration?.effect ?? 'unknown',
    taggedBy: 'collector',
  };
  return tool.tags === null ? signed : withTags(signed, tool.tags);
}

function withTags(signed: SignedCall, tags: NonNullable<ToolUse['tags']>): SignedCall {
  return {
    ...signed,
    signature: tags.signature,
    identity: tags.identity || tags.signature,
    identityFields: tags.identityFields,
    effect: tags.effect ?? signed.effect,
    // A result that the sender's processor saw, but did not send along, is known by its fingerprint only.
    result:
      tags.resultKind === null
        ? signed.result
        : { kind: tags.resultKind, fingerprint: tags.resultFingerprint || null },
    taggedBy: 'sdk',
  };
}
