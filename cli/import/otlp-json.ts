/** The parts of OTLP/JSON that the importer writes. */
export interface OtlpResourceSpans {
  resource: { attributes: OtlpAttribute[] };
  scopeSpans: { scope: { name: string; version: string }; spans: OtlpSpan[] }[];
}

export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  /** 1 internal, 3 client. */
  kind: 1 | 3;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  /** 0 unset, 2 error. */
  status: { code: 0 | 2; message?: string };
}

export interface OtlpAttribute {
  key: string;
  value:
    | { stringValue: string }
    | { boolValue: boolean }
    | { intValue: string }
    | { arrayValue: { values: { stringValue: string }[] } };
}

type AttributeValue = string | number | boolean | readonly string[] | null | undefined;

/** Attributes of what is known: null and undefined are left out; numbers are whole. */
export function toAttributes(values: Record<string, AttributeValue>): OtlpAttribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: toAnyValue(value) }],
  );
}

function toAnyValue(value: string | number | boolean | readonly string[]): OtlpAttribute['value'] {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return { intValue: String(Math.round(value)) };
  return { arrayValue: { values: value.map((item) => ({ stringValue: item })) } };
}
