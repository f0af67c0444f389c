import { withSession, withTurn } from '@loopscope/sdk';
import type { Admission } from '@loopscope/sdk/guard';
import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';

import { endOf, type GuardedTurn } from './guarded.ts';
import type { PlannedTurn } from './planner.ts';
import type { ScriptedCall, ScriptedStep } from './script.ts';

/** Waits until a moment of the script; at once when the past is played. */
export type Pace = (untilMs: number) => Promise<void> | undefined;

/** Plays a turn as an instrumented agent would: an agent span over its model calls and tool calls. */
export async function playTurn(
  turn: PlannedTurn,
  tracer: Tracer,
  { pace, guard = null }: { pace: Pace; guard?: GuardedTurn | null },
): Promise<PlayedTurn> {
  const ids = withSession(turn.sessionId, () => withTurn(turn.turnId, () => context.active()));
  const agent = startAgent(turn, tracer, ids);
  const inAgent = trace.setSpan(ids, agent);
  let nowMs = turn.startMs;
  let spans = 1;
  let stop: string = turn.script.stop;
  try {
    for (const step of turn.script.steps) {
      nowMs = await playAnswer(turn, step, { tracer, parent: inAgent, nowMs, pace });
      nowMs = await playCalls(step.calls, { tracer, parent: inAgent, nowMs, pace, guard });
      spans += 1 + step.calls.length;
      const stopped = stopOf(guard);
      if (stopped === null) continue;
      // The model gets no tools any more, so that all it can do is to speak.
      const last = { ...step, calls: [], text: stopped.message, outputTokens: LAST_WORDS_TOKENS };
      nowMs = await playAnswer(turn, last, { tracer, parent: inAgent, nowMs, pace });
      spans += 1;
      stop = stopped.reason;
      break;
    }
  } finally {
    agent.setAttribute('gen_ai.response.finish_reasons', [stop]);
    agent.end(nowMs);
  }
  return { spans, calls: guard?.state().calls ?? callsOf(turn), stop };
}

/** How a turn came out. */
export interface PlayedTurn {
  spans: number;
  /** Calls that were made. */
  calls: number;
  stop: string;
}

const LAST_WORDS_TOKENS = 60;

function stopOf(guard: GuardedTurn | null): { reason: string; message: string } | null {
  if (guard?.nextStep().tools !== 'none') return null;
  const { stop } = guard.state();
  return stop === null ? null : { reason: stop.reason, message: stop.result.message };
}

function callsOf({ script }: PlannedTurn): number {
  return script.steps.reduce((sum, step) => sum + step.calls.length, 0);
}

interface Moment {
  tracer: Tracer;
  parent: Context;
  nowMs: number;
  pace: Pace;
}

/** A call that has begun; `admission` is null where no guard was asked. */
interface OpenCall {
  call: ScriptedCall;
  span: Span;
  endMs: number;
  admission: Admission | null;
}

function startAgent(turn: PlannedTurn, tracer: Tracer, ids: Context): Span {
  const { agent, version, prompt } = turn.release;
  const attributes: Attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': agent.name,
    'gen_ai.agent.version': version,
    'gen_ai.conversation.id': turn.sessionId,
    'gen_ai.input.messages': asMessages('user', turn.script.user),
    'gen_ai.prompt.version': prompt,
    'enduser.pseudo.id': turn.userId,
    'demo.behaviour': turn.behaviour,
  };
  const name = `invoke_agent ${agent.name}`;
  return tracer.startSpan(
    name,
    { startTime: turn.startMs, attributes, kind: SpanKind.INTERNAL },
    ids,
  );
}

/** Returns when the answer is there. */
async function playAnswer(
  turn: PlannedTurn,
  step: ScriptedStep,
  { tracer, parent, nowMs, pace }: Moment,
): Promise<number> {
  const { model } = turn.release;
  const attributes: Attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': model,
    'gen_ai.usage.input_tokens': step.inputTokens,
    'gen_ai.usage.output_tokens': step.outputTokens,
    'gen_ai.response.finish_reasons': [step.calls.length > 0 ? 'tool_calls' : 'stop'],
  };
  if (step.cachedTokens > 0) attributes['gen_ai.usage.cache_read.input_tokens'] = step.cachedTokens;
  if (step.text !== '') attributes['gen_ai.output.messages'] = asMessages('assistant', step.text);
  const options = { startTime: nowMs, attributes, kind: SpanKind.CLIENT };
  const span = tracer.startSpan(`chat ${model}`, options, parent);
  const endMs = nowMs + step.modelMs;
  await pace(endMs);
  span.end(endMs);
  return endMs;
}

/** Returns when the last of the calls, which run side by side, is over. */
async function playCalls(
  calls: readonly ScriptedCall[],
  moment: Moment & { guard: GuardedTurn | null },
): Promise<number> {
  const { nowMs, pace, guard } = moment;
  const open = calls.map((call) => startCall(call, moment)).toSorted((a, b) => a.endMs - b.endMs);
  for (const started of open) {
    await pace(started.endMs);
    endCall(started, { guard, parent: moment.parent });
  }
  return open.at(-1)?.endMs ?? nowMs;
}

function startCall(
  call: ScriptedCall,
  { tracer, parent, nowMs, guard }: Moment & { guard: GuardedTurn | null },
): OpenCall {
  const attributes: Attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call.tool,
    'gen_ai.tool.call.arguments': JSON.stringify(call.args),
  };
  const name = `execute_tool ${call.tool}`;
  const span = tracer.startSpan(
    name,
    { startTime: nowMs, attributes, kind: SpanKind.INTERNAL },
    parent,
  );
  const callId = `call_${span.spanContext().spanId}`;
  span.setAttribute('gen_ai.tool.call.id', callId);
  const { tool, args } = call;
  guard?.at(nowMs);
  const ask = () => guard?.beforeCall({ tool, args, callId }) ?? null;
  const admission = context.with(trace.setSpan(parent, span), ask);
  const isMade = admission?.admitted !== false;
  return { call, span, endMs: isMade ? nowMs + call.ms : nowMs, admission };
}

function endCall(
  { call, span, endMs, admission }: OpenCall,
  { guard, parent }: { guard: GuardedTurn | null; parent: Context },
): void {
  if (admission?.admitted === false) {
    span.setAttribute('gen_ai.tool.call.result', JSON.stringify(admission.result));
    span.end(endMs);
    return;
  }
  guard?.at(endMs);
  const tell = () => (admission === null ? null : guard?.afterCall(admission, endOf(call)));
  const after = context.with(trace.setSpan(parent, span), tell);
  const result = after?.result ? JSON.stringify(after.result) : call.result;
  if (result !== null) {
    const note = after?.note ? `\n${after.note}` : '';
    span.setAttribute('gen_ai.tool.call.result', `${result}${note}`);
  }
  if (call.error !== null) {
    span.setAttribute('error.type', call.error.type);
    span.setStatus({ code: SpanStatusCode.ERROR, message: call.error.message });
  }
  span.end(endMs);
}

function asMessages(role: string, text: string): string {
  return JSON.stringify([{ role, parts: [{ type: 'text', content: text }] }]);
}
