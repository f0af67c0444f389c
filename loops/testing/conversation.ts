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
  /** So many characters of the result were kept. */
  kept?: number;
  /** Milliseconds after the others of its answer began. */
  laterMs?: number;
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

  /** `result`: text, or what is written as JSON; undefined where none was recorded. */
  call(tool: string, args: unknown, result: unknown, said: Said = {}): this {
    const declaration = this.declarations.get(tool);
    const text = textOf(result);
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
      ...measuresOf(said),
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
      startMs: this.clockMs + (said.laterMs ?? 0),
      durationMs,
      session: 'session',
      epoch: this.epoch,
      text: {
        args: typeof args === 'string' ? args : JSON.stringify(args),
        result: text?.slice(0, said.kept) ?? null,
        resultLength: text?.length ?? 0,
      },
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

function measuresOf({ agent = 'agent', modelMs = 0, tokens = 0, cost = 0 }: Said) {
  return { agent, modelMs, inputTokens: tokens, outputTokens: 0, cost };
}

function textOf(result: unknown): string | undefined {
  if (result === undefined) return undefined;
  return typeof result === 'string' ? result : JSON.stringify(result);
}
