import type { WireLog } from '../decode/wire-log.ts';

const KNOWN = /^(claude_code|codex|gemini_cli|gen_ai|event)\./;

/** What a record is about, wherever its sender puts the name; empty where it has none. */
export function eventNameOf({ eventName, attributes, body, scope }: WireLog): string {
  if (eventName !== '') return eventName;
  const named = attributes.get('event.name');
  if (typeof named === 'string' && KNOWN.test(named)) return named;
  if (typeof body === 'string' && KNOWN.test(body)) return body;
  if (typeof named !== 'string') return '';
  return scope.startsWith('com.anthropic.claude_code') ? `claude_code.${named}` : named;
}
