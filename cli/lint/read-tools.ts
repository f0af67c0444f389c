import { z } from 'zod';

/** One tool as a list of tools for a model describes it. */
export interface ListedTool {
  name: string;
  description: string;
  /** Name -> type of each top-level parameter. */
  parameters: ReadonlyMap<string, string>;
  /** JSON schema of the arguments; empty where none is given. */
  schema: JsonSchema;
  /** False where code makes its parameters in a way that cannot be read. */
  isRead: boolean;
  /** Fields that the list itself declares (`x-loopscope`, or `loopscope` in MCP annotations or `_meta`). */
  declared: { identity?: string[]; volatile?: string[] };
}

export interface JsonSchema {
  [key: string]: unknown;
}

export class ToolListError extends Error {}

const record = z.record(z.string(), z.unknown());
const fields = z.array(z.string().min(1)).exactOptional();
const declared = z.looseObject({ identity: fields, volatile: fields });
const named = z.looseObject({ name: z.string().min(1), description: z.string().nullish() });

/**
 * Reads a list of tools: OpenAI (chat or responses), Anthropic, MCP (`tools/list` with or without its envelope), bare or under `tools`.
 * Throws a ToolListError that names the entry.
 */
export function readTools(value: unknown): ListedTool[] {
  const list = listIn(value);
  if (list === null) throw new ToolListError('no list of tools, neither bare nor under "tools"');
  return list.flatMap((entry, index) => readEntry(entry, index));
}

function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  const object = record.safeParse(value).data;
  if (object === undefined) return null;
  return (
    listIn(object['tools']) ?? (object['result'] === undefined ? null : listIn(object['result']))
  );
}

/** Entries that are no functions of the user's (web search and the like that a provider runs) have no parameters to declare. */
function readEntry(value: unknown, index: number): ListedTool[] {
  const entry = record.safeParse(value).data;
  if (entry === undefined) throw new ToolListError(`entry ${index + 1} is no object`);
  const nested = record.safeParse(entry['function']).data;
  const tool = nested ?? entry;
  const schema = tool['parameters'] ?? tool['input_schema'] ?? tool['inputSchema'];
  const isBuiltIn =
    schema === undefined && typeof entry['type'] === 'string' && nested === undefined;
  if (isBuiltIn && entry['type'] !== 'function' && entry['type'] !== 'custom') return [];
  const head = named.safeParse(tool);
  if (!head.success) throw new ToolListError(`entry ${index + 1} has no name`);
  const ownSchema = record.safeParse(schema).data ?? {};
  return [
    {
      name: head.data.name,
      description: head.data.description ?? '',
      parameters: parametersOf(ownSchema),
      schema: ownSchema,
      isRead: true,
      declared: declaredIn([tool, entry, tool['annotations'], tool['_meta']]),
    },
  ];
}

/** Name -> type of each parameter that a schema has at its top. */
export function parametersOf(schema: JsonSchema): Map<string, string> {
  const properties = record.safeParse(schema['properties']).data ?? {};
  return new Map(Object.entries(properties).map(([name, property]) => [name, typeOf(property)]));
}

function typeOf(property: unknown): string {
  const schema = record.safeParse(property).data ?? {};
  const { type, enum: values } = schema;
  if (Array.isArray(values)) return `enum ${values.map(String).toSorted().join(' ')}`;
  if (Array.isArray(type)) return type.map(String).toSorted().join(' or ');
  return typeof type === 'string' ? type : 'any';
}

/** What the first of these places that declares something declares. */
export function declaredIn(places: readonly unknown[]): ListedTool['declared'] {
  for (const place of places) {
    const own = record.safeParse(place).data ?? {};
    const found = declared.safeParse(own['x-loopscope'] ?? own['loopscope']);
    if (found.success) {
      const { identity, volatile } = found.data;
      return {
        ...(identity === undefined ? {} : { identity }),
        ...(volatile === undefined ? {} : { volatile }),
      };
    }
  }
  return {};
}

/** Whether a dotted path may stand in arguments of this schema; a schema that lets other names in cannot say no. */
export function mayHold(schema: JsonSchema, path: string): boolean {
  const properties = record.safeParse(schema['properties']).data;
  if (properties === undefined) {
    const items = record.safeParse(schema['items']).data;
    return items === undefined || mayHold(items, path);
  }
  if (Object.hasOwn(properties, path)) return true;
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot);
    if (!Object.hasOwn(properties, head)) continue;
    const inner = record.safeParse(properties[head]).data ?? {};
    if (mayHold(inner, path.slice(dot + 1))) return true;
  }
  return false;
}
