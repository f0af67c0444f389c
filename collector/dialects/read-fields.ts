import { jsonText } from '../decode/json-text.ts';
import { objectOf } from '../decode/parse-json.ts';
import { unquote } from '../decode/raw-json.ts';
import type { WireObject, WireSpan, WireValue } from '../decode/wire-span.ts';
import { FIELDS } from './dialect.ts';
import { readEvents } from './genai-events.ts';
import type { Dialect, Field, FieldSource, FieldValues, SpanKind } from './dialect.ts';
import { isMissing } from './sentinels.ts';

/** What a span's attributes and events gave. */
export interface Reading {
  values: FieldValues;
  /** The attributes that gave a field whole. */
  used: Map<string, Field>;
  /** Places where a model's output and input messages may stand, the most trusted first. */
  asked: WireValue[];
  fedBack: WireValue[];
  /** The sender marked the call as failed, in whatever words. */
  flaggedError: boolean;
}

interface Use {
  field: Field;
  /** Lower is trusted more. */
  rank: number;
  member: string | null;
}
type Uses = ReadonlyMap<string, readonly Use[]>;

export type FieldReader = (span: WireSpan, dialect: Dialect | null, kind: SpanKind) => Reading;

/**
 * One pass over a span's attributes: each name knows which fields it can fill and how much it is trusted there. A
 * dialect's own names come before those of the others.
 */
export function createFieldReader(dialects: readonly Dialect[]): FieldReader {
  const usesOf = new Map<Dialect | null, Uses>([[null, indexUses(null, dialects)]]);
  for (const dialect of dialects) usesOf.set(dialect, indexUses(dialect, dialects));
  const flags = dialects.flatMap((dialect) => dialect.errorFlags ?? []);
  return (span, dialect, kind) => {
    const { values, used } = readAttributes(span, usesOf.get(dialect) ?? new Map());
    const odd = withoutMissing({ ...inEvents(span, kind), ...dialect?.readOdd?.(span, kind) });
    if (dialect?.isContentOff?.(values) === true) {
      delete values.args;
      delete values.result;
    }
    if (values.args !== undefined && dialect?.areArgumentsCut?.(values.args) === true) {
      delete values.args;
    }
    const flat = kind === 'model' ? dialect?.flattened : undefined;
    const places = (field: 'asked' | 'fedBack'): WireValue[] =>
      [flat ? readFlattened(span, flat[field]) : null, values[field], odd[field]].flatMap((place) =>
        place === undefined || place === null ? [] : [place],
      );
    return {
      values: { ...odd, ...values },
      used,
      asked: places('asked'),
      fedBack: places('fedBack'),
      flaggedError: flags.some(({ attribute, values }) => {
        const value = textOf(span.attributes.get(attribute));
        return value !== null && values.includes(value.toLowerCase());
      }),
    };
  };
}

/** Whoever wrote the span, its content may stand in the events of the conventions. */
function inEvents(span: WireSpan, kind: SpanKind): FieldValues {
  const isOfUse = span.events.length > 0 && (kind === 'model' || kind === 'tool');
  return isOfUse ? readEvents(span, kind) : {};
}

function indexUses(own: Dialect | null, dialects: readonly Dialect[]): Uses {
  const uses = new Map<string, Use[]>();
  let rank = 0;
  const add = (sources: Dialect['fields']): void => {
    for (const field of FIELDS) {
      for (const source of sources?.[field] ?? []) {
        rank += 1;
        addUse(uses, { field, source, rank });
      }
    }
  };
  add(own?.ownFields);
  add(own?.fields);
  for (const dialect of dialects) if (dialect !== own) add(dialect.fields);
  return uses;
}

function addUse(
  uses: Map<string, Use[]>,
  { field, source, rank }: { field: Field; source: FieldSource; rank: number },
): void {
  const attribute = typeof source === 'string' ? source : source.attribute;
  const member = typeof source === 'string' ? null : source.member;
  const list = uses.get(attribute);
  if (list) list.push({ field, rank, member });
  else uses.set(attribute, [{ field, rank, member }]);
}

function readAttributes(span: WireSpan, uses: Uses): Pick<Reading, 'values' | 'used'> {
  const values: FieldValues = {};
  const best: Partial<Record<Field, { rank: number; attribute: string | null }>> = {};
  const memberIn = createMemberReader();
  for (const [attribute, value] of span.attributes) {
    const candidates = uses.get(attribute);
    if (candidates === undefined) continue;
    for (const { field, rank, member } of candidates) {
      const known = best[field];
      if (known !== undefined && known.rank < rank) continue;
      const whole = member === null ? value : memberIn(attribute, value, member);
      const found = NAMES.has(field) ? withoutQuotes(whole) : whole;
      if (isMissing(field, found)) continue;
      values[field] = found;
      best[field] = { rank, attribute: member === null ? attribute : null };
    }
  }
  const used = new Map<string, Field>();
  for (const field of FIELDS) {
    const attribute = best[field]?.attribute ?? null;
    if (attribute !== null) used.set(attribute, field);
  }
  return { values, used };
}

/** Names of things and people, which nobody writes in quotes but who makes JSON of every value. */
const NAMES = new Set<Field>([
  'tool',
  'callId',
  'model',
  'session',
  'user',
  'agent',
  'agentVersion',
  'errorType',
]);

function withoutQuotes(value: WireValue): WireValue {
  return typeof value === 'string' && value.startsWith('"') ? (unquote(value) ?? value) : value;
}

/** Parses the JSON of one attribute once, however many of its members are asked for. */
function createMemberReader() {
  const opened = new Map<string, WireObject>();
  return (attribute: string, value: WireValue, member: string): WireValue => {
    const object = opened.get(attribute) ?? objectOf(withoutQuotes(value));
    opened.set(attribute, object);
    return memberAt(object, member);
  };
}

/** Member `a` or `a.0.b` of what is an object, or JSON text of one; null where there is none. */
export function memberAt(value: WireValue, member: string): WireValue {
  let inner = value;
  for (const key of member.split('.')) inner = childOf(inner, key);
  return inner;
}

function childOf(value: WireValue, key: string): WireValue {
  if (Array.isArray(value)) return value[Number(key)] ?? null;
  const object = objectOf(value);
  return Object.hasOwn(object, key) ? (object[key] ?? null) : null;
}

/** `<prefix>0.message.role = user` and the like as one list of nested objects; null where there are none. */
function readFlattened(span: WireSpan, prefixes: readonly string[]): WireValue {
  const leaves: [path: string, value: WireValue][] = [];
  for (const [name, value] of span.attributes) {
    const prefix = prefixes.find((start) => name.startsWith(start));
    if (prefix !== undefined) leaves.push([name.slice(prefix.length), value]);
  }
  return leaves.length === 0 ? whole(span, prefixes) : nested(leaves);
}

/** The same messages in one attribute, as a list or as JSON text of one. */
function whole({ attributes }: WireSpan, prefixes: readonly string[]): WireValue {
  const values = prefixes.map((prefix) => attributes.get(prefix.replace(/\.$/, '')));
  return values.find((value) => value !== undefined) ?? null;
}

const MAX_INDEX = 10_000;
const MAX_SEGMENTS = 16;

function nested(leaves: readonly [path: string, value: WireValue][]): WireValue {
  const root: Node = new Map();
  for (const [path, value] of leaves) {
    const segments = path.split('.');
    if (segments.length > MAX_SEGMENTS) continue;
    if (segments.some((segment) => /^\d+$/.test(segment) && Number(segment) > MAX_INDEX)) continue;
    place(root, segments, value);
  }
  return unfold(root);
}

type Node = Map<string, Node | { leaf: WireValue }>;

function place(root: Node, segments: readonly string[], value: WireValue): void {
  let node = root;
  for (const segment of segments.slice(0, -1)) {
    const next = node.get(segment);
    if (next instanceof Map) node = next;
    else {
      const made: Node = new Map();
      node.set(segment, made);
      node = made;
    }
  }
  node.set(segments.at(-1) ?? '', { leaf: value });
}

/** Nodes whose keys are all numbers are lists, in the order of their numbers. */
function unfold(node: Node): WireValue {
  const entries = [...node].map(([key, child]): [string, WireValue] => [
    key,
    child instanceof Map ? unfold(child) : child.leaf,
  ]);
  if (!entries.every(([key]) => /^\d+$/.test(key))) return Object.fromEntries(entries);
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}

function withoutMissing(values: FieldValues): FieldValues {
  const kept: FieldValues = {};
  for (const field of FIELDS) {
    const value = values[field];
    if (value !== undefined && !isMissing(field, value)) kept[field] = value;
  }
  return kept;
}

/** A value as the text it stands for: text as it is, everything else as JSON. */
export function textOf(value: WireValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : jsonText(value);
}
