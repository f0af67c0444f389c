import {
  ATTRIBUTES,
  attemptKey,
  fingerprintResult,
  readOutcome,
  signCall,
  SIGNATURE_VERSION,
  type ToolDeclaration,
} from '@loopscope/signature';
import type { AttributeValue } from '@opentelemetry/api';
import { AttemptLedger } from './attempts.ts';
import type { SpanView } from './span.ts';
import { contentLength, readToolCall, type ToolCall } from './tool-call.ts';

export type Tags = Record<string, AttributeValue>;

export interface Tagger {
  /** The attributes that a finished tool call gets; null where the span is none, or carries them already. */
  tag(span: SpanView): Tags | null;
}

/** Signing a longer text would hold up the agent; the collector signs it. */
const MAX_CONTENT = 1_000_000;

/** Reads, signs and counts the tool calls of one process. */
export function createTagger(declarationOf: (tool: string) => ToolDeclaration | undefined): Tagger {
  const ledger = new AttemptLedger();
  return {
    tag(span) {
      if (span.attributes[ATTRIBUTES.signatureVersion] !== undefined) return null;
      const call = readToolCall(span);
      if (call === null || contentLength(span.attributes) > MAX_CONTENT) return null;
      return tagsOf(call, declarationOf(call.tool), (key) => ledger.count(turnOf(span), key));
    },
  };
}

function tagsOf(
  { tool, args, evidence }: ToolCall,
  declaration: ToolDeclaration | undefined,
  count: (key: string) => number,
): Tags {
  const { signature, identity, identityFields } = signCall(tool, args, declaration);
  const outcome = readOutcome(evidence);
  const { kind, fingerprint } = fingerprintResult(evidence.result, outcome, declaration);
  return {
    [ATTRIBUTES.signatureVersion]: SIGNATURE_VERSION,
    [ATTRIBUTES.toolEffect]: declaration?.effect ?? 'unknown',
    [ATTRIBUTES.toolAttempt]: count(attemptKey(tool, identity, outcome.errorClass)),
    [ATTRIBUTES.resultKind]: kind,
    ...(signature === null ? {} : { [ATTRIBUTES.toolSignature]: signature }),
    ...(identity === null ? {} : { [ATTRIBUTES.toolIdentity]: identity }),
    ...(identityFields.length === 0 ? {} : { [ATTRIBUTES.toolIdentityFields]: identityFields }),
    ...(fingerprint === null ? {} : { [ATTRIBUTES.resultFingerprint]: fingerprint }),
    ...(outcome.errorClass === null ? {} : { [ATTRIBUTES.errorClass]: outcome.errorClass }),
  };
}

function turnOf(span: SpanView): string {
  const turn = span.attributes[ATTRIBUTES.turnId];
  return typeof turn === 'string' ? turn : span.spanContext().traceId;
}
