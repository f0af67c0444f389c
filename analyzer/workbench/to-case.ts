import type { Call, CaseCall, ExpectedStep, LoopCase, Shrunk } from '@loopscope/loops';
import type { Declarations } from '@loopscope/signature';

export interface CaseFacts {
  id: string;
  declarations: Declarations;
  expected: ExpectedStep;
  note: string;
}

/** A shrunk loop as a case: times from its beginning, tools as they are declared, texts as far as they are stored. */
export function toCase({ calls, loop }: Shrunk, facts: CaseFacts): LoopCase {
  const [first] = calls;
  const agents = new Set(calls.map((call) => call.agent));
  return {
    id: facts.id,
    family: loop.kind,
    want: loop.severity === 'alert' ? loop.kind : 'watch',
    loop: loop.calls,
    incidents: 1,
    tools: toolsOf(calls, facts.declarations),
    calls: calls.map((call) => toCaseCall(call, first?.startMs ?? 0, agents.size > 1)),
    note: facts.note,
    expect: facts.expected,
  };
}

function toCaseCall(
  call: Call,
  epochMs: number,
  withAgent: boolean,
): CaseCall & { result_sha?: string } {
  const { text } = call;
  return {
    i: call.seq,
    turn: call.turn,
    step: call.step,
    tool: call.tool,
    args: readValue(text?.args ?? null),
    result: text?.result ?? null,
    result_len: text?.resultLength ?? 0,
    ...(call.resultFingerprint === null ? {} : { result_sha: call.resultFingerprint }),
    error: call.outcome === 'error',
    start_ms: Math.round(call.startMs - epochMs),
    duration_ms: Math.round(call.durationMs),
    ...(call.effect === 'unknown' ? {} : { effect: call.effect }),
    ...(withAgent ? { agent: call.agent } : {}),
  };
}

function toolsOf(
  calls: readonly Call[],
  declarations: Declarations,
): NonNullable<LoopCase['tools']> {
  const tools: NonNullable<LoopCase['tools']> = {};
  for (const { tool } of calls) {
    const { identity, volatile } = declarations.get(tool) ?? {};
    if (identity === undefined && volatile === undefined) continue;
    tools[tool] = {
      ...(identity === undefined ? {} : { identity }),
      ...(volatile === undefined ? {} : { volatile }),
    };
  }
  return tools;
}

/** Digits that a number would lose. */
const LONG_NUMBER = /\d{16}/;

/** JSON where it is, text where it is not, or where a number in it would lose digits. */
export function readValue(text: string | null): unknown {
  if (text === null || LONG_NUMBER.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
