import type { Limits } from '../limits.ts';
import { spanIdFromJson, traceIdFromJson } from './ids.ts';
import { parseRequest, readJsonResource, readJsonScopeName } from './json-request.ts';
import {
  isObject,
  listOf,
  member,
  readJsonAttributes,
  readJsonValue,
  textOf,
  uint64Of,
} from './json-values.ts';
import type { JsonObject } from './json-values.ts';
import { emptyLog, rejectLog, type DecodedRecords, type WireLog } from './wire-log.ts';
import type { WireResource } from './wire-span.ts';

/**
 * Reads an OTLP/JSON ExportLogsServiceRequest.
 * @throws {DecodeError} where the text is no JSON object.
 */
export function decodeJsonLogs(body: Buffer, limits: Limits): DecodedRecords {
  const request = parseRequest(body);
  const decoded: DecodedRecords = { records: [], rejections: [] };
  for (const resourceLogs of listOf(member(request, 'resourceLogs', 'resource_logs'))) {
    if (!isObject(resourceLogs)) continue;
    const resource = readJsonResource(resourceLogs, limits);
    const groups = member(
      resourceLogs,
      'scopeLogs',
      'scope_logs',
      'instrumentationLibraryLogs',
      'instrumentation_library_logs',
    );
    for (const group of listOf(groups)) {
      if (isObject(group)) readGroup(group, { resource, limits }, decoded);
    }
  }
  return decoded;
}

interface Surroundings {
  resource: WireResource;
  limits: Limits;
}

function readGroup(group: JsonObject, around: Surroundings, decoded: DecodedRecords): void {
  const scope = readJsonScopeName(group);
  for (const source of listOf(member(group, 'logRecords', 'log_records', 'logs'))) {
    if (isObject(source)) decoded.records.push({ ...readRecord(source, around), scope });
    else decoded.rejections.push(rejectLog(around.resource, 'a log record is a JSON object'));
  }
}

function readRecord(source: JsonObject, { resource, limits }: Surroundings): WireLog {
  const marks = new Set<string>();
  const context = { limits, marks };
  const log = emptyLog(resource, marks);
  log.traceId = traceIdFromJson(member(source, 'traceId', 'trace_id')) ?? '';
  log.spanId = spanIdFromJson(member(source, 'spanId', 'span_id')) ?? '';
  log.timeNs =
    uint64Of(member(source, 'timeUnixNano', 'time_unix_nano')) ||
    uint64Of(member(source, 'observedTimeUnixNano', 'observed_time_unix_nano'));
  log.eventName = textOf(member(source, 'eventName', 'event_name'), marks);
  log.body = readJsonValue(context, source['body'], 0);
  readJsonAttributes(context, source['attributes'], log.attributes);
  const dropped = member(source, 'droppedAttributesCount', 'dropped_attributes_count');
  log.droppedAttributes = Number(uint64Of(dropped));
  return log;
}
