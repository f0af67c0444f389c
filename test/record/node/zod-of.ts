/** A tool's JSON schema as the Zod schema that some frameworks ask for. */
import { z } from 'zod';

export function zodOf(schema) {
  if (schema.type === 'number') return z.number();
  if (schema.type === 'array') return z.array(zodOf(schema.items));
  if (schema.type !== 'object') return z.string();
  const required = schema.required ?? [];
  return z.object(
    Object.fromEntries(
      Object.entries(schema.properties).map(([n, of]) => [
        n,
        required.includes(n) ? zodOf(of) : zodOf(of).optional(),
      ]),
    ),
  );
}
