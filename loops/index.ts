export { LOOP_KINDS } from './loop.ts';
export type { Evidence, FixPlace, Loop, LoopCost, LoopKind } from './loop.ts';
export type { Call, CallText } from './call.ts';
export { createRun, detectLoops } from './run.ts';
export type { DetectOptions, Run } from './run.ts';
export { savings } from './savings.ts';
export type { Saving } from './savings.ts';
export { priceOf } from './prices.ts';
export type { ModelPrice, Prices } from './prices.ts';
