import type { ErrorClass, OutcomeEvidence } from '@loopscope/signature';
import type { SpanRow } from '@loopscope/sql';
import type { WireEvent, WireValue } from '../decode/wire-span.ts';
import type { Layer } from '../dialects/dialect.ts';
import type { Messages } from '../messages/read-messages.ts';

/** A span in our own words, whoever sent it. Nothing is signed, cut or formatted yet. */
export interface CanonicalSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  scope: string;
  service: string;
  environment: string;
  dialect: string;
  kind: SpanRow['kind'];
  kindRule: string;
  startNs: bigint;
  /** Never before `startNs`. */
  endNs: bigint;
  status: SpanRow['status'];
  statusMessage: string;
  sessionId: string;
  turnId: string;
  userId: string;
  agentName: string;
  agentVersion: string;
  layer: Layer;
  model: ModelUse | null;
  /** How the answer of a model, or the run of an agent, ended; empty where that is not said. */
  finishReason: string;
  tool: ToolUse | null;
  /** What users said to an agent; empty for every other kind of span. */
  heard: string;
  /** Attributes that nothing above holds. */
  rest: Map<string, WireValue>;
  events: WireEvent[];
  marks: Set<string>;
  position: number;
}

export interface ModelUse {
  name: string;
  inputTokens: number | null;
  outputTokens: number | null;
  cachedInputTokens: number | null;
  messages: Messages | null;
}

export interface ToolUse {
  name: string;
  kind: 'tool' | 'handoff' | 'output_function';
  callId: string;
  /** Text without the framework's envelope; null where the sender gave none. */
  args: string | null;
  result: string | null;
  /** Length of the whole result where the sender says that it sent only the beginning. */
  resultLength: number;
  /** What the sender says of arguments that it keeps to itself; 0 where it says nothing. */
  argsLength: number;
  /** What the sender says the call does to the world; null where it does not. */
  effect: SpanRow['effect'] | null;
  evidence: OutcomeEvidence;
  /** What the sender's own processor had already worked out, where its version is ours. */
  tags: SdkTags | null;
}

export interface SdkTags {
  signature: string;
  identity: string;
  identityFields: string[];
  effect: SpanRow['effect'] | null;
  resultKind: SpanRow['result_kind'] | null;
  resultFingerprint: string;
  /** Null where the sender saw no error. */
  errorClass: ErrorClass | null;
}
