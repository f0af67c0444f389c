import { ATTRIBUTES, GUARD_EVENT } from '@loopscope/signature';
import { trace, type Attributes, type Span } from '@opentelemetry/api';
import { quietly } from '../quietly.ts';
import type { SpanView } from '../span.ts';
import { toolOfSpan } from '../tool-call.ts';
import type { Decision } from './decision.ts';
import type { OpenCall } from './ledger.ts';
import { keyOf } from './open-call.ts';
import type { Settings } from './options.ts';
import type { ReadEnd } from './reading.ts';
import type { Runtime } from './runtime.ts';

const TRACER = '@loopscope/sdk/guard';

/** Writes what a guard decides where it can be seen: in spans, and to whoever listens. */
export interface Recorder {
  /** Marks the span around a guarded call, so that a guard that never fires is seen as well. */
  mark(): void;
  record(decision: Decision): void;
  /** What the tool itself answered: the span's own record may show a note or a terminal result in its place. */
  tag(call: OpenCall, end: ReadEnd): void;
}

export function createRecorder(settings: Settings, clock: Pick<Runtime, 'nowMs'>): Recorder {
  const stopSource = (): Attributes =>
    settings.stops === null ? {} : { [ATTRIBUTES.guardStopSource]: settings.stops.state() };
  return {
    mark() {
      quietly(() => {
        const span = activeSpan();
        span?.setAttributes({ [ATTRIBUTES.guardMode]: settings.mode, ...stopSource() });
      });
    },
    record(decision) {
      quietly(() => {
        const attributes = { ...attributesOf(decision, settings.content), ...stopSource() };
        writeDecision(decision, attributes, new Date(clock.nowMs()));
      });
      quietly(() => settings.onDecision(decision));
    },
    tag(call, end) {
      quietly(() => {
        const span = activeSpan();
        if (span === null || !isSpanOf(span, call.tool)) return;
        span.setAttributes(callTags(call, end));
        const key = call.effect === 'read' ? null : keyOf(call);
        if (key !== null) span.setAttribute(ATTRIBUTES.guardIdempotencyKey, key);
        if (call.retries > 0) span.setAttribute(ATTRIBUTES.guardRetries, call.retries);
      });
    },
  };
}

function writeDecision(decision: Decision, attributes: Attributes, decidedAt: Date): void {
  const active = activeSpan();
  if (active !== null) {
    active.addEvent(GUARD_EVENT, attributes, decidedAt);
    if (isSpanOf(active, decision.tool)) active.setAttributes(attributes);
    return;
  }
  const span = trace.getTracer(TRACER).startSpan(GUARD_EVENT, { startTime: decidedAt });
  span.setAttributes({
    [ATTRIBUTES.sessionId]: decision.sessionId,
    [ATTRIBUTES.turnId]: decision.turnId,
  });
  span.addEvent(GUARD_EVENT, attributes, decidedAt);
  span.end(decidedAt);
}

/** The span around this point, where it still records. */
function activeSpan(): Span | null {
  const span = trace.getActiveSpan();
  return span?.isRecording() === true ? span : null;
}

/** Whether the span tells of a call of this tool; the agent's own span around it does not. */
function isSpanOf(span: Span, tool: string): boolean {
  return hasAttributes(span) && toolOfSpan(span) === tool;
}

/** The SDK's spans show what was set on them; the API's do not promise it. */
function hasAttributes(span: object): span is Pick<SpanView, 'name' | 'attributes'> {
  return 'attributes' in span && typeof span.attributes === 'object' && span.attributes !== null;
}

/** What the processor would read from the span once more, of arguments that were read whole; the version is for the processor to set. */
function callTags({ args, effect }: OpenCall, { outcome, print }: ReadEnd): Attributes {
  const { signature, identity, identityFields } = args;
  return {
    [ATTRIBUTES.resultKind]: print.kind,
    ...(signature === null || identity === null || args.text === ''
      ? {}
      : {
          [ATTRIBUTES.toolSignature]: signature,
          [ATTRIBUTES.toolIdentity]: identity,
          [ATTRIBUTES.toolEffect]: effect,
        }),
    ...(identityFields.length === 0 ? {} : { [ATTRIBUTES.toolIdentityFields]: identityFields }),
    ...(print.fingerprint === null ? {} : { [ATTRIBUTES.resultFingerprint]: print.fingerprint }),
    ...(outcome.errorClass === null ? {} : { [ATTRIBUTES.errorClass]: outcome.errorClass }),
  };
}

function attributesOf(decision: Decision, content: Settings['content']): Attributes {
  const { ceiling, code, key, retries, delayMs, requestedBy, reason } = decision;
  const isFull = content === 'full';
  return withoutUndefined({
    [ATTRIBUTES.guardDecision]: decision.decision,
    [ATTRIBUTES.guardKind]: decision.kind,
    [ATTRIBUTES.guardCode]: code ?? undefined,
    [ATTRIBUTES.guardMode]: decision.mode,
    [ATTRIBUTES.guardEnforced]: decision.enforced,
    [ATTRIBUTES.guardTool]: decision.tool,
    [ATTRIBUTES.guardCallId]: decision.callId === '' ? undefined : decision.callId,
    [ATTRIBUTES.guardEffect]: decision.effect,
    [ATTRIBUTES.guardKey]: key === '' ? undefined : key,
    [ATTRIBUTES.guardAttempts]: decision.attempts,
    [ATTRIBUTES.guardTried]: isFull ? decision.tried : undefined,
    [ATTRIBUTES.guardErrors]: isFull ? decision.errors : undefined,
    [ATTRIBUTES.guardSavedCalls]: decision.savedCalls,
    [ATTRIBUTES.guardCeiling]: ceiling?.value,
    [ATTRIBUTES.guardCeilingName]: ceiling?.name,
    [ATTRIBUTES.guardCeilingState]: ceiling?.state,
    [ATTRIBUTES.guardCeilingReason]: ceiling?.reason,
    [ATTRIBUTES.guardCeilingTicket]: ceiling?.ticket,
    [ATTRIBUTES.guardCeilingExpires]: ceiling?.expires,
    [ATTRIBUTES.guardSpent]: decision.spent,
    [ATTRIBUTES.guardInFlight]: decision.inFlight,
    [ATTRIBUTES.guardRequestedBy]: requestedBy === '' ? undefined : requestedBy,
    [ATTRIBUTES.guardReason]: reason === '' ? undefined : reason,
    [ATTRIBUTES.guardRetries]: retries,
    [ATTRIBUTES.guardRetryDelayMs]: delayMs,
  });
}

function withoutUndefined(attributes: Readonly<Record<string, Attributes[string]>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
