import { expect, test } from 'vitest';
import { createGuard } from './create-guard.ts';
import { Core } from './core.ts';
import { endedCall } from './ended-call.ts';
import { createSessions, sessionOf, tallyOf, turnOf, type TurnLedger } from './ledger.ts';
import { LoopWindow } from './loop-window.ts';
import { readOptions } from './options.ts';
import { readEnd } from './reading.ts';
import { createRecorder } from './recorder.ts';
import { NODE_RUNTIME } from './runtime.ts';

// The bounds that the README states; each holds its bound at least and twice as much at most.
const QUESTIONS = 4_000;
const WINDOW = 400;
const ANSWERS = 400;
const TOOLS = 1_000;
const BREAKERS = 4_000;
const TURNS = 32;
const SESSIONS = 2_000;
const TRIED = 5;

function guarded() {
  const settings = readOptions({ ceilings: { callsPerSession: 1_000_000 } });
  const core = new Core(
    settings,
    NODE_RUNTIME,
    createRecorder(settings, NODE_RUNTIME),
    () => undefined,
  );
  const turn = turnOf(sessionOf(core.sessions, 's'), 't');
  const call = (tool: string, args: unknown, result: unknown, failed = false) => {
    const open = core.open({ tool, args }, turn);
    core.admit(open);
    const end = failed ? { error: new Error(String(result)) } : { result };
    core.end(open, end, readEnd(end, undefined));
  };
  return { core, turn, call };
}

/** Everything that a turn and its session hold, counted in entries. */
function held({ questions, tools, unknownWrites, window, session, inFlight }: TurnLedger) {
  return {
    questions: questions.size,
    tools: tools.size,
    unknownWrites: unknownWrites.size,
    window: window.size,
    breakers: session.breakers.size,
    successes: session.successes.size,
    inFlight: inFlight.size,
  };
}

test('a turn without end holds no more than is stated, whatever it calls', () => {
  const { turn, call } = guarded();
  for (let nth = 0; nth < 9_000; nth += 1) {
    call(`tool ${nth % 2_500}`, { nth }, nth % 3 === 0 ? `fault ${nth}` : { nth }, nth % 3 === 0);
  }
  const first = held(turn);
  expect(first.questions).toBeLessThanOrEqual(QUESTIONS);
  expect(first.tools).toBeLessThanOrEqual(TOOLS);
  expect(first.successes).toBeLessThanOrEqual(TOOLS);
  expect(first.breakers).toBeLessThanOrEqual(BREAKERS);
  expect(first.window).toBeLessThanOrEqual(WINDOW);
  expect([first.unknownWrites, first.inFlight]).toEqual([0, 0]);
});

test('one question with answers without end, and one tool, hold no more either', () => {
  const { turn, call } = guarded();
  const text = 'x'.repeat(50_000);
  for (let nth = 0; nth < 1_500; nth += 1) call('poll', { job: text }, { nth, text });
  const tally = tallyOf(turn, 'poll');
  expect(tally.answers.size).toBeLessThanOrEqual(ANSWERS);
  expect(tally.recent.length).toBeLessThanOrEqual(TRIED);
  expect(held(turn)).toMatchObject({ questions: 1, tools: 1 });
  const kept = [...tally.recent, ...tally.tried].map((kept) => kept.length);
  expect(Math.max(...kept)).toBeLessThanOrEqual(1_000);
});

test('the detectors look back on a bounded number of calls, asked or not', () => {
  const window = new LoopWindow();
  const { core, turn } = guarded();
  const open = core.open({ tool: 'read', args: { path: 'a' } }, turn);
  const { seen } = endedCall(open, readEnd({ result: 'text' }, undefined), 0);
  for (let seq = 1; seq <= 2_000; seq += 1) {
    window.push({ ...seen, seq });
    if (seq % 7 === 0) window.isLoop(seq);
    expect(window.size).toBeLessThanOrEqual(WINDOW);
  }
});

test('sessions and turns are forgotten, those at work are not', () => {
  const sessions = createSessions();
  for (let nth = 0; nth < 5_000; nth += 1) turnOf(sessionOf(sessions, `s${nth}`), 't');
  expect(sessions.size).toBeLessThanOrEqual(SESSIONS);
  const session = sessionOf(sessions, 'one');
  for (let nth = 0; nth < 500; nth += 1) turnOf(session, `t${nth}`);
  expect(session.turns.size).toBeLessThanOrEqual(TURNS);
});

test('a turn in hand counts on after thousands of others, by its handle and by its ids', async () => {
  const guard = createGuard();
  const ids = { sessionId: 'busy', turnId: 'turn' };
  const turn = guard.startTurn(ids);
  await turn.call({ tool: 'read', args: { nth: 0 } }, () => 'first');
  for (let nth = 0; nth < 3_000; nth += 1) guard.startTurn({ sessionId: `s${nth}` });
  await turn.call({ tool: 'read', args: { nth: 1 } }, () => 'second');
  expect([turn.state().calls, guard.state(ids).calls]).toEqual([2, 2]);
});
