import { measuresOf, withoutContent } from './content.ts';
import { declarationLookup, type ExporterOptions } from './options.ts';
import { quietly } from './quietly.ts';
import type { SpanView } from './span.ts';
import { createTagger } from './tagger.ts';

/** A SpanExporter of any OTel JS version. */
export interface ExporterLike<Exported extends SpanView, Result> {
  export(spans: Exported[], resultCallback: (result: Result) => void): void;
  shutdown(): Promise<void>;
  forceFlush?(): Promise<void>;
}

/**
 * Tags on the way out the tool calls that no processor could tag, and takes out the content where that is wanted. An ended span is never
 * changed: the inner exporter gets a view of it.
 */
export function loopscopeExporter<Exported extends SpanView, Result>(
  exporter: ExporterLike<Exported, Result>,
  options: ExporterOptions = {},
): ExporterLike<Exported, Result> & { forceFlush(): Promise<void> } {
  const tagger = createTagger(declarationLookup(options));
  const prepare = (span: Exported): Exported => {
    let parts: Partial<SpanView> = {};
    quietly(() => {
      const tags = tagger.tag(span);
      if (tags !== null) parts = { attributes: { ...span.attributes, ...tags } };
    });
    if (options.content === 'hashes') parts = hashedParts(span, parts);
    return Object.keys(parts).length === 0 ? span : viewOf(span, parts);
  };
  return {
    export: (spans, resultCallback) => exporter.export(spans.map(prepare), resultCallback),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Nothing but the frame of a span whose parts cannot be read: content must not slip through a fault. */
function hashedParts(span: SpanView, parts: Partial<SpanView>): Partial<SpanView> {
  let hashed: Partial<SpanView> = { attributes: {}, events: [], status: { code: 0 } };
  quietly(() => {
    const whole = { ...partsOf(span), ...parts };
    const { attributes, ...rest } = withoutContent(whole);
    hashed = { ...rest, attributes: { ...attributes, ...measuresOf(whole) } };
  });
  return hashed;
}

function partsOf({ attributes, events, status }: SpanView) {
  return { attributes, events, status };
}

/** The same span with other parts; methods run on the span itself, which may have private fields. */
function viewOf<Exported extends SpanView>(span: Exported, parts: Partial<SpanView>): Exported {
  const replaced = new Map<PropertyKey, unknown>(Object.entries(parts));
  return new Proxy(span, {
    get(target, property) {
      if (replaced.has(property)) return replaced.get(property);
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
