import { canonicalise, ExactNumber, readArguments } from '@loopscope/signature';
import type { Json } from '@loopscope/signature';

import { append } from './groups.ts';
import { lowerBound } from './statistics/share-bounds.ts';

/** One call of a tool as the suggestion sees it. */
export interface ArgumentSample {
  turn: string;
  /** As recorded. */
  args: string;
  /** Equal where the same came back; empty where nothing is known of it. */
  outcome: string;
}

export interface IdentitySuggestion {
  /** Fields that held still while others varied over the same outcome, the most telling first. */
  identity: string[];
  /** Fields that are another in every call, by their form: ids and times of the request. */
  volatile: string[];
  /** Fields that varied over the same outcome: decoration. */
  varying: string[];
  /** What it rests on: groups of calls of one turn that agree in the identity and differ elsewhere. */
  support: { groups: number; calls: number; turns: number };
  /** Groups in which nothing but one outcome came back. */
  consistent: number;
  /** Lower end of the 95 % interval of consistent / groups. */
  confidence: number;
}

export interface ParameterDrift {
  /** Fields that the older half of the calls never had and most of the newer half has, and the other way round. */
  appeared: string[];
  vanished: string[];
  /** Declared identity fields that most calls leave out. */
  missing: string[];
}

/** Share of groups in which a field has to hold still. */
const STILL = 0.9;
/** A field that fewer calls have says little of the tool. */
const COMMON = 0.5;
/** So many groups, or so many calls in one, make a pattern. */
const WORTH_GROUPS = 2;
const WORTH_CALLS = 3;
const MAX_DEPTH = 3;
const REQUEST_VALUE =
  /^"?(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?|1[5-9]\d{8,11}|req[_-]\w+)"?$/i;

type Fields = ReadonlyMap<string, string>;
interface ReadSample {
  turn: string;
  outcome: string;
  fields: Fields;
}

/** Which fields make two calls of the tool the same; null where the calls do not show it. */
export function suggestIdentity(samples: readonly ArgumentSample[]): IdentitySuggestion | null {
  const calls = samples.flatMap(readSample);
  const names = commonFields(calls);
  const volatile = names.filter((name) => isOfRequest(name, calls));
  const candidates = names.filter((name) => !volatile.includes(name));
  const groups = groupsBy(calls, ({ outcome }) => outcome).filter((group) =>
    candidates.some((name) => varies(name, group)),
  );
  const moved = (name: string): number => groups.filter((group) => varies(name, group)).length;
  const varying = candidates.filter((name) => moved(name) > groups.length * (1 - STILL));
  const still = candidates.filter((name) => !varying.includes(name));
  const telling = still.filter((name) => distinct(name, calls) > 1);
  const identity = telling.length > 0 ? telling : still;
  if (identity.length === 0 || varying.length === 0) return null;
  return weigh({ identity, volatile, varying }, calls);
}

/** What the same identity has brought: one outcome each time, or several, which speaks against it. */
function weigh(
  fields: Pick<IdentitySuggestion, 'identity' | 'volatile' | 'varying'>,
  calls: readonly ReadSample[],
): IdentitySuggestion | null {
  const groups = groupsBy(calls, (call) =>
    JSON.stringify(fields.identity.map((name) => call.fields.get(name) ?? null)),
  ).filter((group) => fields.varying.some((name) => varies(name, group)));
  const members = groups.flat();
  if (groups.length < WORTH_GROUPS && members.length < WORTH_CALLS) return null;
  const consistent = groups.filter(
    (group) => new Set(group.map(({ outcome }) => outcome)).size === 1,
  ).length;
  if (consistent * 2 < groups.length) return null;
  return {
    ...fields,
    support: {
      groups: groups.length,
      calls: members.length,
      turns: new Set(members.map(({ turn }) => turn)).size,
    },
    consistent,
    confidence: lowerBound(consistent, groups.length),
  };
}

/** Calls of one turn that agree in `key`, two or more of them; what came back must be known. */
function groupsBy(calls: readonly ReadSample[], key: (call: ReadSample) => string): ReadSample[][] {
  const known = calls.filter(({ outcome }) => outcome !== '');
  const groups = new Map<string, ReadSample[]>();
  for (const call of known) append(groups, JSON.stringify([call.turn, key(call)]), call);
  return [...groups.values()].filter((group) => group.length > 1);
}

function varies(name: string, group: readonly ReadSample[]): boolean {
  return distinct(name, group) > 1;
}

/** Absent is a value of its own. */
function distinct(name: string, calls: readonly ReadSample[]): number {
  return new Set(calls.map(({ fields }) => fields.get(name))).size;
}

function isOfRequest(name: string, calls: readonly ReadSample[]): boolean {
  const values = calls.flatMap(({ fields }) => fields.get(name) ?? []);
  if (values.length < WORTH_CALLS || new Set(values).size < values.length) return false;
  return values.every((value) => REQUEST_VALUE.test(value));
}

function commonFields(calls: readonly ReadSample[]): string[] {
  const counts = new Map<string, number>();
  for (const { fields } of calls) {
    for (const name of fields.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].flatMap(([name, count]) => (count >= calls.length * COMMON ? name : []));
}

/** What has changed in a tool's parameters over calls given in order, and which declared fields they lack. */
export function parameterDrift(
  samples: readonly ArgumentSample[],
  identity: readonly string[],
): ParameterDrift {
  const calls = samples.flatMap(readSample);
  const middle = Math.floor(calls.length / 2);
  const [older, newer] = [calls.slice(0, middle), calls.slice(middle)];
  const has = (part: readonly ReadSample[], name: string): number =>
    part.filter(({ fields }) => hasField(fields, name)).length;
  const topLevel = (part: readonly ReadSample[]): string[] =>
    [...new Set(part.flatMap(({ fields }) => [...fields.keys()]))].filter(
      (name) => !name.includes('.'),
    );
  const onlyIn = (part: readonly ReadSample[], other: readonly ReadSample[]): string[] =>
    topLevel(part).filter(
      (name) => has(other, name) === 0 && has(part, name) >= part.length * COMMON,
    );
  const isEnough = middle >= WORTH_CALLS;
  return {
    appeared: isEnough ? onlyIn(newer, older) : [],
    vanished: isEnough ? onlyIn(older, newer) : [],
    missing: identity.filter((name) => has(calls, name) < calls.length * COMMON),
  };
}

/** A declared field may be an object, of which only the parts are seen here. */
function hasField(fields: Fields, name: string): boolean {
  return fields.has(name) || [...fields.keys()].some((path) => path.startsWith(`${name}.`));
}

function readSample({ turn, args, outcome }: ArgumentSample): ReadSample[] {
  const read = readArguments(args);
  if (!read.known || !isObject(read.value)) return [];
  const fields = new Map<string, string>();
  addFields(read.value, '', fields);
  return [{ turn, outcome, fields }];
}

/** Dotted paths of nested objects; a list is one value. */
function addFields(object: { [key: string]: Json }, prefix: string, fields: Map<string, string>) {
  const depth = prefix.split('.').length;
  for (const name of Object.keys(object)) {
    const value = object[name] ?? null;
    const isNested = isObject(value) && depth < MAX_DEPTH && Object.keys(value).length > 0;
    if (isNested) addFields(value, `${prefix}${name}.`, fields);
    else fields.set(`${prefix}${name}`, canonicalise(value));
  }
}

function isObject(value: Json): value is { [key: string]: Json } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}
