import { compareText, type Stretch } from './compare-text.ts';
import { readArguments, type ShownArguments } from './read-arguments.ts';

export interface ComparedField {
  name: string;
  text: string;
  change: 'same' | 'changed' | 'added' | 'removed';
  /** Word by word; only of a changed field. */
  stretches: Stretch[];
  /** Determines the side effect: part of the call's identity. */
  isIdentity: boolean;
}

export type ComparedArguments =
  | { kind: 'unknown' }
  | { kind: 'text'; isSame: boolean; stretches: Stretch[] }
  | { kind: 'fields'; isSame: boolean; fields: ComparedField[] };

/** `before` undefined: a first attempt, where nothing is the same or changed. */
export function compareArguments(
  args: string | null,
  before: string | null | undefined,
  identityFields: readonly string[],
): ComparedArguments {
  const shown = readArguments(args);
  const earlier = before === undefined ? undefined : readArguments(before);
  if (shown.kind === 'unknown') return shown;
  if (shown.kind === 'text') return compareAsText(shown.text, earlier);
  const known = earlier?.kind === 'fields' ? earlier : undefined;
  const identity = new Set(identityFields);
  // Where every field counts, as with an undeclared tool, marking them says nothing.
  const isWhole = shown.fields.every(({ name }) => identity.has(name));
  const fields = compareFields(shown, known, isWhole ? new Set() : identity);
  const isSame = known !== undefined && fields.every((field) => field.change === 'same');
  return { kind: 'fields', isSame, fields };
}

function compareAsText(text: string, earlier: ShownArguments | undefined): ComparedArguments {
  if (earlier?.kind !== 'text') {
    return { kind: 'text', isSame: false, stretches: [{ text, change: 'same' }] };
  }
  const isSame = text === earlier.text;
  return { kind: 'text', isSame, stretches: compareText(earlier.text, text) };
}

type Fields = Extract<ShownArguments, { kind: 'fields' }>;

function compareFields(
  shown: Fields,
  earlier: Fields | undefined,
  identityFields: ReadonlySet<string>,
): ComparedField[] {
  const before = new Map(earlier?.fields.map((field) => [field.name, field.text]));
  const compared: ComparedField[] = shown.fields.map(({ name, text }) => {
    const old = before.get(name);
    const isIdentity = identityFields.has(name);
    before.delete(name);
    if (earlier === undefined || old === text) {
      return { name, text, change: 'same', stretches: [], isIdentity };
    }
    if (old === undefined) return { name, text, change: 'added', stretches: [], isIdentity };
    return { name, text, change: 'changed', stretches: compareText(old, text), isIdentity };
  });
  for (const [name, text] of before) {
    const isIdentity = identityFields.has(name);
    compared.push({ name, text, change: 'removed', stretches: [], isIdentity });
  }
  return compared;
}
