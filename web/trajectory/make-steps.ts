/** Steps and loops for tests: only what a test names differs from a plain successful call. */
import type { AgentStep, Loop, ModelStep, Step, ToolStep } from '@loopscope/api/contract';

const base = {
  name: '',
  span_id: '',
  parent_span_id: '',
  agent: 'support',
  started_at: '2027-01-01T00:00:00.000Z',
  duration_ms: 100,
  outcome: 'ok' as const,
  error_message: '',
};

export function toolStep(seq: number, callSeq: number, changes: Partial<ToolStep> = {}): ToolStep {
  return {
    kind: 'tool',
    ...base,
    seq,
    offset_ms: seq * 1000,
    call_seq: callSeq,
    step: callSeq,
    tool: 'search',
    call_id: `c${callSeq}`,
    args: '{}',
    result: '[]',
    signature: 'aaaa000000000000',
    identity: 'aaaa000000000000',
    identity_fields: [],
    effect: 'read',
    attempt: 1,
    retry: '',
    error_class: '',
    error_template: '',
    result_kind: 'value',
    result_fingerprint: 'ffff000000000000',
    loop_id: null,
    source: 'span',
    ...changes,
  };
}

export function modelStep(seq: number, changes: Partial<ModelStep> = {}): ModelStep {
  return {
    kind: 'model',
    ...base,
    seq,
    offset_ms: seq * 1000,
    model: 'm',
    input_tokens: 10,
    output_tokens: 1,
    finish_reason: 'tool_calls',
    text: null,
    user_text: null,
    answers_before: null,
    ...changes,
  };
}

export function agentStep(seq: number, changes: Partial<AgentStep> = {}): AgentStep {
  return { kind: 'agent', ...base, seq, offset_ms: seq * 1000, user_text: null, ...changes };
}

/** A turn in which a model step precedes each call; one letter a call, equal letters are equal calls. */
export function stepsOf(
  letters: string,
  changes: (callSeq: number) => Partial<ToolStep> = () => ({}),
): Step[] {
  return letters.split('').flatMap((letter, callSeq) => {
    const hash = letter.codePointAt(0)?.toString(16).padEnd(16, '0') ?? '';
    const own = { signature: hash, identity: hash, tool: `tool_${letter}` };
    return [
      modelStep(callSeq * 2),
      toolStep(callSeq * 2 + 1, callSeq, { ...own, ...changes(callSeq) }),
    ];
  });
}

export function makeLoop(loopId: string, calls: number[], changes: Partial<Loop> = {}): Loop {
  return {
    loop_id: loopId,
    turn_id: 't',
    session_id: 's',
    trace_id: 'x',
    agent: 'support',
    model: 'm',
    kind: 'exact',
    severity: 'alert',
    tool: 'search',
    tools: ['search'],
    shape: '',
    feedback: null,
    calls,
    started_at: '2027-01-01T00:00:00.000Z',
    duration_ms: 1000,
    summary: 'search repeats.',
    test: { evidence: [], excludes: [] },
    cost: { ms: 0, input_tokens: 0, output_tokens: 0, usd: null, side_effects: 0 },
    fix: { place: 'tool_result', advice: '', proposed_text: null },
    ...changes,
  };
}
