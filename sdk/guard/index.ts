export { currentCall, type CallContext } from './ambient.ts';
export type {
  Admission,
  AfterCall,
  CallGuard,
  CallStart,
  Guard,
  Guarded,
  NextStep,
  RunOptions,
  Turn,
  TurnIds,
  TurnState,
  Usage,
} from './call-guard.ts';
export type { Ceiling, CeilingInForce, Ceilings, RaisedCeiling } from './ceilings.ts';
export { createGuard } from './create-guard.ts';
export type { Decision, DecisionKind, DecisionName, StopReason } from './decision.ts';
export type { Stop } from './ledger.ts';
export type { Mode } from './mode.ts';
export { outsideStops, type OutsideStopsOptions } from './outside-stops.ts';
export { GuardOptionsError, type GuardOptions } from './options.ts';
export type { CallEnd } from './reading.ts';
export type { RetryPolicy } from './retry.ts';
export type { Runtime } from './runtime.ts';
export type { StopOrder, StopSource, StopSourceState } from './stop-source.ts';
export { isTerminal, type TerminalResult } from './terminal.ts';
