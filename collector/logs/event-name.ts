import type { WireLog } from '../decode/wire-log.ts';

const KNOWN = /^(claude_code|codex|gemini_cli|gen_ai|event)\./;

/** What a record is about, wherever its sender puts the name; empty where it has none. */
export function eventNameOf({ eventName, attributes, body, scope }: WireLog): string {
  const named = attributes.get('event.name');
  // Libraries for logs put the place in the code there, and their user's name into an attribute.
  if (typeof named === 'string' && KNOWN.test(named) && !KNOWN.test(eventName)) return named;
  if (eventName !== '') return eventName;
  if (typeof body === 'string' && KNOWN.test(body)) return body;
  if (typeof named !== 'string') return '';
  return scope.startsWith('com.anthropic.claude_code') ? `claude_code.${named}` : named;
}
