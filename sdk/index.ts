export { withSession, withTurn } from './context.ts';
export { declareTool, type Tool } from './declare.ts';
export { loopscopeExporter, type ExporterLike } from './exporter.ts';
export type { ExporterOptions, LoopscopeOptions } from './options.ts';
export { LoopscopeSpanProcessor } from './processor.ts';
