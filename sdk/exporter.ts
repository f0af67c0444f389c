import { declarationLookup, type LoopscopeOptions } from './options.ts';
import { quietly } from './quietly.ts';
import type { SpanView } from './span.ts';
import { createTagger, type Tags } from './tagger.ts';

/** A SpanExporter of any OTel JS version. */
export interface ExporterLike<Exported extends SpanView, Result> {
  export(spans: Exported[], resultCallback: (result: Result) => void): void;
  shutdown(): Promise<void>;
  forceFlush?(): Promise<void>;
}

/**
 * Tags on the way out the tool calls that no processor could tag. An ended span is never changed: the exporter gets a view of it with more
 * attributes.
 */
export function loopscopeExporter<Exported extends SpanView, Result>(
  exporter: ExporterLike<Exported, Result>,
  options: LoopscopeOptions = {},
): ExporterLike<Exported, Result> & { forceFlush(): Promise<void> } {
  const tagger = createTagger(declarationLookup(options));
  const tagged = (span: Exported): Exported => {
    let view = span;
    quietly(() => {
      const tags = tagger.tag(span);
      if (tags !== null) view = withTags(span, tags);
    });
    return view;
  };
  return {
    export: (spans, resultCallback) => exporter.export(spans.map(tagged), resultCallback),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** The same span with more attributes; methods run on the span itself, which may have private fields. */
function withTags<Exported extends SpanView>(span: Exported, tags: Tags): Exported {
  const attributes = { ...span.attributes, ...tags };
  return new Proxy(span, {
    get(target, property) {
      if (property === 'attributes') return attributes;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
