import type { Declarations, ToolDeclaration } from '@loopscope/signature';

/** Process-wide like the OTel API's own globals: a tool is declared where it is defined, the processor is made elsewhere. */
const REGISTRY = Symbol.for('loopscope.tools.v1');

/** A tool object in any of the shapes that frameworks use, or its name. */
export type Tool =
  | string
  | { name: string }
  | { function: { name: string } }
  | { toolName: string };

/**
 * Declares what determines a tool's side effect (`identity`), what never matters (`volatile`) and what it does (`effect`), next to the
 * tool itself. Returns the tool, so that it can wrap a definition; a later declaration of the same name wins.
 */
export function declareTool<Declared extends Tool>(
  tool: Declared,
  declaration: ToolDeclaration,
): Declared {
  registry().set(nameOf(tool), declaration);
  return tool;
}

/** Everything declared so far in this process; it grows as tools are declared. */
export function declaredTools(): Declarations {
  return registry();
}

function registry(): Map<string, ToolDeclaration> {
  const held: unknown = Reflect.get(globalThis, REGISTRY);
  if (held instanceof Map) return held;
  const made = new Map<string, ToolDeclaration>();
  Reflect.set(globalThis, REGISTRY, made);
  return made;
}

function nameOf(tool: Tool): string {
  if (typeof tool === 'string') return tool;
  if ('function' in tool) return tool.function.name;
  return 'toolName' in tool ? tool.toolName : tool.name;
}
