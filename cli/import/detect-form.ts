import { isRecord, textOf } from './json-text.ts';
import { readSpanExport } from './span-exports.ts';

export const FORMS = ['otlp', 'plain', 'chat'] as const;
export type Form = (typeof FORMS)[number];

/** Keys under which exports of chats keep their list of messages. */
export const MESSAGE_LISTS = ['messages', 'traj', 'trajectory', 'conversation', 'input'] as const;

/** What a parsed record is; null where it is none of the forms. */
export function detectForm(value: unknown): Form | null {
  if (Array.isArray(value)) return isMessage(value[0]) ? 'chat' : null;
  if (!isRecord(value)) return null;
  if (Array.isArray(value['resourceSpans']) || Array.isArray(value['resource_spans']))
    return 'otlp';
  if (readSpanExport(value) !== null) return 'otlp';
  if (Array.isArray(value['calls'])) return 'plain';
  return MESSAGE_LISTS.some((key) => Array.isArray(value[key])) ? 'chat' : null;
}

/** A message of a chat, or an item of a response list. */
export function isMessage(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return (
    typeof value['role'] === 'string' ||
    /(^message|^reasoning|_call|_call_output|^item_reference)$/.test(textOf(value['type']) ?? '')
  );
}
