import { createRun, type Call } from '@loopscope/loops';

/** Calls of a turn that the detectors look back on, at least; up to three times as many are kept. */
const KEPT = 100;
const NONE = new Map<string, never>();

/** The detectors over the last calls of one turn: bounded memory, constant time per call as long as nothing looks suspicious. */
export class LoopWindow {
  #calls: Call[] = [];
  #run = createRun({ declarations: NONE });

  push(call: Call): void {
    if (this.#calls.length >= 3 * KEPT) this.#forget();
    this.#calls.push(call);
    this.#run.push(call);
  }

  /** Whether the detectors are certain that the call is part of a loop: waiting, paging, stepping and retrying in earnest are none. */
  isLoop(seq: number): boolean {
    return this.#run
      .loops()
      .some(({ severity, calls }) => severity === 'alert' && calls.includes(seq));
  }

  #forget(): void {
    this.#calls = this.#calls.slice(-KEPT);
    this.#run = createRun({ declarations: NONE });
    for (const call of this.#calls) this.#run.push(call);
  }
}
