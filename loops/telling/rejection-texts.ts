import type { Fact } from '../facts/fact.ts';
import { named } from './wording.ts';

const ALLOWED_LIST =
  /(?:one of|allowed(?: values)?(?: are)?|valid(?: values)?(?: are)?|expected|choose from|must be|should be)\s*:?\s*(\[[^\]\n]{1,600}\]|\([^)\n]{1,600}\)|(?:['"][^'"\n]{1,60}['"]\s*(?:,|\||or)?\s*){2,40})/i;
/** The same, between commas. */
const ALLOWED_IN_A_ROW =
  /\b(?:legal|valid|allowed|available|supported|accepted|permitted|possible)(?: \w{1,20}){0,3}\s?:\s*((?:[\w.-]{1,40},\s?){1,40}[\w-]{1,40})/i;
/** The same, one below the other. */
const ALLOWED_ITEMS =
  /(?:one of|allowed|valid|available|options)[^:\n]{0,40}:\s*\n((?:\s*[-*\u2022]\s*[^\n]{1,60}(?:\n|$)){2,40})/i;
const ITEM = /^\s*[-*\u2022]\s*(.+?)\s*$/gm;
const VALUE = /['"`]([^'"`\n]{1,60})['"`]|([\w.-]{1,60})/g;
const REQUIRED =
  /(?:required (?:property|field|parameter|argument)s?|required positional arguments?|field|parameter|property|argument)\s*:?\s*['"`]([\w.-]{1,60})['"`]|['"`]([\w.-]{1,60})['"`]\s+is (?:required|missing)/i;
/** A field above or beside the sentence that it is required. */
const REQUIRED_ABOVE =
  /^([\w.-]{1,60})\n\s+field required|"loc"\s*:\s*\[[^\]]{0,200}?"([\w.-]{1,60})"\s*\][^}]{0,80}"field required/im;
const UNEXPECTED =
  /unexpected (?:keyword )?(?:argument|field|property|parameter)s?\s*:?\s*['"`]([^'"`\n]{0,60})['"`]/i;
const NAMED_FIELD =
  /\b(?!(?:it|this|that|value|input|which)\b)(\w{2,40})\b(?=\s+(?:is not one of|must be one of|should be one of))/i;
/** How alike a guess and an allowed value have to be for one to be named as the nearest. */
const NEAR = 0.4;

/** What the rejection should say: which values are accepted and which was meant, which field is missing, which state is needed. */
export function proposeRejection(facts: readonly Fact[]): string | null {
  const [first] = facts;
  if (first === undefined) return null;
  const message = messageOf(first);
  const { errorClass } = first.call;
  const tool = named(first.call.tool);
  const allowed = allowedValues(message);
  if (allowed.length > 1) return enumText(facts, message, allowed);
  const unexpected = UNEXPECTED.exec(message)?.[1];
  if (unexpected !== undefined) {
    return `${tool} takes no argument named "${unexpected}". Call it with ${argumentsHint(first, unexpected)}.`;
  }
  const required = REQUIRED_ABOVE.exec(message) ?? REQUIRED.exec(message);
  const missing = required?.[1] ?? required?.[2];
  if (missing !== undefined)
    return `${tool} needs the argument "${missing}", which was not given. ${given(first)}`;
  if (errorClass === 'unknown_tool') {
    return `There is no tool named ${tool}. [List here the tools that exist, the nearest first.]`;
  }
  if (errorClass === 'conflict')
    return `${tool} clashes with what is there already. [Name it, and what is free instead or has to be changed first.]`;
  if (errorClass === 'precondition') {
    return `${tool} is not possible in the present state. [Name the state it needs and the call that leads there, such as: "requires the instance to be stopped first; call stop_instance, then retry".]`;
  }
  if (errorClass === 'not_found') {
    return `${tool} did not find what was named. [Name the nearest match that exists.] Repeating this call returns the same.`;
  }
  return null;
}

function messageOf({ call, said }: Fact): string {
  return said.raw === null ? call.errorTemplate : said.text;
}

function allowedValues(message: string): string[] {
  const items = ALLOWED_ITEMS.exec(message)?.[1];
  if (items !== undefined) return [...items.matchAll(ITEM)].map(([, item = '']) => item);
  const list = (ALLOWED_LIST.exec(message) ?? ALLOWED_IN_A_ROW.exec(message))?.[1];
  if (list === undefined) return [];
  const values = [...list.matchAll(VALUE)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  return [...new Set(values.filter((value) => value !== '' && value !== 'or'))];
}

function enumText(facts: readonly Fact[], message: string, allowed: readonly string[]): string {
  const field = NAMED_FIELD.exec(message)?.[1] ?? null;
  const tried = triedValues(facts, field, allowed);
  const subject = field ?? 'The argument';
  const accepted = `${subject} takes one of ${allowed.join(', ')}.`;
  const nearest = nearestOf(tried, allowed);
  const guess = nearest?.guess ?? tried[0];
  if (guess === undefined) return accepted;
  const wanted = nearest === null ? '' : `; the nearest is "${nearest.value}"`;
  return `${accepted} "${guess}" is not among them${wanted}.`;
}

/** What the calls had in the rejected field, or in any field that moves. */
function triedValues(
  facts: readonly Fact[],
  field: string | null,
  allowed: readonly string[],
): string[] {
  const tried = new Set<string>();
  for (const { asked } of facts) {
    for (const [name, value] of asked.members ?? []) {
      const isMeant = field === null ? typeof value === 'string' : name === field;
      if (isMeant && typeof value === 'string' && !allowed.includes(value)) tried.add(value);
    }
  }
  return [...tried];
}

/** What was tried and the accepted value that it is most like; null where none is near. */
function nearestOf(
  tried: readonly string[],
  allowed: readonly string[],
): { guess: string; value: string } | null {
  let best: { guess: string; value: string } | null = null;
  let likeness = NEAR;
  for (const guess of tried) {
    for (const value of allowed) {
      const alike = alikeness(guess.toLowerCase(), value.toLowerCase());
      if (alike <= likeness) continue;
      likeness = alike;
      best = { guess, value };
    }
  }
  return best;
}

/** Share of letter pairs that two words have in common, 0 to 1. */
function alikeness(a: string, b: string): number {
  const pairsA = pairsOf(a);
  const pairsB = pairsOf(b);
  const shared = [...pairsA].filter((pair) => pairsB.has(pair)).length;
  return (2 * shared) / Math.max(1, pairsA.size + pairsB.size);
}

function pairsOf(word: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < word.length; at += 1) pairs.add(word.slice(at, at + 2));
  return pairs;
}

function argumentsHint(fact: Fact, unexpected: string): string {
  const others = [...(fact.asked.members?.keys() ?? [])].filter((name) => name !== unexpected);
  return others.length === 0 ? 'no arguments: {}' : `only ${others.join(', ')}`;
}

function given({ asked }: Fact): string {
  const names = [...(asked.members?.keys() ?? [])];
  return names.length === 0 ? 'Nothing was given.' : `Given: ${names.join(', ')}.`;
}
