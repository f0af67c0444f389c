import type { z } from 'zod';

import { takeEarly } from './early.ts';
import { ApiFailure, readFailure } from './failure.ts';
import { readApiKey } from './key.ts';

export type Params = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Asks `/api/v1` and parses the answer by contract. Throws ApiFailure. */
export async function get<Schema extends z.ZodType>(
  path: string,
  params: Params,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  const init = signal === undefined ? {} : { signal };
  return parse(path, await ask(`/api/v1${path}${writeParams(params)}`, init), schema);
}

export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Changes something and parses the answer. Throws ApiFailure. */
export async function send<Schema extends z.ZodType>(
  method: WriteMethod,
  path: string,
  body: unknown,
  schema: Schema,
): Promise<z.output<Schema>> {
  const init =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return parse(path, await ask(`/api/v1${path}`, init), schema);
}

/** Hands a text over as it is. Throws ApiFailure. */
export async function sendText<Schema extends z.ZodType>(
  path: string,
  body: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const init = { method: 'POST', body, headers: { 'content-type': 'text/plain' } } as const;
  return parse(path, await ask(`/api/v1${path}`, init), schema);
}

async function parse<Schema extends z.ZodType>(
  path: string,
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw readFailure(response.status, body);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ApiFailure(
    response.status,
    'contract',
    `${path}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}

interface Asking {
  method?: WriteMethod;
  body?: string;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

async function ask(url: string, init: Asking): Promise<Response> {
  const key = readApiKey();
  const headers = { ...init.headers, ...(key === null ? {} : { authorization: `Bearer ${key}` }) };
  try {
    return await (takeEarly(url) ?? fetch(url, { ...init, headers }));
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiFailure(0, 'unreachable', String(error));
  }
}

/** Lists become repeated names; what is undefined is left out. */
export function writeParams(params: Params): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    for (const one of [value].flat()) search.append(name, String(one));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
