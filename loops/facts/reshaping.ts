import type { Fact } from './fact.ts';
import { isOfExchange } from './plain-form.ts';

const MAX_PARSED = 20_000;
/** Empty fields make no longer texts than this. */
const MAX_DIFFERENCE = 200;

/** True where the arguments of two calls ask for the same in another form: empty fields and fresh ids aside, and a figure as a number or as a text. */
export function isReshaped(before: Fact, now: Fact): boolean {
  const a = before.asked.text;
  const b = now.asked.text;
  if (a === null || b === null || !a.startsWith('{') || !b.startsWith('{')) return false;
  if (Math.max(a.length, b.length) > MAX_PARSED) return false;
  if (Math.abs(a.length - b.length) > MAX_DIFFERENCE) return false;
  const [fieldsA, fieldsB] = [before.asked.members, now.asked.members];
  if (fieldsA === null || fieldsB === null || sayOtherwise(fieldsA, fieldsB)) return false;
  const form = before.asked.plainForm;
  return form !== null && form === now.asked.plainForm;
}

/** Some text or figure in one is another in the other. */
function sayOtherwise(
  fieldsA: ReadonlyMap<string, unknown>,
  fieldsB: ReadonlyMap<string, unknown>,
): boolean {
  for (const [name, a] of fieldsA) {
    const b = fieldsB.get(name);
    if (!isWord(a) || !isWord(b) || String(a) === String(b)) continue;
    if (!isOfExchange(name, a) || !isOfExchange(name, b)) return true;
  }
  return false;
}

function isWord(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
