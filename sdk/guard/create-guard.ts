import { priceOf } from '@loopscope/loops';
import { withSession, withTurn } from '../context.ts';
import { declarationLookup } from '../options.ts';
import { runInTurn } from './ambient.ts';
import type {
  Admission,
  AfterCall,
  CallGuard,
  CallStart,
  Guard,
  Guarded,
  NextStep,
  Turn,
  TurnIds,
  TurnState,
  Usage,
} from './call-guard.ts';
import { ceilingAt, isCeilingName, type CeilingInForce } from './ceilings.ts';
import { Core } from './core.ts';
import { deliver } from './deliver.ts';
import type { OpenCall, TurnLedger } from './ledger.ts';
import { idsAround } from './open-call.ts';
import { readOptions, type GuardOptions } from './options.ts';
import { readEnd } from './reading.ts';
import { createRecorder } from './recorder.ts';
import { runCall } from './run-call.ts';
import { NODE_RUNTIME, type Runtime } from './runtime.ts';
import { stopBetweenCalls } from './stop-between-calls.ts';

const UNGUARDED: Admission = { admitted: true, result: null, idempotencyKey: null, call: null };
const PASS: AfterCall = { action: 'pass', note: null, result: null };
/**
 * A guard for the tool calls of an agent: it tells a loop from honest repetition, and ends it in words that the agent can report. Throws
 * GuardOptionsError where options are out of range, and nothing afterwards: a fault of its own lets the call pass.
 */
export function createGuard(options: GuardOptions = {}, runtime: Runtime = NODE_RUNTIME): Guard {
  const settings = readOptions(options);
  const core = new Core(
    settings,
    runtime,
    createRecorder(settings, runtime),
    declarationLookup(options),
  );
  const guarding = guardOf(core, null);
  return {
    ...guarding,
    startTurn: (ids = {}) => startTurn(core, ids),
    ceilings: () => ceilingsOf(core),
    close: () => settings.stops?.close(),
  };
}

function startTurn(core: Core, { intent, ...ids }: TurnIds & { intent?: string }): Turn {
  const around = idsAround();
  const turnId = ids.turnId ?? around.turnId ?? core.runtime.newId();
  const turn = { turnId, sessionId: ids.sessionId ?? around.sessionId ?? turnId };
  const ledger = core.start(turn, intent);
  return {
    ...guardOf(core, ledger),
    ...turn,
    within: (work) =>
      runInTurn(turn, () => withSession(turn.sessionId, () => withTurn(turn.turnId, work))),
  };
}

/** The calls of a guard, or of one of its turns, whose ledger counts before what a call says. */
function guardOf(core: Core, ledger: TurnLedger | null): CallGuard {
  const turnOf = (ids: TurnIds): TurnLedger => core.turn(ids, ledger);
  const open = (start: CallStart): OpenCall => core.open(start, ledger);
  const run: CallGuard['run'] = async (start, execute, options) =>
    runCall(core, open(start), execute, options);
  return {
    beforeCall: (start) => safely(() => core.admit(open(start)), UNGUARDED),
    afterCall: ({ call }, end) => {
      if (call === null) return PASS;
      try {
        return core.end(call, end, readEnd(end, call.declaration));
      } catch {
        core.release(call);
        return PASS;
      }
    },
    run,
    call: async (start, execute, options) => {
      const guarded: Guarded<unknown> = await run(start, execute, options);
      return deliver(guarded);
    },
    state: (ids = {}) => stateOf(core, turnOf(ids)),
    nextStep: (ids = {}) => safely(() => nextStep(core, turnOf(ids)), ALLOWED),
    addUsage: (usage, ids = {}) => safely(() => addUsage(core, usage, turnOf(ids)), undefined),
  };
}

const ALLOWED: NextStep = { tools: 'allowed', endsRun: false };

/** A fault of the guard must not reach the agent: then nothing is guarded. */
function safely<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

function nextStep(core: Core, turn: TurnLedger): NextStep {
  stopBetweenCalls(core, turn);
  const { stop } = turn;
  if (stop === null || !stop.enforced) return ALLOWED;
  const endsRun = core.settings.mode === 'terminate' || stop.reason === 'stopped_outside';
  return { tools: 'none', endsRun };
}

function stateOf(core: Core, turn: TurnLedger): TurnState {
  const { session, calls, savedCalls, stop } = turn;
  return {
    sessionId: session.id,
    turnId: turn.id,
    mode: core.settings.mode,
    calls,
    savedCalls,
    sessionCalls: session.calls,
    sessionTokens: session.tokens,
    sessionUsd: session.usd,
    sessionUnpricedTokens: session.unpricedTokens,
    inFlight: [...turn.inFlight].map(({ tool, callId, effect }) => ({ tool, callId, effect })),
    stop,
  };
}

function addUsage(core: Core, usage: Usage, { session }: TurnLedger): void {
  const [input, output, cachedInput] = [
    counted(usage.inputTokens),
    counted(usage.outputTokens),
    counted(usage.cachedInputTokens),
  ];
  session.tokens += input + output;
  const { model = '', usd } = usage;
  const price =
    usd === undefined
      ? priceOf(model, { input, output, cachedInput }, core.settings.prices)
      : counted(usd);
  if (price === null) session.unpricedTokens += input + output;
  else session.usd += price;
}

/** Frameworks say undefined, NaN or -1 where they do not know. */
function counted(amount: number | undefined): number {
  return amount !== undefined && Number.isFinite(amount) && amount > 0 ? amount : 0;
}

function ceilingsOf({ settings, runtime }: Core): CeilingInForce[] {
  const nowMs = runtime.nowMs();
  return Object.keys(settings.ceilings)
    .filter(isCeilingName)
    .map((name) => ceilingAt(name, settings.ceilings[name], nowMs));
}
