import { hash } from 'node:crypto';
import { jsonText } from '../decode/json-text.ts';
import { textOf } from '../dialects/read-fields.ts';
import { emptySpan } from '../decode/span-draft.ts';
import type { WireLog } from '../decode/wire-log.ts';
import type { WireSpan } from '../decode/wire-span.ts';

/**
 * Records of coding agents, each of which is one finished call, model answer or prompt. The span that happened to be
 * active says nothing reliable about them, so a trace is made of what they themselves name: conversation and prompt.
 */
export const EVENT_SPANS: ReadonlySet<string> = new Set([
  'claude_code.tool_result',
  'claude_code.api_request',
  'claude_code.user_prompt',
  'codex.tool_result',
  'codex.sse_event',
  'codex.user_prompt',
  'gemini_cli.tool_call',
  'gemini_cli.api_response',
  'gemini_cli.user_prompt',
]);

const SESSIONS = ['session.id', 'conversation.id', 'gen_ai.conversation.id'];
const PROMPTS = ['prompt.id', 'prompt_id', 'turn.id'];
const NS_PER_MS = 1_000_000n;

/** The span that the record stands for; null for an event that only reports progress. */
export function toEventSpan(record: WireLog, name: string): WireSpan | null {
  if (name === 'codex.sse_event' && !isAnswer(record)) return null;
  const { resource, marks, scope, attributes, droppedAttributes } = record;
  const endNs = record.timeNs || timestampOf(record);
  const content = jsonText({ name, ...Object.fromEntries(attributes) });
  marks.add('from_log');
  return {
    ...emptySpan(resource, marks),
    scope,
    traceId: traceIdOf(record, content),
    spanId: digest(`${endNs} ${content}`, 16),
    name,
    startNs: startOf(endNs, attributes.get('duration_ms')),
    endNs,
    status: STATUS.get(textOf(attributes.get('success')) ?? '') ?? 'unset',
    attributes,
    droppedAttributes,
  };
}

/** Of the events of one answer the last one counts its tokens. */
function isAnswer(record: WireLog): boolean {
  return (
    textAt(record, 'event.kind') === 'response.completed' &&
    record.attributes.has('input_token_count')
  );
}

/** What the agent itself says of its call, as text or as truth value. */
const STATUS = new Map<string, WireSpan['status']>([
  ['true', 'ok'],
  ['false', 'error'],
]);

/** All that one prompt set off is one trace; a sender without prompts gets one for each record, joined by session. */
function traceIdOf(record: WireLog, content: string): string {
  const session = firstText(record, SESSIONS);
  const prompt = firstText(record, PROMPTS);
  if (session !== '' && prompt !== '') return digest(`log ${session} ${prompt}`, 32);
  if (session === '' && record.traceId !== '') return record.traceId;
  return digest(`log ${session} ${record.timeNs} ${content}`, 32);
}

function startOf(endNs: bigint, durationMs: unknown): bigint {
  const ms = Math.round(Number(durationMs));
  if (!Number.isSafeInteger(ms) || ms < 0) return endNs;
  const startNs = endNs - BigInt(ms) * NS_PER_MS;
  return startNs > 0n ? startNs : endNs;
}

/** ISO time of senders that leave the record's own time out. */
function timestampOf(record: WireLog): bigint {
  const ms = Date.parse(textAt(record, 'event.timestamp'));
  return Number.isNaN(ms) || ms <= 0 ? 0n : BigInt(ms) * NS_PER_MS;
}

function firstText(record: WireLog, names: readonly string[]): string {
  return names.map((name) => textAt(record, name)).find((text) => text !== '') ?? '';
}

function textAt({ attributes }: WireLog, name: string): string {
  const value = attributes.get(name);
  return typeof value === 'string' ? value : '';
}

export function digest(text: string, chars: number): string {
  return hash('sha256', text).slice(0, chars);
}
