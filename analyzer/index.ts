export { startAnalyzer } from './start-analyzer.ts';
export type { Analyzer, AnalyzerOptions, Log } from './options.ts';
export type { Shard } from './shard.ts';
export { resolveSession } from './resolve-session.ts';
export type { ResolveContext, ResolvedRows } from './resolve-session.ts';
export { createWorkbench } from './workbench/workbench.ts';
export type { Workbench } from './workbench/workbench.ts';
export type { WorkbenchOptions } from './workbench/bench.ts';
