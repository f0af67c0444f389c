import { ATTRIBUTES } from '@loopscope/signature';
import type { CanonicalSpan, ModelUse } from './canonical-span.ts';
import type { WireAttributes, WireSpan } from '../decode/wire-span.ts';
import type { Dialect, Layer } from '../dialects/dialect.ts';
import { createFieldReader, textOf, type Reading } from '../dialects/read-fields.ts';
import { createRecogniser, type Recognition } from '../dialects/recognise.ts';
import { readMessages } from '../messages/read-messages.ts';
import { finishReasonOf, readModelUse, readTotals } from './model-use.ts';
import { readToolUse } from './tool-use.ts';

export type Normaliser = (span: WireSpan) => CanonicalSpan;

/** Wire -> canonical: which dialect wrote the span, and what it says in our words. */
export function createNormaliser(dialects: readonly Dialect[]): Normaliser {
  const recognise = createRecogniser(dialects);
  const readFields = createFieldReader(dialects);
  return (span) => {
    const recognition = recognise(span);
    const reading = readFields(span, recognition.dialect, recognition.kind);
    return toCanonical(span, recognition, reading);
  };
}

function toCanonical(span: WireSpan, recognition: Recognition, reading: Reading): CanonicalSpan {
  const { resource, attributes, marks } = span;
  const { dialect, kind, rule } = recognition;
  const { values } = reading;
  const resourceText = (...names: string[]): string => firstText(resource.attributes, names);
  // A span that ends before it starts, or without times, came from a clock that is not to be trusted.
  if (span.startNs === 0n || span.endNs < span.startNs) marks.add('clock_suspect');
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: span.name,
    scope: span.scope,
    service: resourceText('service.name'),
    environment: resourceText('deployment.environment.name', 'deployment.environment'),
    dialect: dialect?.name ?? '',
    kind,
    kindRule: rule,
    startNs: span.startNs,
    endNs: span.endNs < span.startNs ? span.startNs : span.endNs,
    status: span.status,
    statusMessage: span.statusMessage,
    sessionId: sessionOf(span, {
      kind,
      session: textOf(values.session) ?? resourceText('session.id'),
    }),
    turnId: firstText(attributes, [ATTRIBUTES.turnId]),
    userId: textOf(values.user) ?? '',
    agentName: textOf(values.agent) ?? agentInside(span, recognition),
    agentVersion: textOf(values.agentVersion) ?? versionOfService(span, dialect),
    layer: layerOf(span, recognition),
    model: modelOf(span, recognition, reading),
    finishReason: hasEnd(kind) ? finishReasonOf(values.finishReason) : '',
    tool: kind === 'tool' ? readToolUse(span, dialect, reading) : null,
    heard: kind === 'agent' ? (readMessages([], reading.fedBack)?.heard ?? '') : '',
    rest: restOf(attributes, kind, reading),
    events: span.events,
    marks,
    position: span.position,
  };
}

/** A call that is a trace of its own and names no session: the turn that it names is all that joins it to the others. */
function sessionOf(
  { attributes, parentSpanId }: WireSpan,
  { kind, session }: { kind: CanonicalSpan['kind']; session: string },
): string {
  const named = firstText(attributes, [ATTRIBUTES.sessionId]) || session;
  const isAlone = parentSpanId === '' && (kind === 'tool' || kind === 'model');
  return named || (isAlone ? firstText(attributes, [ATTRIBUTES.turnId]) : '');
}

function modelOf(
  span: WireSpan,
  { kind, dialect }: Recognition,
  reading: Reading,
): ModelUse | null {
  if (kind === 'model') return readModelUse(span, dialect, reading);
  const isSumNeeded = kind === 'agent' && dialect?.countsOnAgent?.(span) === true;
  return isSumNeeded ? readTotals(span, dialect, reading) : null;
}

/** Tools and steps of a framework may repeat what the model said. */
const hasEnd = (kind: CanonicalSpan['kind']): boolean => kind === 'model' || kind === 'agent';

function layerOf(span: WireSpan, { kind, dialect }: Recognition): Layer {
  if (kind !== 'tool' && kind !== 'model') return '';
  return dialect?.layer?.(span, kind) ?? (kind === 'tool' ? 'framework' : '');
}

function agentInside({ name }: WireSpan, { kind, dialect }: Recognition): string {
  return kind === 'agent' ? (dialect?.agentFromName?.exec(name)?.[1] ?? '') : '';
}

function versionOfService({ resource }: WireSpan, dialect: Dialect | null): string {
  if (dialect?.serviceVersionIsFrameworks === true) return '';
  return firstText(resource.attributes, ['service.version']);
}

const {
  guardPrefix,
  toolAttempt: _attempt,
  argumentsShape: _asked,
  resultShape: _answered,
  ...TAGS
} = ATTRIBUTES;
/** What a guard says of itself stays with the attributes of its span too. */
const OWN_COLUMNS = new Set<string>(
  Object.values(TAGS).filter((name) => !name.startsWith(guardPrefix)),
);

function restOf(
  attributes: WireAttributes,
  kind: CanonicalSpan['kind'],
  reading: Reading,
): WireAttributes {
  const rest: WireAttributes = new Map();
  for (const [name, value] of attributes) {
    if (!isHeld(name, kind, reading)) rest.set(name, value);
  }
  return rest;
}

/** A column holds what was read for this kind of span; values read for another kind stay with the attributes. */
function isHeld(name: string, kind: CanonicalSpan['kind'], reading: Reading): boolean {
  if (OWN_COLUMNS.has(name)) return true;
  const field = reading.used.get(name);
  if (field === undefined) return false;
  if (COLUMNS_OF_ALL.has(field)) return true;
  if (kind === 'model') return COLUMNS_OF_MODELS.has(field);
  return kind === 'tool' && COLUMNS_OF_TOOLS.has(field);
}

const COLUMNS_OF_ALL = new Set<string>(['session', 'user', 'agent', 'agentVersion']);
const COLUMNS_OF_MODELS = new Set<string>([
  'model',
  'inputTokens',
  'outputTokens',
  'cachedInputTokens',
]);
const COLUMNS_OF_TOOLS = new Set<string>(['tool', 'callId', 'args', 'result']);

export function firstText(attributes: WireAttributes, names: readonly string[]): string {
  for (const name of names) {
    const text = textOf(attributes.get(name));
    if (text !== null && text !== '') return text;
  }
  return '';
}
