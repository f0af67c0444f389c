import type { CodeScope, Scoped } from './code-scope.ts';
import type {
  CodeCall,
  CodeClass,
  CodeFile,
  CodeFunction,
  CodeObject,
  CodeValue,
} from './code-value.ts';
import type { JsonSchema } from './read-tools.ts';

/** JSON schema of the arguments, as far as code says it; null where it does not. */
export function schemaOf(value: CodeValue, file: CodeFile, scope: CodeScope): JsonSchema | null {
  const at = scope.resolve(value, file);
  return scope.once('schema', at.value, () => {
    if (at.value.kind === 'object') return schemaOfObject(at.value, at.file, scope);
    if (at.value.kind === 'call') return schemaOfCall(at.value, at.file, scope);
    return at.value.kind === 'class' ? schemaOfClass(at.value, at.file, scope) : null;
  });
}

/** Parameters that a framework fills in and no model sees. */
const GIVEN_NAMES: ReadonlySet<string> = new Set([
  'self',
  'cls',
  'ctx',
  'context',
  'run_context',
  'tool_context',
  'runtime',
  'config',
  'run_manager',
  'callbacks',
  'wrapper',
]);
const GIVEN_TYPES =
  /\b(?:RunContext|RunContextWrapper|ToolContext|ToolRuntime|RunnableConfig|Context|Injected\w+|CallbackManager\w*|Depends)\b/;

/** Schema of the parameters of a function. */
export function schemaOfFunction({ parameters }: CodeFunction): JsonSchema {
  const own = parameters.filter(
    ({ name, type }) => !GIVEN_NAMES.has(name) && !GIVEN_TYPES.test(type),
  );
  return objectOf(own.map(({ name, type }) => [name, { type: typeOf(type) }]));
}

function objectOf(properties: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** A JSON schema as it is written, the fields of a validator, or fields that are described one by one. */
function schemaOfObject(object: CodeObject, file: CodeFile, scope: CodeScope): JsonSchema | null {
  const properties = scope.member(object, 'properties', file);
  if (properties?.value.kind === 'object') return written({ value: object, file }, scope);
  const type = scope.member(object, 'type', file);
  if (type?.value.kind === 'text' && type.value.text === 'object')
    return written({ value: object, file }, scope);
  const members = membersOf(object, file, scope);
  const isFields = members.every(([, { value }]) => isDescribed(value));
  return isFields
    ? objectOf(members.map(([name, member]) => [name, fieldOf(member, scope)]))
    : null;
}

function membersOf(object: CodeObject, file: CodeFile, scope: CodeScope): [string, Scoped][] {
  const inherited = object.spread.flatMap((spread) => {
    const { value, file: from } = scope.resolve(spread, file);
    if (value.kind !== 'object') return [];
    return scope.once('members', value, () => membersOf(value, from, scope)) ?? [];
  });
  const own = [...object.members].map(([name, value]): [string, Scoped] => [
    name,
    scope.resolve(value, file),
  ]);
  return [...inherited, ...own];
}

function isDescribed(value: CodeValue): boolean {
  return value.kind === 'call' || (value.kind === 'object' && value.members.has('type'));
}

/** A literal as JSON; what is none is left out. */
function written({ value, file }: Scoped, scope: CodeScope): JsonSchema {
  const literal = literalOf(value, file, scope);
  return isRecord(literal) ? literal : {};
}

/** A value as JSON, as far as it is one; undefined elsewhere. */
export function literalOf(value: CodeValue, file: CodeFile, scope: CodeScope): unknown {
  const at = scope.resolve(value, file);
  if (at.value.kind === 'text') return at.value.text;
  return scope.once('literal', at.value, () => containerOf(at, scope)) ?? undefined;
}

function containerOf({ value, file }: Scoped, scope: CodeScope): unknown {
  if (value.kind === 'list') {
    const items = value.items.map((item) => literalOf(item, file, scope));
    return items.filter((item) => item !== undefined);
  }
  if (value.kind !== 'object') return undefined;
  const members = membersOf(value, file, scope).map(
    ([name, member]) => [name, literalOf(member.value, member.file, scope) ?? {}] as const,
  );
  return Object.fromEntries(members);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Calls around a schema that is their first argument. */
const AROUND: ReadonlySet<string> = new Set([
  'jsonSchema',
  'zodSchema',
  'valibotSchema',
  'asSchema',
  'zodToJsonSchema',
  'toJSONSchema',
  'toJsonSchema',
  'standardSchema',
]);
const OBJECTS: ReadonlySet<string> = new Set(['object', 'strictObject', 'looseObject', 'Object']);
const ADDS: ReadonlySet<string> = new Set([
  'extend',
  'safeExtend',
  'merge',
  'and',
  'intersection',
  'Intersect',
]);

/** Zod, Valibot, TypeBox and what is made of them. */
function schemaOfCall(call: CodeCall, file: CodeFile, scope: CodeScope): JsonSchema | null {
  const { callee, base, args } = call;
  const [first] = args;
  if (AROUND.has(callee)) return first === undefined ? null : schemaOf(first, file, scope);
  if (OBJECTS.has(callee)) {
    const fields = first === undefined ? null : scope.resolve(first, file);
    if (fields?.value.kind !== 'object') return first === undefined ? objectOf([]) : null;
    const members = membersOf(fields.value, fields.file, scope);
    return objectOf(members.map(([name, member]) => [name, fieldOf(member, scope)]));
  }
  const before = base === null ? null : schemaOf(base, file, scope);
  if (before === null || first === undefined) return before;
  if (ADDS.has(callee)) return joined(before, schemaOf(first, file, scope));
  return callee === 'pick' || callee === 'omit'
    ? chosen(before, keysIn(first), callee === 'pick')
    : before;
}

function joined(before: JsonSchema, added: JsonSchema | null): JsonSchema | null {
  return added === null ? null : objectOf([...propertiesOf(before), ...propertiesOf(added)]);
}

function chosen(before: JsonSchema, keys: ReadonlySet<string>, isKept: boolean): JsonSchema {
  return objectOf(propertiesOf(before).filter(([name]) => keys.has(name) === isKept));
}

function propertiesOf({ properties }: JsonSchema): [string, JsonSchema][] {
  return isRecord(properties)
    ? Object.entries(properties).map(([name, value]) => [name, isRecord(value) ? value : {}])
    : [];
}

function keysIn(value: CodeValue): Set<string> {
  return new Set(value.kind === 'object' ? value.members.keys() : []);
}

/** One field of a validator. */
function fieldOf({ value, file }: Scoped, scope: CodeScope): JsonSchema {
  if (value.kind === 'object') return written({ value, file }, scope);
  if (value.kind !== 'call') return {};
  const nested = schemaOfCall(value, file, scope);
  if (nested !== null) return nested;
  const inner = innermost(value, file, scope);
  if (inner.callee === 'enum' && inner.args[0] !== undefined)
    return { enum: literalOf(inner.args[0], file, scope) };
  return { type: typeOf(inner.callee) };
}

/** `z.string()` of `z.string().min(1).optional()`. */
function innermost(call: CodeCall, file: CodeFile, scope: CodeScope): CodeCall {
  const base = call.base === null ? null : scope.resolve(call.base, file);
  if (base?.value.kind !== 'call') return call;
  const { value, file: from } = base;
  return scope.once('innermost', value, () => innermost(value, from, scope)) ?? call;
}

const TYPES: Readonly<Record<string, string>> = {
  str: 'string',
  String: 'string',
  int: 'integer',
  Integer: 'integer',
  float: 'number',
  Number: 'number',
  bool: 'boolean',
  Boolean: 'boolean',
  list: 'array',
  Array: 'array',
  dict: 'object',
  record: 'object',
  Record: 'object',
};

/** The name of a JSON type for one of another language; what has none stands as it is written. */
function typeOf(type: string): string {
  const bare = type.replace(/^(?:Optional|Annotated)\[/, '').replace(/[\s[\],|=].*$/s, '');
  return TYPES[bare] ?? (bare === '' ? 'any' : bare);
}

/** A model of Pydantic or a class of typed members; what it inherits counts as well. */
function schemaOfClass({ types, bases }: CodeClass, file: CodeFile, scope: CodeScope): JsonSchema {
  const inherited = bases.flatMap((base) => {
    const found = scope.resolve({ kind: 'name', path: [base] }, file);
    return found.value.kind === 'class'
      ? propertiesOf(schemaOf(found.value, found.file, scope) ?? {})
      : [];
  });
  const own = [...types].map(([name, type]): [string, JsonSchema] => [
    name,
    { type: typeOf(type) },
  ]);
  return objectOf([...inherited, ...own]);
}
