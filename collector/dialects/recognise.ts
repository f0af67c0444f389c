import type { WireSpan } from '../decode/wire-span.ts';
import type { AttributeRule, Dialect, NameRule, PresenceRule, SpanKind } from './dialect.ts';

/** What a span is, who said so, and by which rule. */
export interface Recognition {
  dialect: Dialect | null;
  kind: SpanKind;
  rule: string;
}

/** No value that tells a kind is longer, a function's name behind it included. */
const MAX_VALUE_CHARS = 300;

type Recogniser = (span: WireSpan) => Recognition | null;

const UNKNOWN: Recognition = { dialect: null, kind: 'other', rule: '' };

/** Explicit marks of all dialects come first, then names, then mere presence; an exclusion beats them all. */
export function createRecogniser(dialects: readonly Dialect[]): (span: WireSpan) => Recognition {
  const recognisers: Recogniser[] = [
    ...dialects.flatMap(attributeRecognisers),
    ...dialects.flatMap((dialect) => (dialect.names ?? []).map((rule) => byName(dialect, rule))),
    ...dialects.flatMap((dialect) =>
      (dialect.present ?? []).map((rule) => byPresence(dialect, rule)),
    ),
  ];
  const exclusions = dialects.flatMap((dialect) => dialect.notTools ?? []);
  const isExcluded = (span: WireSpan): boolean =>
    exclusions.some(({ attribute, values }) => {
      const value = span.attributes.get(attribute);
      return typeof value === 'string' && values.includes(value);
    });
  return (span) => {
    for (const recognise of recognisers) {
      const marked = recognise(span);
      if (marked === null) continue;
      const found = byContent(marked, span);
      if (found.kind !== 'tool' || !isExcluded(span)) return found;
      return { ...found, kind: 'other', rule: `${found.rule}, excluded` };
    }
    return UNKNOWN;
  };
}

function byContent(marked: Recognition, span: WireSpan): Recognition {
  const kind = marked.dialect?.kindFromContent?.(span) ?? null;
  return kind === null ? marked : { ...marked, kind, rule: `${marked.rule}, content` };
}

function attributeRecognisers(dialect: Dialect): Recogniser[] {
  return (dialect.kinds ?? []).map((rule) => {
    const { attribute, values, firstWord = false } = rule;
    const answers = new Map(
      Object.entries(values).map(([value, kind]) => [
        value.toLowerCase(),
        { dialect, kind, rule: `${attribute}=${value}` },
      ]),
    );
    return (span) => {
      const value = span.attributes.get(attribute);
      if (typeof value !== 'string' || value.length > MAX_VALUE_CHARS) return null;
      if (!applies(rule, span)) return null;
      const word = firstWord ? (value.split(' ', 1)[0] ?? '') : value;
      return answers.get(word.toLowerCase()) ?? null;
    };
  });
}

function applies({ scope, whenHas, whenRoot }: AttributeRule, span: WireSpan): boolean {
  return (
    (scope === undefined || scope.test(span.scope)) &&
    (whenHas === undefined || span.attributes.has(whenHas)) &&
    (whenRoot !== true || span.parentSpanId === '')
  );
}

function byName(dialect: Dialect, { name, scope, kind }: NameRule): Recogniser {
  const found: Recognition = { dialect, kind, rule: `name ${name.source}` };
  return (span) =>
    name.test(span.name) && (scope === undefined || scope.test(span.scope)) ? found : null;
}

function byPresence(dialect: Dialect, presence: PresenceRule): Recogniser {
  const { has, hasNone = [], whenRoot = false, kind } = presence;
  const found: Recognition = { dialect, kind, rule: `has ${has.join(' or ')}` };
  return ({ attributes, parentSpanId }) =>
    (!whenRoot || parentSpanId === '') &&
    has.some((name) => attributes.has(name)) &&
    !hasNone.some((name) => attributes.has(name))
      ? found
      : null;
}
