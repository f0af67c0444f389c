import type { Rejection, WireAttributes, WireResource, WireValue } from './wire-span.ts';

/** One log record as sent, whatever the encoding was. */
export interface WireLog {
  resource: WireResource;
  scope: string;
  /** Of the span that was active; both empty where none was. */
  traceId: string;
  spanId: string;
  /** When it happened; where the sender does not say, when it was observed. 0 where neither is said. */
  timeNs: bigint;
  /** Field of the record itself; older senders put the name elsewhere. */
  eventName: string;
  body: WireValue;
  attributes: WireAttributes;
  droppedAttributes: number;
  marks: Set<string>;
}

export interface DecodedRecords {
  records: WireLog[];
  rejections: Rejection[];
}

export function emptyLog(resource: WireResource, marks: Set<string>): WireLog {
  return {
    resource,
    scope: '',
    traceId: '',
    spanId: '',
    timeNs: 0n,
    eventName: '',
    body: null,
    attributes: new Map(),
    droppedAttributes: 0,
    marks,
  };
}

/** Why a record cannot be taken. */
export function rejectLog(resource: WireResource, detail: string): Rejection {
  return { reason: 'malformed_span', detail, traceId: '', spanId: '', resource, sample: '' };
}
