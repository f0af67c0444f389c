import {
  ATTRIBUTES,
  attemptKey,
  isErrorClass,
  readReturned,
  signCall,
  SIGNATURE_VERSION,
  type ErrorClass,
  type ToolDeclaration,
} from '@loopscope/signature';
import type { AttributeValue } from '@opentelemetry/api';
import { AttemptLedger } from './attempts.ts';
import type { SpanView } from './span.ts';
import { contentLength, readToolCall, toolOfSpan, type ToolCall } from './tool-call.ts';

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
      const guarded = guardedKey(span);
      if (guarded !== null) {
        return {
          [ATTRIBUTES.signatureVersion]: SIGNATURE_VERSION,
          [ATTRIBUTES.toolAttempt]: ledger.count(turnOf(span), guarded),
        };
      }
      const call = readToolCall(span);
      if (call === null || contentLength(span.attributes) > MAX_CONTENT) return null;
      const declaration = declarationOf(call.tool);
      const found = foundBy(span) ?? findOutcome(call, declaration);
      return tagsOf(call, declaration, found, (key) => ledger.count(turnOf(span), key));
    },
  };
}

/** The attempt key of a call that a guard in this process has signed and read already; null of any other. */
function guardedKey(span: SpanView): string | null {
  const { attributes } = span;
  const identity = attributes[ATTRIBUTES.toolIdentity];
  if (typeof identity !== 'string' || attributes[ATTRIBUTES.guardMode] === undefined) return null;
  const tool = toolOfSpan(span);
  const found = foundBy(span);
  return tool === null || found === null ? null : attemptKey(tool, identity, found.errorClass);
}

/** How a call went, in tags. */
interface Found {
  kind: string;
  fingerprint: string | null;
  errorClass: ErrorClass | null;
}

function findOutcome({ evidence }: ToolCall, declaration: ToolDeclaration | undefined): Found {
  const { outcome, print } = readReturned(evidence, declaration);
  return { ...print, errorClass: outcome.errorClass };
}

/** What a guard has seen of the tool's own answer, in whose place the span may show a note or a terminal result; null without a guard. */
function foundBy({ attributes }: SpanView): Found | null {
  const kind = attributes[ATTRIBUTES.resultKind];
  if (typeof kind !== 'string') return null;
  const fingerprint = attributes[ATTRIBUTES.resultFingerprint];
  const named = attributes[ATTRIBUTES.errorClass];
  return {
    kind,
    fingerprint: typeof fingerprint === 'string' ? fingerprint : null,
    errorClass: isErrorClass(named) ? named : null,
  };
}

function tagsOf(
  { tool, args }: ToolCall,
  declaration: ToolDeclaration | undefined,
  { kind, fingerprint, errorClass }: Found,
  count: (key: string) => number,
): Tags {
  const { signature, identity, identityFields } = signCall(tool, args, declaration);
  return {
    [ATTRIBUTES.signatureVersion]: SIGNATURE_VERSION,
    [ATTRIBUTES.toolEffect]: declaration?.effect ?? 'unknown',
    [ATTRIBUTES.toolAttempt]: count(attemptKey(tool, identity, errorClass)),
    [ATTRIBUTES.resultKind]: kind,
    ...(signature === null ? {} : { [ATTRIBUTES.toolSignature]: signature }),
    ...(identity === null ? {} : { [ATTRIBUTES.toolIdentity]: identity }),
    ...(identityFields.length === 0 ? {} : { [ATTRIBUTES.toolIdentityFields]: identityFields }),
    ...(fingerprint === null ? {} : { [ATTRIBUTES.resultFingerprint]: fingerprint }),
    ...(errorClass === null ? {} : { [ATTRIBUTES.errorClass]: errorClass }),
  };
}

function turnOf(span: SpanView): string {
  const turn = span.attributes[ATTRIBUTES.turnId];
  return typeof turn === 'string' ? turn : span.spanContext().traceId;
}
