import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, type Context, type ContextManager, type Tracer } from '@opentelemetry/api';
import * as v3 from '@opentelemetry/sdk-trace';
import * as v1 from 'otel-sdk-trace-base-v1';
import * as v2 from 'otel-sdk-trace-base-v2';
import { loopscopeExporter } from './exporter.ts';
import type { ExporterOptions } from './options.ts';
import { LoopscopeSpanProcessor } from './processor.ts';

// The same pipeline on every generation of the OTel SDK; for tests.

type Attributes = Readonly<Record<string, unknown>>;

interface Finished {
  name: string;
  attributes: Attributes;
  status: { code: number; message?: string | undefined };
  events: { name: string; attributes?: Attributes | undefined }[];
}

/** A tracer whose spans go through the processor and the wrapped exporter, and what came out. */
export interface Pipeline {
  tracer: Tracer;
  finished: () => Finished[];
}

export type Version = (options: ExporterOptions) => Pipeline;

export const V1: Version = (options) => {
  const memory = new v1.InMemorySpanExporter();
  const provider = new v1.BasicTracerProvider({
    spanProcessors: [
      new LoopscopeSpanProcessor(options),
      new v1.SimpleSpanProcessor(loopscopeExporter(memory, options)),
    ],
  });
  return { tracer: provider.getTracer('test'), finished: () => memory.getFinishedSpans() };
};

export const V2: Version = (options) => {
  const memory = new v2.InMemorySpanExporter();
  const provider = new v2.BasicTracerProvider({
    spanProcessors: [
      new LoopscopeSpanProcessor(options),
      new v2.SimpleSpanProcessor(loopscopeExporter(memory, options)),
    ],
  });
  return { tracer: provider.getTracer('test'), finished: () => memory.getFinishedSpans() };
};

export const V3: Version = (options) => {
  const memory = new v3.InMemorySpanExporter();
  const provider = new v3.TracerProvider({
    spanProcessors: [
      new LoopscopeSpanProcessor(options),
      new v3.SimpleSpanProcessor({ exporter: loopscopeExporter(memory, options) }),
    ],
  });
  return { tracer: provider.getTracer('test'), finished: () => memory.getFinishedSpans() };
};

/** Without the wrapped exporter: what `onEnding` alone does. */
export const V3_PROCESSOR_ALONE: Version = (options) => {
  const memory = new v3.InMemorySpanExporter();
  const provider = new v3.TracerProvider({
    spanProcessors: [
      new LoopscopeSpanProcessor(options),
      new v3.SimpleSpanProcessor({ exporter: memory }),
    ],
  });
  return { tracer: provider.getTracer('test'), finished: () => memory.getFinishedSpans() };
};

/** Context along asynchronous work, as OTel's own managers keep it. */
export class LocalContext implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();
  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }
  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    work: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => Reflect.apply(work, thisArg, args));
  }
  bind<T>(_: Context, target: T): T {
    return target;
  }
  enable(): this {
    return this;
  }
  disable(): this {
    return this;
  }
}
