import type { Trajectory } from '@loopscope/api/contract';
import { afterEach, expect, test, vi } from 'vitest';

import { isFileTurn } from './file-turn.ts';
import { openFile } from './open-file.ts';

afterEach(() => vi.unstubAllGlobals());

const turn = (id: string): Trajectory => ({
  turn: {
    turn_id: id,
    session_id: 's',
    trace_id: 't',
    agent: 'support',
    agent_version: '',
    model: '',
    started_at: '2026-03-01T10:00:00.000Z',
    duration_ms: 1,
    calls: 0,
    model_calls: 0,
    distinct_signatures: 0,
    distinct_identities: 0,
    distinct_ratio: null,
    max_attempts: 0,
    max_attempts_tool: '',
    errors: 0,
    retries: 0,
    tool_ms: 0,
    model_ms: 0,
    input_tokens: 0,
    output_tokens: 0,
    cost: null,
    verdict: 'healthy',
    loops: [],
    stop_reason: '',
  },
  hints: [],
  steps: [],
  loops: [],
  savings: [],
});

function answerWith(status: number, body: unknown): ReturnType<typeof vi.fn> {
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  const asked = vi.fn(async () => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', asked);
  return asked;
}

test('the server judges what is dropped; the turns get ids that say they are not stored', async () => {
  const asked = answerWith(200, { found: 7, turns: [turn('a'), turn('b')], problems: [] });
  const { turns, found } = await openFile('run.jsonl', '{"calls":[]}');
  expect(found).toBe(7);
  expect(turns.map((each) => each.turn.turn_id)).toEqual(['file:run.jsonl', 'file:run.jsonl#2']);
  expect(turns.every((each) => isFileTurn(each.turn.turn_id))).toBe(true);
  expect(asked).toHaveBeenCalledWith(
    '/api/v1/scan',
    expect.objectContaining({ body: '{"calls":[]}' }),
  );
});

test('what was exported here is shown as it was, and asks nobody', async () => {
  const asked = answerWith(500, {});
  const { turns } = await openFile('turn.json', JSON.stringify(turn('stored')));
  expect(turns).toEqual([turn('file:turn.json')]);
  expect(asked).not.toHaveBeenCalled();
});

test('a file with nothing to look at fails with the reason of the server', async () => {
  const message = 'There is no recorded run in this text (line 1: no JSON).';
  answerWith(400, { error: { code: 'invalid_query', message } });
  await expect(openFile('x.json', 'hello')).rejects.toThrow(message);
});
