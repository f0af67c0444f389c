import { isNested, runInCall, type CallContext, type Fault } from './ambient.ts';
import type { Guarded, RunOptions } from './call-guard.ts';
import type { Core } from './core.ts';
import { decisionOf } from './decide.ts';
import { isUnsafe, rivalsOf } from './judge-before.ts';
import type { OpenCall } from './ledger.ts';
import { keyOf } from './open-call.ts';
import { isStream, readEnd, type CallEnd } from './reading.ts';
import { retryAfterOf } from './retry-after.ts';
import { retryDelay } from './retry.ts';

/** Identical calls that may be made at once; further ones wait, one by one, for what those before them bring. */
const AT_ONCE = 3;

type Execute<Result> = (context: CallContext) => Result | Promise<Result>;

/** Runs a call under the guard. Rejects only with a fault of the guard itself, and then the call was not made. */
export async function runCall<Result>(
  core: Core,
  call: OpenCall,
  execute: Execute<Result>,
  options: RunOptions = {},
): Promise<Guarded<Result>> {
  if (isNested(call.tool, () => keyOf(call)))
    return pass(await settle(() => execute(contextOf(call, 1))));
  // No wait where there is nothing to wait for: between this look and the admission no other call may slip in.
  for (
    let rivals = rivalsBefore(core, call);
    rivals.length > 0 && options.signal?.aborted !== true;
    rivals = rivalsBefore(core, call)
  ) {
    await firstEndOf(rivals, options.signal);
  }
  const { admitted, result: terminal } = core.admit(call);
  if (!admitted) return { action: 'refuse', note: null, terminal, made: false };
  const end = await executions(core, call, execute, options);
  if ('error' in end && steersTheRun(end.error)) {
    core.withdraw(call);
    return pass(end);
  }
  return verdict(core, call, end);
}

/** Calls to wait for: a second identical write waits for the first, a fourth identical call for those before it. */
function rivalsBefore({ settings }: Core, call: OpenCall): OpenCall[] {
  if (call.isExempt || settings.mode === 'observe') return [];
  const rivals = rivalsOf(call);
  if (rivals.length === 0) return rivals;
  const made = call.turn.questions.madeOf(call.args.signature ?? '');
  return made < (isUnsafe(call) ? 1 : AT_ONCE) ? [] : rivals;
}

/** Or until whoever asked has given up. */
async function firstEndOf(
  rivals: readonly OpenCall[],
  signal: AbortSignal | undefined,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = (): void => {
      signal?.removeEventListener('abort', go);
      resolve();
    };
    for (const rival of rivals) (rival.waiters ??= []).push(go);
    signal?.addEventListener('abort', go);
  });
}

type Settled<Result> = { result: Result; isError?: boolean; fault?: Fault } | { error: unknown };

async function settle<Result>(
  work: () => Result | Promise<Result>,
  isError: RunOptions['isError'] = () => false,
): Promise<Settled<Result>> {
  try {
    const result = await work();
    return { result, isError: isError(result) };
  } catch (error) {
    return { error };
  }
}

/** Executes, and once more for each passing fault that may be tried again. */
async function executions<Result>(
  core: Core,
  call: OpenCall,
  execute: Execute<Result>,
  { signal, isError }: RunOptions,
): Promise<Settled<Result>> {
  for (let attempt = 1; ; attempt += 1) {
    const context = contextOf(call, attempt);
    const fault: Fault = { error: undefined, isTold: false };
    const settled = await settle(() => runInCall(context, fault, () => execute(context)), isError);
    const end = 'result' in settled ? { ...settled, fault } : settled;
    const delayMs = quietWait(() => waitBefore(core, call, endOf(end), attempt));
    if (delayMs === null || signal?.aborted === true) return end;
    try {
      await core.runtime.sleep(delayMs, signal);
    } catch {
      return end;
    }
  }
}

/** A fault of the guard itself: then nothing is tried again. */
function quietWait(ask: () => number | null): number | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

/** What the tool threw counts before the text that its framework made of it. */
function endOf<Result>(end: Settled<Result>): CallEnd {
  return 'result' in end && end.fault?.isTold === true ? { error: end.fault.error } : end;
}

/** LangGraph throws to pause a graph for a person or to leave it: the call has not been made yet. */
function steersTheRun(thrown: unknown): boolean {
  try {
    const isObject = typeof thrown === 'object' && thrown !== null;
    return isObject && Reflect.get(thrown, 'is_bubble_up') === true;
  } catch {
    return false;
  }
}

/** Wait before the next execution; null where this one counts. */
function waitBefore(core: Core, call: OpenCall, end: CallEnd, attempt: number): number | null {
  const { retry, mode } = core.settings;
  if (retry === null || mode === 'observe' || !call.isRepeatable) return null;
  if ('result' in end ? isStream(end.result) : steersTheRun(end.error)) return null;
  const { outcome } = readEnd(end, call.declaration);
  const delayMs = retryDelay(retry, {
    attempt,
    errorClass: outcome.errorClass,
    retryAfterMs: retryAfterOf('error' in end ? end.error : end.result, core.runtime.nowMs()),
    elapsedMs: core.runtime.monotonicMs() - call.startMs,
    random: core.runtime.random(),
  });
  if (delayMs === null) return null;
  call.retries += 1;
  recordRetry(core, call, { message: outcome.message, attempt, delayMs });
  return delayMs;
}

function recordRetry(
  core: Core,
  call: OpenCall,
  { message, attempt, delayMs }: { message: string; attempt: number; delayMs: number },
): void {
  const { tool, effect, args, retries } = call;
  const told = { tool, effect, key: '', attempts: attempt, tried: [args.text], errors: [message] };
  const finding = { ...told, kind: 'transport_fault' as const, errorClass: null, message };
  const { mode } = core.settings;
  const decision = decisionOf(call, finding, { decision: 'retry', mode, enforced: true });
  core.recorder.record({ ...decision, retries, delayMs });
}

function verdict<Result>(core: Core, call: OpenCall, end: Settled<Result>): Guarded<Result> {
  try {
    const ended = endOf(end);
    const read = readEnd(ended, call.declaration);
    const { action, note, result: terminal } = core.end(call, ended, read);
    return { ...pass(end), action, note, terminal };
  } catch {
    core.release(call);
    return pass(end);
  }
}

function pass<Result>(end: Settled<Result>): Guarded<Result> {
  const passed = { action: 'pass', note: null, terminal: null, made: true } as const;
  return 'error' in end
    ? { ...passed, threw: true, error: end.error }
    : { ...passed, threw: false, result: end.result };
}

function contextOf(call: OpenCall, attempt: number): CallContext {
  const { tool, callId, turn } = call;
  return {
    tool,
    callId,
    sessionId: turn.session.id,
    turnId: turn.id,
    get idempotencyKey() {
      return keyOf(call);
    },
    attempt,
  };
}
