import type { Limits } from '../limits.ts';
import { quoteLongIntegers } from './json-integers.ts';
import { isObject, member, readJsonAttributes, textOf, type JsonObject } from './json-values.ts';
import { DecodeError, type WireResource } from './wire-span.ts';

/**
 * The object of an OTLP/JSON request.
 * @throws {DecodeError} where the text is no JSON object.
 */
export function parseRequest(body: Buffer): JsonObject {
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(quoteLongIntegers(text));
  } catch (error) {
    throw new DecodeError(error instanceof Error ? error.message.slice(0, 200) : 'no JSON');
  }
  if (!isObject(value)) throw new DecodeError('the body is no JSON object');
  return value;
}

/** What all records of one ResourceSpans or ResourceLogs share. */
export function readJsonResource(source: JsonObject, limits: Limits): WireResource {
  const resource: WireResource = { attributes: new Map() };
  const described = source['resource'];
  if (isObject(described)) {
    const context = { limits, marks: new Set<string>() };
    readJsonAttributes(context, described['attributes'], resource.attributes);
  }
  return resource;
}

/** Name of the scope of one group of records, also in the words of old senders. */
export function readJsonScopeName(group: JsonObject): string {
  const scope = member(group, 'scope', 'instrumentationLibrary', 'instrumentation_library');
  return isObject(scope) ? textOf(scope['name'], new Set()) : '';
}
