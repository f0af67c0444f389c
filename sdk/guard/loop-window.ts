import { createRun, type Call, type Run } from '@loopscope/loops';

/** Calls of a turn that the detectors look back on, at least; less than twice as many are kept for them. */
const KEPT = 100;
const NONE = new Map<string, never>();

/** The detectors over the last calls of one turn, in bounded memory. They see nothing until something looks suspicious. */
export class LoopWindow {
  /** The last calls that the run has not seen, in a ring. */
  readonly #unseen: Call[] = [];
  /** Place of the next one. */
  #next = 0;
  /** Calls that the run holds. */
  #seen = 0;
  #run: Run | null = null;

  /** Calls held: below four times what it looks back on. */
  get size(): number {
    return this.#unseen.length + this.#seen;
  }

  push(call: Call): void {
    const isFull = this.#unseen.length === 2 * KEPT;
    this.#unseen[this.#next] = call;
    this.#next = (this.#next + 1) % (2 * KEPT);
    if (!isFull) return;
    // All that it has seen is too long ago by now.
    this.#run = null;
    this.#seen = 0;
  }

  /** Whether the detectors are certain that the call is part of a loop: waiting, paging, stepping and retrying in earnest are none. */
  isLoop(seq: number): boolean {
    this.#run ??= createRun({ declarations: NONE, window: KEPT });
    this.#seen = Math.min(2 * KEPT - 1, this.#seen + this.#unseen.length);
    const unseen = this.#unseen.splice(0);
    const first = unseen.length === 2 * KEPT ? this.#next : 0;
    this.#next = 0;
    for (const call of [...unseen.slice(first), ...unseen.slice(0, first)]) this.#run.push(call);
    return this.#run
      .loops()
      .some(({ severity, calls }) => severity === 'alert' && calls.includes(seq));
  }
}
