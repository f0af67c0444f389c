import type { Loop } from '@loopscope/loops';
import type { LoopRow } from '@loopscope/sql';
import { createHash } from 'node:crypto';

import type { ResolvedCall, ResolvedTurn } from './resolve/resolve-turns.ts';
import { spanKey } from './resolve/span.ts';
import { toToolCallRow } from './to-tool-call-row.ts';

export function toLoopRow(loop: Loop, resolved: ResolvedTurn, version: string): LoopRow {
  const { turn, facts } = resolved;
  const calls = loop.calls.flatMap((seq) => resolved.calls[seq] ?? []);
  const [first] = calls;
  if (first === undefined) throw new RangeError(`a ${loop.kind} loop without calls of its turn`);
  const end = calls.reduce((latest, { call }) => Math.max(latest, call.end), first.call.end);
  const row = toToolCallRow(first, resolved, { loopId: '', version });
  return {
    project: row.project,
    loop_id: loopId(turn.id, loop, first),
    turn_id: turn.id,
    session_id: turn.sessionId,
    trace_id: row.trace_id,
    agent_name: row.agent_name,
    agent_version: row.agent_version,
    model: facts.model,
    environment: facts.environment,
    kind: loop.kind,
    severity: loop.severity,
    tool: mostCalled(calls),
    tools: loop.tools,
    identity: loop.identity ?? '',
    shape: shapeOf(calls),
    calls: loop.calls,
    started_at: row.started_at,
    duration_ms: (end - first.call.start) / 1e6,
    summary: loop.summary,
    test: JSON.stringify(loop.test),
    fix_place: loop.fix.place,
    fix_text: JSON.stringify({
      advice: loop.fix.advice,
      proposed_text: loop.fix.proposedText,
    }),
    cost_ms: loop.cost.ms,
    cost_input_tokens: loop.cost.inputTokens,
    cost_output_tokens: loop.cost.outputTokens,
    cost_usd: loop.cost.usd,
    side_effects: loop.cost.sideEffects,
    version,
    deleted: 0,
  };
}

/** Sorted, so that a ring has one shape whatever its rotation. */
function shapeOf(calls: readonly ResolvedCall[]): string {
  const parts = calls.map(({ call: { content } }) => {
    const fields = content.identity_fields.toSorted().join(', ');
    return `${content.tool}(${fields === '' ? '*' : fields})`;
  });
  return [...new Set(parts)].toSorted().join(' + ');
}

/** Stays while the loop grows: the turn, the kind and the first call do not change. */
function loopId(turnId: string, loop: Loop, { call }: ResolvedCall): string {
  const first = `${spanKey(call.span.row)}:${call.index}`;
  const hash = createHash('sha256').update(JSON.stringify([turnId, loop.kind, first]));
  return hash.digest('hex').slice(0, 32);
}

/** Of several the one that came first. */
function mostCalled(calls: readonly ResolvedCall[]): string {
  const counts = new Map<string, number>();
  for (const { call } of calls) {
    counts.set(call.content.tool, (counts.get(call.content.tool) ?? 0) + 1);
  }
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}
