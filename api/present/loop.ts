import type { LoopFeedbackRow, LoopRow } from '@loopscope/sql';
import { z } from 'zod';

import { loop, type Loop } from '../contract/index.ts';
import { toIso } from '../instant.ts';
import { presentCost } from './cost.ts';
import { presentFeedback } from './feedback.ts';
import { readJson } from './json.ts';

const test = loop.shape.test.catch({ evidence: [], excludes: [] });
const place = loop.shape.fix.shape.place.catch('exit_condition');
const fixText = z.object({ advice: z.string(), proposed_text: z.string().nullable() });

/** `feedback`: on this incident and its like, the latest first. */
export function presentLoop(row: LoopRow, feedback: readonly LoopFeedbackRow[]): Loop {
  return {
    loop_id: row.loop_id,
    turn_id: row.turn_id,
    session_id: row.session_id,
    trace_id: row.trace_id,
    agent: row.agent_name,
    model: row.model,
    kind: row.kind,
    severity: row.severity,
    tool: row.tool,
    tools: row.tools,
    shape: row.shape,
    feedback: presentFeedback(row, feedback),
    calls: row.calls,
    started_at: toIso(row.started_at),
    duration_ms: row.duration_ms,
    summary: row.summary,
    test: test.parse(readJson(row.test)),
    cost: {
      ms: row.cost_ms,
      input_tokens: row.cost_input_tokens,
      output_tokens: row.cost_output_tokens,
      usd: presentCost(row.cost_usd, row.cost_input_tokens + row.cost_output_tokens),
      side_effects: row.side_effects,
    },
    fix: { place: place.parse(row.fix_place), ...readFixText(row.fix_text) },
  };
}

/** `{ advice, proposed_text }` as JSON, or the advice alone as plain text. */
function readFixText(text: string): { advice: string; proposed_text: string | null } {
  const parsed = fixText.safeParse(readJson(text));
  return parsed.success ? parsed.data : { advice: text, proposed_text: null };
}
