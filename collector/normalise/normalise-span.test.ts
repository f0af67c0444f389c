import { describe, expect, test } from 'vitest';

import { rowOf, type SpanFixture } from '../span-fixture.ts';

const TURN = { 'loopscope.turn.id': 't1' };
const TOOL = { ...TURN, 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'look' };
const MODEL = { ...TURN, 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };
const AGENT = { ...TURN, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'a' };

describe('the session of a span that names a turn and no session', () => {
  test.each<[string, SpanFixture, string]>([
    [
      'is the turn, of a tool call that is a trace of its own',
      { parentSpanId: '', attributes: TOOL },
      't1',
    ],
    ['is the turn, of a model call that is one', { parentSpanId: '', attributes: MODEL }, 't1'],
    [
      'is none, of an agent: its trace holds what it did',
      { parentSpanId: '', attributes: AGENT },
      '',
    ],
    ['is none, of a call within a trace', { attributes: TOOL }, ''],
    [
      'is the named one where there is one',
      { parentSpanId: '', attributes: { ...TOOL, 'loopscope.session.id': 's1' } },
      's1',
    ],
  ])('%s', (_title, span, session) => {
    expect(rowOf(span).session_id).toBe(session);
  });
});
