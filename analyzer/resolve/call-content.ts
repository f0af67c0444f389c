import type { AskedCall, FedBackResult } from '@loopscope/sql';

import type { Span } from './span.ts';
import type { CallContent } from './content.ts';
import type { ToolCall } from './tool-call.ts';

/** What the span itself says of its call; the same object each time. */
export function readContent(span: Span): Readonly<CallContent> {
  span.content ??= contentOf(span.row);
  return span.content;
}

function contentOf(row: Span['row']): CallContent {
  return {
    tool: row.tool,
    tool_kind: row.tool_kind,
    call_id: row.call_id,
    args_known: row.args_known,
    signature: row.signature,
    identity: row.identity,
    identity_fields: row.identity_fields,
    effect: row.effect,
    outcome: row.outcome,
    error_class: row.error_class,
    error_template: row.error_template,
    result_kind: row.result_kind,
    result_fingerprint: row.result_fingerprint,
    result_size: row.result_size,
    result_known: row.result_known,
  };
}

/** A call of which nothing but the model's wish for it was seen. */
export function askedContent(asked: AskedCall): CallContent {
  return {
    ...argumentsOf(asked),
    effect: asked.effect,
    tool: asked.tool,
    tool_kind: 'tool',
    call_id: asked.id,
    outcome: 'unknown',
    error_class: '',
    error_template: '',
    result_kind: 'none',
    result_fingerprint: '',
    result_size: 0,
    result_known: 0,
  };
}

/**
 * What an inner layer adds: the outer one gives identity and arguments, the inner one what is missing there. An error below
 * counts where the outer layer has no result of its own: a status alone says only that the framework went on.
 */
export function fillContent(outer: CallContent, inner: CallContent): CallContent {
  const content = { ...outer };
  if (content.call_id === '') content.call_id = inner.call_id;
  if (content.effect === 'unknown') content.effect = inner.effect;
  if (content.args_known === 0 && inner.args_known === 1)
    Object.assign(content, argumentsOf(inner));
  const isOutcomeOpen =
    content.outcome === 'unknown' || (content.outcome === 'ok' && inner.outcome === 'error');
  if (content.result_known === 0) {
    if (isOutcomeOpen && inner.outcome !== 'unknown') Object.assign(content, outcomeOf(inner));
    if (inner.result_known === 1) Object.assign(content, resultOf(inner), { result_known: 1 });
  } else if (content.outcome === 'unknown' && inner.outcome !== 'unknown') {
    Object.assign(content, outcomeOf(inner));
  }
  return content;
}

/** What the model's message adds to a call whose span hides it, or has only a bare value of what was an object. */
export function fillFromAsked({ content, span }: ToolCall, asked: AskedCall): CallContent {
  const filled = { ...content };
  if (filled.call_id === '') filled.call_id = asked.id;
  if (filled.effect === 'unknown') filled.effect = asked.effect;
  const isOpen = filled.args_known === 0 || isVague(span);
  return isOpen && asked.args_known === 1 ? withArguments(filled, asked) : filled;
}

/** The span has a bare value of what was an object, or some details of it. */
export function isVague({ row }: Span): boolean {
  return row.marks.includes('args_bare') || row.marks.includes('args_partial');
}

export function withArguments(content: CallContent, from: WithArguments): CallContent {
  return { ...content, ...argumentsOf(from) };
}

/** What the next input of the model adds: the result as it was fed back. */
export function fillFromFedBack(content: CallContent, result: FedBackResult): CallContent {
  if (content.result_known === 1 && !isLeftEmpty(content, result)) return content;
  // A status alone does not say why.
  const isReasonKnown = content.error_template !== '' || result.outcome !== 'error';
  const isOutcomeKept =
    (content.outcome === 'error' && isReasonKnown) || result.outcome === 'unknown';
  const filled: CallContent = {
    ...content,
    ...resultOf(result),
    ...(isOutcomeKept ? {} : outcomeOf(result)),
    result_known: 1,
  };
  // Of a call that is known to have failed the model reads the error, whatever its words look like.
  return filled.outcome === 'error' ? { ...filled, result_kind: 'error' } : filled;
}

/** What raises may leave an empty result on its span; that the model was told of a failure says more. */
function isLeftEmpty(content: CallContent, { outcome }: FedBackResult): boolean {
  return content.result_kind === 'empty' && content.outcome !== 'error' && outcome === 'error';
}

type WithArguments = Pick<CallContent, 'args_known' | 'signature' | 'identity' | 'identity_fields'>;

function argumentsOf(from: WithArguments): WithArguments {
  const { args_known, signature, identity, identity_fields } = from;
  return { args_known, signature, identity, identity_fields };
}

type WithOutcome = Pick<CallContent, 'outcome' | 'error_class' | 'error_template'>;

export function outcomeOf({ outcome, error_class, error_template }: WithOutcome): WithOutcome {
  return { outcome, error_class, error_template };
}

type WithResult = Pick<CallContent, 'result_kind' | 'result_fingerprint' | 'result_size'>;

function resultOf({ result_kind, result_fingerprint, result_size }: WithResult): WithResult {
  return { result_kind, result_fingerprint, result_size };
}
