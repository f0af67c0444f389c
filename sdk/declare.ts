import type { Declarations, ToolDeclaration } from '@loopscope/signature';

/** Process-wide like the OTel API's own globals: a tool is declared where it is defined, the processor is made elsewhere. */
const REGISTRY = Symbol.for('loopscope.tools.v1');

/** Declarations of tool objects that carry no name of their own, such as those of the Vercel AI SDK. */
const BY_OBJECT = Symbol.for('loopscope.tool-objects.v1');

/** A tool object of any framework, or the tool's name. */
export type Tool = string | object;

/** Where tool objects keep their name, in order of trust. */
const NAME_MEMBERS = ['name', 'toolName', 'id'];

/**
 * Declares what determines a tool's side effect (`identity`), what never matters (`volatile`) and what it does (`effect`), next to the
 * tool itself. Returns the tool, so that it can wrap a definition; a later declaration of the same name wins.
 */
export function declareTool<Declared extends Tool>(
  tool: Declared,
  declaration: ToolDeclaration,
): Declared {
  const name = nameOf(tool);
  if (name !== null) registry().set(name, declaration);
  if (typeof tool !== 'string') objects().set(tool, declaration);
  return tool;
}

/** Everything declared so far in this process; it grows as tools are declared. */
export function declaredTools(): Declarations {
  return registry();
}

/** How a tool object was declared. From here on the declaration counts for the name under which the framework runs it as well. */
export function declarationOf(tool: object, name: string): ToolDeclaration | undefined {
  const declaration = objects().get(tool);
  if (declaration !== undefined) registry().set(name, declaration);
  return declaration ?? registry().get(name);
}

function registry(): Map<string, ToolDeclaration> {
  const held: unknown = Reflect.get(globalThis, REGISTRY);
  if (held instanceof Map) return held;
  const made = new Map<string, ToolDeclaration>();
  Reflect.set(globalThis, REGISTRY, made);
  return made;
}

function objects(): WeakMap<object, ToolDeclaration> {
  const held: unknown = Reflect.get(globalThis, BY_OBJECT);
  if (held instanceof WeakMap) return held;
  const made = new WeakMap<object, ToolDeclaration>();
  Reflect.set(globalThis, BY_OBJECT, made);
  return made;
}

/** Null where a tool is known only by the place where it stands. */
function nameOf(tool: Tool): string | null {
  if (typeof tool === 'string') return tool;
  // A function's name is that of the code, not of the tool.
  if (typeof tool === 'function') return null;
  for (const member of NAME_MEMBERS) {
    const name: unknown = Reflect.get(tool, member);
    if (typeof name === 'string' && name !== '') return name;
  }
  const inner: unknown = Reflect.get(tool, 'function');
  return typeof inner === 'object' && inner !== null ? nameOf(inner) : null;
}
