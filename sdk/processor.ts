import { ATTRIBUTES } from '@loopscope/signature';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import { idsOf } from './context.ts';
import { declarationLookup, type LoopscopeOptions } from './options.ts';
import { quietly } from './quietly.ts';
import type { SpanView } from './span.ts';
import { createTagger, type Tagger } from './tagger.ts';

/**
 * Tags tool-call spans with signature, identity, attempt and outcome while they end, and every span with the session and turn of its
 * context. Stands before the exporting processor. Where the SDK calls no `onEnding` (before 2.3), loopscopeExporter tags instead.
 */
export class LoopscopeSpanProcessor {
  readonly #tagger: Tagger;

  constructor(options: LoopscopeOptions = {}) {
    this.#tagger = createTagger(declarationLookup(options));
  }

  onStart(span: Span, parentContext: Context): void {
    quietly(() => {
      const { sessionId, turnId } = idsOf(parentContext);
      const ids: Attributes = {};
      if (sessionId !== undefined) ids[ATTRIBUTES.sessionId] = sessionId;
      if (turnId !== undefined) ids[ATTRIBUTES.turnId] = turnId;
      if (sessionId !== undefined || turnId !== undefined) span.setAttributes(ids);
    });
  }

  onEnding(span: Span & SpanView): void {
    quietly(() => {
      const tags = this.#tagger.tag(span);
      if (tags !== null) span.setAttributes(tags);
    });
  }

  onEnd(): void {}

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {}
}
