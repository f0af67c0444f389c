import { withSession, withTurn } from '@loopscope/sdk';
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

import type { PlannedTurn } from './planner.ts';
import type { ScriptedCall, ScriptedStep } from './script.ts';

/** Waits until a moment of the script; at once when the past is played. */
export type Pace = (untilMs: number) => Promise<void> | undefined;

/** Plays a turn as an instrumented agent would: an agent span over its model calls and tool calls. */
export async function playTurn(turn: PlannedTurn, tracer: Tracer, pace: Pace): Promise<void> {
  const ids = withSession(turn.sessionId, () => withTurn(turn.turnId, () => context.active()));
  const agent = startAgent(turn, tracer, ids);
  const inAgent = trace.setSpan(ids, agent);
  let nowMs = turn.startMs;
  try {
    for (const step of turn.script.steps) {
      nowMs = await playAnswer(turn, step, { tracer, parent: inAgent, nowMs, pace });
      nowMs = await playCalls(step.calls, { tracer, parent: inAgent, nowMs, pace });
    }
  } finally {
    agent.end(nowMs);
  }
}

interface Moment {
  tracer: Tracer;
  parent: Context;
  nowMs: number;
  pace: Pace;
}

function startAgent(turn: PlannedTurn, tracer: Tracer, ids: Context): Span {
  const { agent, version, prompt } = turn.release;
  const attributes: Attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': agent.name,
    'gen_ai.agent.version': version,
    'gen_ai.conversation.id': turn.sessionId,
    'gen_ai.input.messages': asMessages('user', turn.script.user),
    'gen_ai.response.finish_reasons': [turn.script.stop],
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
async function playCalls(calls: readonly ScriptedCall[], moment: Moment): Promise<number> {
  const { nowMs, pace } = moment;
  const open = calls
    .map((call) => ({ call, span: startCall(call, moment), endMs: nowMs + call.ms }))
    .toSorted((a, b) => a.endMs - b.endMs);
  for (const { call, span, endMs } of open) {
    await pace(endMs);
    endCall(call, span, endMs);
  }
  return open.at(-1)?.endMs ?? nowMs;
}

function startCall(call: ScriptedCall, { tracer, parent, nowMs }: Moment): Span {
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
  return span.setAttribute('gen_ai.tool.call.id', `call_${span.spanContext().spanId}`);
}

function endCall(call: ScriptedCall, span: Span, endMs: number): void {
  if (call.result !== null) span.setAttribute('gen_ai.tool.call.result', call.result);
  if (call.error !== null) {
    span.setAttribute('error.type', call.error.type);
    span.setStatus({ code: SpanStatusCode.ERROR, message: call.error.message });
  }
  span.end(endMs);
}

function asMessages(role: string, text: string): string {
  return JSON.stringify([{ role, parts: [{ type: 'text', content: text }] }]);
}
