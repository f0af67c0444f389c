import type { Limits } from '../limits.ts';
import { spanIdFromBytes, traceIdFromBytes } from './ids.ts';
import { ProtobufReader } from './protobuf-reader.ts';
import { readResource, readScopeName } from './protobuf-resource.ts';
import { readAnyValue, readAttribute, readText } from './protobuf-values.ts';
import type { ProtobufContext } from './protobuf-values.ts';
import { emptyLog, rejectLog, type DecodedRecords, type WireLog } from './wire-log.ts';
import { DecodeError, type WireResource } from './wire-span.ts';

// `field << 3 | wire type` of opentelemetry.proto.logs.v1 and its neighbours.
const REQUEST = { resourceLogs: 10 };
const RESOURCE_LOGS = { resource: 10, scopeLogs: 18 };
const SCOPE_LOGS = { scope: 10, record: 18 };
const RECORD = {
  timeNs: 9,
  body: 42,
  attribute: 50,
  droppedAttributes: 56,
  traceId: 74,
  spanId: 82,
  observedNs: 89,
  eventName: 98,
};

/**
 * Reads an ExportLogsServiceRequest. A record that cannot be read is rejected alone.
 * @throws {DecodeError} where the bytes outside of the records are no such message.
 */
export function decodeProtobufLogs(body: Buffer, limits: Limits): DecodedRecords {
  const context: ProtobufContext = { reader: new ProtobufReader(body), limits, marks: new Set() };
  const decoded: DecodedRecords = { records: [], rejections: [] };
  const { reader } = context;
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag === REQUEST.resourceLogs) readResourceLogs(context, decoded);
    else reader.skip(tag);
  }
  return decoded;
}

function readResourceLogs(context: ProtobufContext, decoded: DecodedRecords): void {
  const { reader } = context;
  const outer = reader.enter();
  const resource: WireResource = { attributes: new Map() };
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag === RESOURCE_LOGS.resource) readResource(context, resource);
    else if (tag === RESOURCE_LOGS.scopeLogs) readScopeLogs(context, resource, decoded);
    else reader.skip(tag);
  }
  reader.leave(outer);
}

function readScopeLogs(
  context: ProtobufContext,
  resource: WireResource,
  decoded: DecodedRecords,
): void {
  const { reader } = context;
  const outer = reader.enter();
  const first = decoded.records.length;
  let scope = '';
  while (!reader.atEnd) {
    const tag = reader.tag();
    if (tag === SCOPE_LOGS.scope) scope = readScopeName(context);
    else if (tag === SCOPE_LOGS.record) readRecordApart(context, resource, decoded);
    else reader.skip(tag);
  }
  reader.leave(outer);
  for (const record of decoded.records.slice(first)) record.scope = scope;
}

/** Whatever is wrong inside of the record stays inside: its length was already known to be right. */
function readRecordApart(
  context: ProtobufContext,
  resource: WireResource,
  decoded: DecodedRecords,
): void {
  const { reader } = context;
  const outer = reader.enter();
  const end = reader.limit;
  try {
    decoded.records.push(readRecord({ ...context, marks: new Set() }, resource));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    decoded.rejections.push(rejectLog(resource, error.message));
  }
  reader.limit = end;
  reader.leave(outer);
}

function readRecord(context: ProtobufContext, resource: WireResource): WireLog {
  const { reader, marks } = context;
  const log = emptyLog(resource, marks);
  let observedNs = 0n;
  while (!reader.atEnd) {
    const tag = reader.tag();
    switch (tag) {
      case RECORD.timeNs:
        log.timeNs = reader.fixed64();
        break;
      case RECORD.observedNs:
        observedNs = reader.fixed64();
        break;
      case RECORD.eventName:
        log.eventName = readText(context);
        break;
      case RECORD.body:
        log.body = readAnyValue(context, 0);
        break;
      case RECORD.attribute:
        if (!readAttribute(context, log.attributes)) marks.add('truncated');
        break;
      case RECORD.droppedAttributes:
        log.droppedAttributes = reader.uint32();
        break;
      case RECORD.traceId:
        log.traceId = traceIdFromBytes(reader.delimited()) ?? '';
        break;
      case RECORD.spanId:
        log.spanId = spanIdFromBytes(reader.delimited()) ?? '';
        break;
      default:
        reader.skip(tag);
    }
  }
  log.timeNs ||= observedNs;
  return log;
}
