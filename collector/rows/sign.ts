import { fingerprintResult, readArguments, readOutcome, signCall } from '@loopscope/signature';
import type {
  Arguments,
  CallSignature,
  Declarations,
  Outcome,
  ResultFingerprint,
} from '@loopscope/signature';
import type { SpanRow } from '@loopscope/sql';
import { hash } from 'node:crypto';
import { nestingOf } from '../decode/raw-json.ts';
import { cutText } from '../decode/text.ts';
import type { ToolUse } from '../normalise/canonical-span.ts';

/** What makes a tool call comparable with others. */
export interface SignedCall extends CallSignature {
  argsKnown: boolean;
  outcome: Outcome;
  result: ResultFingerprint;
  effect: SpanRow['effect'];
  taggedBy: SpanRow['tagged_by'];
}

/** Text beyond either is not parsed: it stands for itself. */
const MAX_PARSED_CHARS = 1024 * 1024;
const MAX_PARSED_DEPTH = 64;

function isTooMuch(text: string): boolean {
  return text.length > MAX_PARSED_CHARS || nestingOf(text) > MAX_PARSED_DEPTH;
}

/** Arguments of any size: what is too long or too deep to be parsed is signed as the text it is. */
export function readBounded(text: string | null): Arguments {
  if (text === null) return readArguments(undefined);
  return isTooMuch(text) ? { known: true, value: text } : readArguments(text);
}

/** What is too much becomes its beginning and the digest of all of it, so that different ones stay different. */
export function boundedResult(text: string | null): string | null {
  if (text === null || !isTooMuch(text)) return text;
  return `${cutText(text, MAX_KEPT_CHARS)} ${hash('sha256', text)}`;
}

const MAX_KEPT_CHARS = 4 * 1024;

/** Signs what the sender has not signed; what its own processor worked out with our version is taken over. */
export function signToolUse(tool: ToolUse, declarations: Declarations): SignedCall {
  const declaration = declarations.get(tool.name);
  const args = readBounded(tool.args);
  const result = boundedResult(tool.result);
  const outcome = readOutcome(result === null ? tool.evidence : { ...tool.evidence, result });
  const signed: SignedCall = {
    ...signCall(tool.name, args, declaration),
    argsKnown: args.known,
    outcome,
    result: fingerprintResult(result ?? undefined, outcome, declaration),
    effect: tool.effect ?? declaration?.effect ?? 'unknown',
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
    outcome:
      tags.errorClass === null
        ? signed.outcome
        : { ...signed.outcome, state: 'error', errorClass: tags.errorClass },
    // A result that the sender's processor saw, but did not send along, is known by its fingerprint only.
    result:
      tags.resultKind === null
        ? signed.result
        : { kind: tags.resultKind, fingerprint: tags.resultFingerprint || null },
    taggedBy: 'sdk',
  };
}
