import type { z } from 'zod';

/** The parts of a Zod definition that lead from a schema to its children. */
interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  valueType?: z.ZodType;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  options?: readonly z.ZodType[];
}

/** The keys that a schema knows at a path; empty where any key goes. */
export function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  return [...new Set(objectsAt(schema, path).flatMap((shape) => Object.keys(shape)))];
}

function objectsAt(schema: z.ZodType, path: readonly PropertyKey[]): Record<string, z.ZodType>[] {
  // A definition's type names its class; the parts above exist on the classes that have them.
  const definition = schema.def as Definition;
  const inner = definition.innerType ?? definition.in;
  if (inner !== undefined) return objectsAt(inner, path);
  if (definition.options !== undefined) {
    return definition.options.flatMap((option) => objectsAt(option, path));
  }
  const [key, ...rest] = path;
  if (key === undefined) return definition.shape === undefined ? [] : [definition.shape];
  const child = definition.shape?.[String(key)] ?? definition.valueType ?? definition.element;
  return child === undefined ? [] : objectsAt(child, rest);
}
