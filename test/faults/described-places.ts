import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().optional(),
  schema: z.custom<Schema>(),
});
const operation = z.looseObject({
  parameters: z.array(parameter).default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.custom<Schema>().optional() })) })
    .optional(),
});
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** One place of one route that takes text: a parameter, or a member of its body. */
export interface Place {
  name: string;
  method: string;
  /** As it is described. */
  path: string;
  /** The request with `text` in that place and something that is let through in every other that must be there. */
  requestWith: (text: string) => { path: string; body: string | null };
}

/** Every parameter and every text of a body that the OpenAPI description names. */
export function describedPlaces(openApi: unknown): Place[] {
  const { paths } = description.parse(openApi);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => placesOf(path, method, described)),
  );
}

function placesOf(
  path: string,
  method: string,
  { parameters, requestBody }: z.infer<typeof operation>,
): Place[] {
  const [media] = Object.values(requestBody?.content ?? {});
  const body = media?.schema === undefined ? null : exampleOf(media.schema);
  const fill = (values: ReadonlyMap<string, string>): string => {
    const query = new URLSearchParams();
    let filled = path;
    for (const { name, in: where, required, schema } of parameters) {
      const given = values.get(name);
      const value = given ?? (required === true ? String(exampleOf(schema)) : undefined);
      if (where === 'query' && value !== undefined) query.set(name, value);
      if (where === 'path') {
        filled = filled.replace(`{${name}}`, encodeURIComponent((value ?? '').toWellFormed()));
      }
    }
    return query.size === 0 ? filled : `${filled}?${query.toString()}`;
  };
  const named = `${method.toUpperCase()} ${path}`;
  const ofParameters = parameters.map(({ name }) => ({
    name: `${named} ${name}`,
    method: method.toUpperCase(),
    path,
    requestWith: (text: string) => ({
      path: fill(new Map([[name, text]])),
      body: body === null ? null : JSON.stringify(body),
    }),
  }));
  const ofBody = textsIn(body).map(({ at, withText }) => ({
    name: `${named} body ${at}`,
    method: method.toUpperCase(),
    path,
    requestWith: (text: string) => ({
      path: fill(new Map()),
      body: JSON.stringify(withText(text)),
    }),
  }));
  return [...ofParameters, ...ofBody];
}

/** Something that the schema lets through. */
function exampleOf(schema: Schema): unknown {
  const { anyOf, oneOf, type, properties = {} } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [option] = anyOf ?? oneOf ?? [];
  if (option !== undefined) return exampleOf(option);
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'object') {
    return Object.fromEntries(
      Object.entries(properties).map(([name, own]) => [name, exampleOf(own as Schema)]),
    );
  }
  if (kind === 'array') return [exampleOf((schema.items ?? {}) as Schema)];
  if (kind === 'integer' || kind === 'number') return Math.max(1, schema.minimum ?? 1);
  if (kind === 'boolean') return true;
  return schema.format === 'date-time' ? '2026-03-01T10:00:00Z' : 'somebody';
}

interface TextPlace {
  at: string;
  withText: (text: string) => unknown;
}

function textsIn(value: unknown): TextPlace[] {
  if (typeof value === 'string') return [{ at: '', withText: (text) => text }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, own]) =>
    textsIn(own).map(({ at, withText }) => ({
      at: at === '' ? name : `${name}.${at}`,
      withText: (text: string) =>
        Array.isArray(value)
          ? value.with(Number(name), withText(text))
          : { ...value, [name]: withText(text) },
    })),
  );
}
