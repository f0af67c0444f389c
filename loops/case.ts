import {
  fingerprintResult,
  readArguments,
  readOutcome,
  signCall,
  type Declarations,
  type Effect,
  type ToolDeclaration,
} from '@loopscope/signature';

import type { Call } from './call.ts';

/** A sequence of calls with the verdict that is wanted of it, as JSON: what an eval suite keeps. */
export interface LoopCase {
  id: string;
  family: string;
  /** A kind of loop, `ok`, or `watch`. */
  want: string;
  /** Positions of the wanted loop's calls. */
  loop: number[];
  incidents?: number;
  /** How the tools are declared. */
  tools?: Record<string, { identity?: readonly string[]; volatile?: readonly string[] }>;
  calls: CaseCall[];
  note: string;
  /** What should have come instead of the repeats, where the data show it. */
  expect?: ExpectedStep;
}

export interface ExpectedStep {
  /** The tool that should be called next; null: none, the turn should end. */
  tool: string | null;
  /** Arguments where a call was seen; null where only the tool is known. */
  args: unknown;
  /** `this_turn`: it came after the loop; `other_turns`: it came between such a failure and its success elsewhere; `advice`: nobody did it. */
  seen: 'this_turn' | 'other_turns' | 'advice';
  /** Turns that show it. */
  turns: number;
  why: string;
}

export interface CaseCall {
  i: number;
  turn: number;
  step: number;
  tool: string;
  args: unknown;
  result: string | null;
  result_len: number;
  error: boolean;
  start_ms: number;
  duration_ms: number;
  effect?: Effect;
  agent?: string;
}

/** How a case declares its tools. */
export function declarationsOfCase({
  tools = {},
  calls,
}: Pick<LoopCase, 'tools' | 'calls'>): Declarations {
  const declared = new Map<string, ToolDeclaration>(Object.entries(tools));
  for (const { tool, effect } of calls) {
    if (effect !== undefined) declared.set(tool, { ...declared.get(tool), effect });
  }
  return declared;
}

/** The calls of a case as the detectors see them. */
export function callsOfCase(loopCase: Pick<LoopCase, 'id' | 'tools' | 'calls'>): Call[] {
  const declarations = declarationsOfCase(loopCase);
  let endMs = 0;
  return loopCase.calls.map((each, seq) => {
    const modelMs = Math.max(0, each.start_ms - endMs);
    endMs = Math.max(endMs, each.start_ms + each.duration_ms);
    return { ...toCall(each, seq, declarations), session: loopCase.id, modelMs };
  });
}

function toCall(each: CaseCall, seq: number, declarations: Declarations): Call {
  const declaration = declarations.get(each.tool);
  const signed = signCall(each.tool, readArguments(each.args ?? undefined), declaration);
  const result = each.result ?? undefined;
  const outcome = readOutcome({
    status: each.error ? 'error' : 'unset',
    flaggedError: each.error,
    result,
  });
  const print = fingerprintResult(result, outcome, declaration);
  return {
    seq,
    turn: each.turn,
    step: each.step,
    tool: each.tool,
    signature: signed.signature,
    identity: signed.identity,
    outcome: outcome.state,
    errorClass: outcome.errorClass,
    errorTemplate: outcome.template,
    resultKind: print.kind,
    resultFingerprint: print.fingerprint,
    effect: each.effect ?? declaration?.effect ?? 'unknown',
    startMs: each.start_ms,
    durationMs: each.duration_ms,
    agent: each.agent ?? '',
    session: '',
    epoch: 0,
    modelMs: 0,
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
    text: {
      args: typeof each.args === 'string' ? each.args : JSON.stringify(each.args),
      result: each.result,
      resultLength: each.result_len,
    },
  };
}
