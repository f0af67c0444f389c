import { fingerprintResult, readArguments, readOutcome, signCall } from '@loopscope/signature';
import type { Declarations } from '@loopscope/signature';

import type { Call } from '../call.ts';
import { detectLoops } from '../run.ts';
import type { Loop } from '../loop.ts';

/** What a test says of a call; everything else is ordinary. */
export interface Said {
  error?: boolean;
  effect?: Call['effect'];
  ms?: number;
  modelMs?: number;
  agent?: string;
  /** The call belongs to the model answer of the call before. */
  together?: boolean;
  cost?: number;
  tokens?: number;
}

/** Writes down the calls of a run one after the other, signed as the product signs them. */
export class Conversation {
  readonly calls: Call[] = [];
  readonly declarations: Declarations;
  private clockMs = 0;
  private step = 0;
  private turn = 1;
  private epoch = 0;

  constructor(declarations: Declarations = new Map()) {
    this.declarations = declarations;
  }

  call(tool: string, args: unknown, result: unknown, said: Said = {}): this {
    const declaration = this.declarations.get(tool);
    const text = typeof result === 'string' ? result : JSON.stringify(result);
    const signed = signCall(tool, readArguments(args), declaration);
    const isError = said.error === true;
    const outcome = readOutcome({
      status: isError ? 'error' : 'unset',
      flaggedError: isError,
      result: text,
    });
    const found = fingerprintResult(text, outcome, declaration);
    if (said.together !== true) {
      this.step += 1;
      this.clockMs += said.modelMs ?? 0;
    }
    const durationMs = said.ms ?? 100;
    this.calls.push({
      seq: this.calls.length,
      turn: this.turn,
      step: this.step,
      tool,
      signature: signed.signature,
      identity: signed.identity,
      outcome: outcome.state,
      errorClass: outcome.errorClass,
      errorTemplate: outcome.template,
      resultKind: found.kind,
      resultFingerprint: found.fingerprint,
      effect: said.effect ?? declaration?.effect ?? 'unknown',
      startMs: this.clockMs,
      durationMs,
      agent: said.agent ?? 'agent',
      session: 'session',
      epoch: this.epoch,
      modelMs: said.modelMs ?? 0,
      inputTokens: said.tokens ?? 0,
      outputTokens: 0,
      cost: said.cost ?? 0,
      text: { args: JSON.stringify(args), result: text, resultLength: text.length },
    });
    if (said.together !== true) this.clockMs += durationMs;
    return this;
  }

  /** The same call so many times: `times(3, tool, args, result, said)`. */
  times(count: number, ...call: Parameters<Conversation['call']>): this {
    for (let time = 0; time < count; time += 1) this.call(...call);
    return this;
  }

  /** Healthy work: reads, edits and tests that all differ. */
  work(rounds: number): this {
    for (let round = 0; round < rounds; round += 1) {
      const part = this.calls.length;
      this.call('read_file', { path: `src/p${part}.ts` }, `defines p${part}`, { effect: 'read' });
      this.call('edit_file', { path: `src/p${part}.ts` }, `1 replacement`, { effect: 'write' });
      this.call('run_tests', { target: `p${part}` }, `${part} passed`);
    }
    return this;
  }

  nextTurn(): this {
    this.turn += 1;
    return this;
  }

  compact(): this {
    this.epoch += 1;
    return this;
  }

  loops(): Loop[] {
    return detectLoops(this.calls, { declarations: this.declarations });
  }

  /** Kinds of the alerts, in order of their first call. */
  alerts(): string[] {
    return this.loops()
      .filter((loop) => loop.severity === 'alert')
      .map((loop) => loop.kind);
  }
}
