import type { SpanRow } from '@loopscope/sql';
import type { WireSpan, WireValue } from '../decode/wire-span.ts';
import type { ArgumentEnvelope, ResultEnvelope } from './envelopes.ts';

export type SpanKind = SpanRow['kind'];

/**
 * `framework` or `protocol`: an RPC below a framework's own tool span, or a framework's span above a client library's.
 * `log`: records that belong to the model span above.
 */
export type Layer = '' | 'framework' | 'protocol' | 'log';

/**
 * What a span can tell us beyond its own frame. `asked` and `fedBack` are a model's output and input messages, `said` is
 * its answer where that stands as plain text.
 */
export const FIELDS = [
  'tool',
  'callId',
  'args',
  'result',
  'model',
  'inputTokens',
  'outputTokens',
  'cachedInputTokens',
  'cacheWriteTokens',
  'totalTokens',
  'finishReason',
  'asked',
  'fedBack',
  'said',
  'session',
  'user',
  'agent',
  'agentVersion',
  'errorType',
  'errorMessage',
] as const;
export type Field = (typeof FIELDS)[number];

/** An attribute, or a member (`a` or `a.b`) of the JSON object that stands in an attribute. */
export type FieldSource = string | { attribute: string; member: string };
export type FieldSources = Readonly<Partial<Record<Field, readonly FieldSource[]>>>;
export type FieldValues = Partial<Record<Field, WireValue>>;

/** An attribute whose value (any case) says what the span is. */
export interface AttributeRule {
  attribute: string;
  values: Readonly<Record<string, SpanKind>>;
  /** Only the value's first word counts. */
  firstWord?: boolean;
  /** Only for spans of this instrumentation scope, with this attribute, without a parent. */
  scope?: RegExp;
  whenHas?: string;
  whenRoot?: boolean;
}

/** A span name that says what the span is, where no attribute does. */
export interface NameRule {
  name: RegExp;
  /** Only for spans of this instrumentation scope. */
  scope?: RegExp;
  kind: SpanKind;
}

/** The weakest rule: attributes that only spans of this kind carry. */
export interface PresenceRule {
  has: readonly string[];
  hasNone?: readonly string[];
  whenRoot?: boolean;
  kind: SpanKind;
}

/**
 * How one instrumentation writes its spans: a table of names, most trusted first, plus small named readers for what no
 * table can say. A new dialect is one such file, one line in `index.ts` and one fixture pair.
 */
export interface Dialect {
  name: string;
  kinds?: readonly AttributeRule[];
  names?: readonly NameRule[];
  present?: readonly PresenceRule[];
  /** Attribute values of spans that are no tool call, whatever else they carry. */
  notTools?: readonly { attribute: string; values: readonly string[] }[];
  /** Read from any span, whichever dialect recognised it. */
  fields?: FieldSources;
  /** Names too general to be trusted on spans of others. */
  ownFields?: FieldSources;
  /** Values by which the sender marks a failed call. */
  errorFlags?: readonly { attribute: string; values: readonly string[] }[];
  /** What wraps the arguments and results; tried in order until none fits. */
  argumentEnvelopes?: readonly ArgumentEnvelope[];
  resultEnvelopes?: readonly ResultEnvelope[];
  /** Messages written one attribute per leaf, `<prefix><index>.<path>`, or all in one that is named like the prefix. */
  flattened?: { asked: readonly string[]; fedBack: readonly string[] };
  /** Cached tokens are counted beside the input tokens, not among them. */
  isCacheBesideInput?: (span: WireSpan) => boolean;
  /** Its model spans count no tokens, or not all: the sum on the agent's span is what there is. */
  countsOnAgent?: (span: WireSpan) => boolean;
  /** `service.version` of the resource is the framework's, not the agent's. */
  serviceVersionIsFrameworks?: boolean;
  /** Corrects what the marks say of a span of this dialect, where only the content tells. */
  kindFromContent?: (span: WireSpan) => SpanKind | null;
  /** Fills what the attributes did not give. */
  readOdd?: (span: WireSpan, kind: SpanKind) => FieldValues;
  /** The content that is there only says that none was sent. */
  isContentOff?: (values: FieldValues) => boolean;
  /** Parts of the arguments were left out: what is there must not be compared. */
  areArgumentsCut?: (args: WireValue) => boolean;
  /** The tool's name, where the attribute for it has but one word for all of a sort. */
  toolOf?: (span: WireSpan) => string | null;
  /** The status was written by somebody else's failure. */
  isStatusForeign?: (span: WireSpan) => boolean;
  /** Names inside of span names, as the first group, where no attribute has them. */
  toolFromName?: RegExp;
  agentFromName?: RegExp;
  /** The tool's own name, as the first group, where what names it says more. */
  ownToolName?: RegExp;
  /** Names of classes rather than tools: taken only where nothing better is known. */
  weakToolName?: RegExp;
  /** Tools that only carry the final answer. */
  outputFunctions?: readonly string[];
  /** Where the span is not what its kind usually is: a framework's tool call, a client library's model call. */
  layer?: (span: WireSpan, kind: SpanKind) => Layer;
}
