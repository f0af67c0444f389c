import { describe, expect, it } from 'vitest';

import { rule } from '../testing/home.ts';
import { windowsOf } from './replay-window.ts';
import type { ReplayCall, Stored } from './stored.ts';

const NOTHING: Stored = {
  calls: [],
  turns: [],
  loops: [],
  guards: [],
  arrivals: [],
  expiries: [],
  isComplete: true,
};
const CALL: ReplayCall = {
  agent_name: 'a',
  agent_version: '1',
  model: 'm',
  environment: 'e',
  at_ms: 30_000,
  ended_ms: 30_000,
  duration_ms: 1,
  turn_id: 't',
  session_id: 's',
  seq: 0,
  tool: 'search',
  signature: 'x',
  identity: 'x',
  attempt: 2,
  outcome: 'ok',
  error_class: '',
  error_family: '',
  result_kind: 'value',
  retry: '',
  eventual_success: 0,
  effect: 'read',
  input_tokens: 0,
  output_tokens: 0,
  cost: 0,
  loop_id: '',
};

describe('a window over as much as a replay reads at most', () => {
  it('has the facts of 200,000 calls of one tool', () => {
    const calls = Array.from({ length: 200_000 }, () => CALL);
    const [look] = windowsOf(
      rule('{ name: r, scope: tool, when: max_attempts > 1 }'),
      { ...NOTHING, calls },
      { fromMs: 0, toMs: 60_000 },
    );
    expect(look?.subjects).toMatchObject([
      { id: 'search', facts: { tool_calls: 200_000, max_attempts: 2, errors: 0 } },
    ]);
  });
});
