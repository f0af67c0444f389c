import { member, setMember, type Json, type JsonObject } from './value/json.ts';

/** Stands between a tool's own words and the note that a guard appends to them. */
export const GUARD_NOTE = '\n\n[loopscope] ';
/** The member of an object result that holds such a note. */
export const GUARD_NOTE_MEMBER = 'loopscope_note';
/** Value of the member `loopscope` that tags a result which a guard put in the place of the tool's own. */
export const GUARD_TERMINAL = 'terminal';

/** The text without a guard's note: that a call was the second changes nothing about what it found. */
export function withoutNote(text: string): string {
  const at = text.lastIndexOf(GUARD_NOTE);
  return at < 0 ? text : text.slice(0, at);
}

/** The object without a guard's note; undefined where it has none. */
export function withoutNoteMember(value: JsonObject): JsonObject | undefined {
  if (!Object.hasOwn(value, GUARD_NOTE_MEMBER)) return undefined;
  const own: JsonObject = {};
  for (const key of Object.keys(value)) {
    if (key !== GUARD_NOTE_MEMBER) setMember(own, key, value[key] ?? null);
  }
  return own;
}

/** What the tool itself had answered when a guard stopped it; undefined where it was not called, or the value is something else. */
export function stoppedAnswer(value: JsonObject): Json | undefined {
  return isTerminalResult(value) ? member(value, 'last_result') : undefined;
}

export function isTerminalResult(value: JsonObject): boolean {
  return member(value, 'loopscope') === GUARD_TERMINAL;
}
