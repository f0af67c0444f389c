import {
  createNormaliser,
  decodeTraces,
  DEFAULT_LIMITS,
  DIALECTS,
  toSpanRow,
  type WireSpan,
} from '@loopscope/collector';
import { loopscopeExporter } from '@loopscope/sdk';
import { ATTRIBUTES } from '@loopscope/signature';
import { describe, expect, test } from 'vitest';
import { bodiesOf, emitters, scenariosOf } from './wire-recordings.ts';

const STATUS_CODES = { unset: 0, ok: 1, error: 2 };

interface SdkSpan {
  name: string;
  attributes: Readonly<Record<string, unknown>>;
  status: { code: number; message: string };
  events: { name: string; attributes: Readonly<Record<string, unknown>> }[];
  spanContext(): { traceId: string };
}

/** The span as the SDK had it before it went onto the wire. */
function sdkSpan({ name, attributes, events, status, statusMessage, traceId }: WireSpan): SdkSpan {
  return {
    name,
    attributes: Object.fromEntries(attributes),
    status: { code: STATUS_CODES[status], message: statusMessage },
    events: events.map((event) => ({
      name: event.name,
      attributes: Object.fromEntries(event.attributes),
    })),
    spanContext: () => ({ traceId }),
  };
}

/** What an SDK in the agent would have added to the spans. */
function taggedBySdk(spans: readonly WireSpan[]): SdkSpan[] {
  let tagged: SdkSpan[] = [];
  const exporter = loopscopeExporter({
    export: (exported: SdkSpan[]) => {
      tagged = exported;
    },
    shutdown: async () => {},
  });
  exporter.export(spans.map(sdkSpan), () => {});
  return tagged;
}

/** Names of methods, printed objects and wrappings of frameworks in Python never pass through an SDK in JavaScript. */
const PYTHON_ONLY = new Set([
  'py-livekit',
  'py-oi-ag2',
  'py-oi-beeai',
  'py-oi-decorators',
  'py-oi-dspy',
  'py-oi-langchain-0.1',
  'py-oi-strands',
  'py-tl-agno',
]);

describe('a tool call tagged in the agent and one tagged by the collector are the same', () => {
  test.each(emitters().filter((name) => !PYTHON_ONLY.has(name)))('%s', (emitter) => {
    const normalise = createNormaliser(DIALECTS);
    const context = {
      project: '',
      declarations: new Map(),
      content: 'full' as const,
      limits: DEFAULT_LIMITS,
      nowMs: Date.UTC(2026, 10, 30),
    };
    for (const scenario of scenariosOf(emitter)) {
      const spans = bodiesOf(emitter, scenario).flatMap(
        ({ body, encoding }) => decodeTraces(body, encoding, DEFAULT_LIMITS).spans,
      );
      const rows = spans.map((span) => toSpanRow(normalise(span), context));
      const tagged = taggedBySdk(spans);
      for (const [at, { attributes }] of tagged.entries()) {
        const row = rows[at]!;
        // What the SDK does not sign is left to the collector.
        if (attributes[ATTRIBUTES.toolSignature] === undefined) continue;
        expect({
          scenario,
          kind: 'tool',
          signature: attributes[ATTRIBUTES.toolSignature],
          identity: attributes[ATTRIBUTES.toolIdentity],
          resultKind: attributes[ATTRIBUTES.resultKind],
          fingerprint: attributes[ATTRIBUTES.resultFingerprint] ?? '',
          errorClass: attributes[ATTRIBUTES.errorClass] ?? '',
        }).toEqual({
          scenario,
          kind: row.kind,
          signature: row.signature,
          identity: row.identity,
          resultKind: row.result_kind,
          fingerprint: row.result_fingerprint,
          errorClass: row.error_class,
        });
      }
    }
  });
});
