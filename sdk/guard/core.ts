import type { ToolDeclaration } from '@loopscope/signature';
import type { AfterCall, Admission, CallStart, TurnIds } from './call-guard.ts';
import { decisionOf, isEnforced } from './decide.ts';
import { stopReasonOf } from './decision.ts';
import type { Finding } from './finding.ts';
import { judgeAfter } from './judge-after.ts';
import { isHalfOpen, judgeBefore } from './judge-before.ts';
import {
  createSessions,
  keptTurn,
  sessionOf,
  turnOf,
  type OpenCall,
  type Sessions,
  type TurnLedger,
} from './ledger.ts';
import { keyOf, locateTurn, openCall } from './open-call.ts';
import type { Settings } from './options.ts';
import type { CallEnd, ReadEnd } from './reading.ts';
import type { Recorder } from './recorder.ts';
import type { Runtime } from './runtime.ts';
import { terminalResult, type TerminalResult } from './terminal.ts';
import { told } from './trail.ts';
import { noteWords } from './words.ts';

const PASS: AfterCall = { action: 'pass', note: null, result: null };

/** A guard's memory and its decisions; what it decides is done by others. */
export class Core {
  readonly settings: Settings;
  readonly runtime: Runtime;
  readonly recorder: Recorder;
  readonly sessions: Sessions = createSessions();
  readonly #declarationOf: (tool: string) => ToolDeclaration | undefined;
  /** The turn used last: nothing can have taken its place yet. */
  #latest: TurnLedger | null = null;

  constructor(
    settings: Settings,
    runtime: Runtime,
    recorder: Recorder,
    declarationOf: (tool: string) => ToolDeclaration | undefined,
  ) {
    this.settings = settings;
    this.runtime = runtime;
    this.recorder = recorder;
    this.#declarationOf = declarationOf;
  }

  start({ sessionId, turnId }: Required<TurnIds>, intent: string | undefined): TurnLedger {
    this.#latest = turnOf(sessionOf(this.sessions, sessionId), turnId, intent);
    return this.#latest;
  }

  /** The turn at hand, else the one that the ids name. */
  turn(ids: TurnIds, own: TurnLedger | null): TurnLedger {
    if (own !== null && own === this.#latest) return own;
    const turn = own === null ? locateTurn(this.sessions, ids) : keptTurn(this.sessions, own);
    this.#latest = turn;
    return turn;
  }

  open(start: CallStart, own: TurnLedger | null): OpenCall {
    return openCall(this.turn(start, own), start, this.#declarationOf(start.tool), this.runtime);
  }

  admit(call: OpenCall): Admission {
    const { turn } = call;
    this.recorder.mark();
    this.#sayUnreachable(call);
    const order = this.settings.stops?.stopOf(turn.session.id) ?? null;
    const { ceilings } = this.settings;
    const finding = judgeBefore(call, { ceilings, clock: this.runtime, order });
    if (finding !== null) {
      const result = this.#refuse(call, finding);
      if (result !== null) return new Admitted(call, result);
    } else if (isHalfOpen(call)) this.#recordHalfOpen(call);
    turn.step = call.step;
    turn.calls += 1;
    turn.session.calls += 1;
    const { signature, identity } = call.args;
    if (signature !== null) {
      const question = turn.questions.of(signature);
      question.made += 1;
      call.asked = question.made;
      if (identity === signature) call.question = question;
    }
    turn.inFlight.add(call);
    return new Admitted(call, null);
  }

  end(call: OpenCall, end: CallEnd, read: ReadEnd): AfterCall {
    const { turn } = call;
    this.release(call);
    this.recorder.tag(call, read);
    const { runtime, settings } = this;
    const verdict = judgeAfter(call, read, {
      ceilings: settings.ceilings,
      clock: runtime,
    });
    if (verdict.stop !== null && turn.stop === null) {
      const result = this.#stop(call, verdict.stop, lastResultOf(end, read));
      if (result !== null) return { action: 'stop', note: null, result };
    }
    // Where a nudge cannot stop, it says so once more.
    const note = verdict.note ?? (settings.mode === 'nudge' ? verdict.stop : null);
    return note === null ? PASS : this.#note(call, note);
  }

  /** Takes a call out of those that run, and lets go on who waits for it. */
  release(call: OpenCall): void {
    call.turn.inFlight.delete(call);
    if (call.waiters === null) return;
    for (const go of call.waiters.splice(0)) go();
  }

  /** Takes back a call that was admitted and then not made. */
  withdraw(call: OpenCall): void {
    this.release(call);
    call.turn.calls -= 1;
    call.turn.session.calls -= 1;
  }

  /** The refusal's result; null where the mode lets the call pass. */
  #refuse(call: OpenCall, finding: Finding): TerminalResult | null {
    const { turn } = call;
    const { mode } = this.settings;
    const enforced = isEnforced(mode, finding);
    const result =
      finding.kind === 'closed_turn' && turn.stop !== null
        ? closedResult(turn.stop.result, call.tool)
        : this.#terminal(finding, false);
    const closes = finding.kind !== 'in_flight_write';
    if (closes) {
      turn.stop ??= { reason: stopReasonOf(finding.kind), enforced, result };
      turn.savedCalls += 1;
    }
    this.recorder.record(decisionOf(call, finding, { decision: 'refuse', mode, enforced }));
    return enforced && (finding.kind !== 'closed_turn' || turn.stop?.enforced === true)
      ? result
      : null;
  }

  /** The terminal result; null where the mode only records it. */
  #stop(call: OpenCall, finding: Finding, lastResult: unknown): TerminalResult | null {
    const { mode } = this.settings;
    const enforced = isEnforced(mode, finding);
    const result = this.#terminal(finding, true, lastResult);
    call.turn.stop = { reason: stopReasonOf(finding.kind), enforced, result };
    this.recorder.record(decisionOf(call, finding, { decision: 'stop', mode, enforced }));
    return enforced ? result : null;
  }

  #note(call: OpenCall, finding: Finding): AfterCall {
    const { mode } = this.settings;
    const enforced = mode !== 'observe';
    this.recorder.record(decisionOf(call, finding, { decision: 'note', mode, enforced }));
    if (!enforced) return PASS;
    return { action: 'note', note: noteWords(finding), result: null };
  }

  #terminal(finding: Finding, wasMade: boolean, lastResult?: unknown): TerminalResult {
    const { tried, errors } = finding;
    return terminalResult({
      ...finding,
      tried: told(tried),
      errors: told(errors),
      wasMade,
      lastResult,
    });
  }

  #recordHalfOpen(call: OpenCall): void {
    const { mode } = this.settings;
    const breaker = call.turn.session.breakers.get(call.args.signature ?? '');
    if (breaker === undefined) return;
    const { failures, tried, errors, errorClass, message } = breaker;
    const { tool, effect } = call;
    const told = { tool, effect, key: '', attempts: failures, tried, errors, errorClass, message };
    const finding: Finding = { ...told, kind: 'repeated_signature' };
    this.recorder.record(
      decisionOf(call, finding, { decision: 'half_open', mode, enforced: true }),
    );
  }

  /** Once per turn: stops from outside cannot be heard, and nothing else changes. */
  #sayUnreachable(call: OpenCall): void {
    const { stops, mode } = this.settings;
    if (stops === null || call.turn.saidUnreachable || stops.state() !== 'unreachable') return;
    call.turn.saidUnreachable = true;
    const { tool, effect } = call;
    const nothing = { key: '', attempts: 0, tried: [], errors: [], errorClass: null, message: '' };
    const finding: Finding = { ...nothing, tool, effect, kind: 'outside_stop' };
    this.recorder.record(
      decisionOf(call, finding, { decision: 'unreachable', mode, enforced: false }),
    );
  }
}

/** Most calls read and need no idempotency key, so it is made when it is asked for. */
class Admitted implements Admission {
  readonly admitted: boolean;
  readonly result: TerminalResult | null;
  readonly call: OpenCall | null;
  readonly #asked: OpenCall;

  constructor(asked: OpenCall, result: TerminalResult | null) {
    this.admitted = result === null;
    this.result = result;
    this.call = result === null ? asked : null;
    this.#asked = asked;
  }

  get idempotencyKey(): string | null {
    return keyOf(this.#asked);
  }
}

function closedResult(stopped: TerminalResult, tool: string): TerminalResult {
  const result: TerminalResult = { ...stopped, tool, kind: 'closed_turn', error_class: 'denied' };
  delete result.last_result;
  return result;
}

/** The tool's own answer, in words where the whole would be too long. */
function lastResultOf(end: CallEnd, read: ReadEnd): unknown {
  if ('error' in end) return read.outcome.message;
  return read.length > read.text.length ? read.text : (end.result ?? null);
}
