import { createRun, type Call, type Run } from '@loopscope/loops';

/** Calls of a turn that the detectors look back on, at least; less than twice as many are kept for them. */
const KEPT = 100;
const NONE = new Map<string, never>();

/** The detectors over the last calls of one turn, in bounded memory. They see nothing until something looks suspicious. */
export class LoopWindow {
  /** Calls that the run has not seen; together they are no more than twice what it looks back on. */
  #unseen: Call[] = [];
  #run: Run | null = null;

  push(call: Call): void {
    if (this.#unseen.length >= 2 * KEPT) {
      this.#unseen = this.#unseen.slice(-KEPT);
      // All that it has seen is too long ago by now.
      this.#run = null;
    }
    this.#unseen.push(call);
  }

  /** Whether the detectors are certain that the call is part of a loop: waiting, paging, stepping and retrying in earnest are none. */
  isLoop(seq: number): boolean {
    this.#run ??= createRun({ declarations: NONE, window: KEPT });
    for (const call of this.#unseen.splice(0)) this.#run.push(call);
    return this.#run
      .loops()
      .some(({ severity, calls }) => severity === 'alert' && calls.includes(seq));
  }
}
