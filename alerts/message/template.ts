/** Names that a template may use beside the rule's facts. */
export const TEMPLATE_NAMES = [
  'rule',
  'severity',
  'scope',
  'subject',
  'agent',
  'version',
  'model',
  'environment',
  'tool',
  'session',
  'turn',
  'summary',
] as const;

const MARK = /\{\{\s*([\w.]*)\s*\}\}/g;

/** Why a template cannot be filled in, or null. */
export function checkTemplate(text: string, facts: readonly string[]): string | null {
  for (const [, name = ''] of text.matchAll(MARK)) {
    if (!facts.includes(name) && !TEMPLATE_NAMES.some((known) => known === name)) {
      const known = [...TEMPLATE_NAMES, ...facts].join(', ');
      return `"{{ ${name} }}" is not known; known are ${known}`;
    }
  }
  if (/\{\{/.test(text.replace(MARK, ''))) return 'there is a "{{" without its "}}"';
  return null;
}

/** `{{ name }}` is filled in; what is not known there is left empty. */
export function fillTemplate(
  text: string,
  values: Readonly<Record<string, string | number | null>>,
): string {
  return text.replace(MARK, (_mark, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : null;
    return typeof value === 'number' ? writeNumber(value) : (value ?? '');
  });
}

/** As people write it: no more than four digits behind the point. */
export function writeNumber(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
