import { AsyncLocalStorage } from 'node:async_hooks';

/** What a tool may know about the call that runs it. */
export interface CallContext {
  readonly tool: string;
  readonly callId: string;
  readonly sessionId: string;
  readonly turnId: string;
  /** Hand it to the service as its idempotency key; null where the arguments could not be read. */
  readonly idempotencyKey: string | null;
  /** Execution of this call, from 1; above 1 it is a retry that the model knows nothing of. */
  readonly attempt: number;
}

/** What a tool threw where its framework shows only that it did. */
export interface Fault {
  error: unknown;
  isTold: boolean;
}

interface Ambient {
  /** The guarded calls around this point, the innermost last. */
  calls: readonly CallContext[];
  /** Of the innermost call. */
  fault: Fault | null;
  /** The turn that runs here. */
  turn: { sessionId: string; turnId: string } | null;
}

/** Process-wide like OTel's context, so that two copies of this module see the same. */
const STORE = Symbol.for('loopscope.ambient.v1');
const NOWHERE: Ambient = { calls: [], fault: null, turn: null };

/** The guarded call that runs here, with its idempotency key; null outside of one. */
export function currentCall(): CallContext | null {
  return ambient().calls.at(-1) ?? null;
}

export function currentTurn(): Ambient['turn'] {
  return ambient().turn;
}

/** Whether the same call runs around this point already, guarded by another layer: it counts once. */
export function isNested(tool: string, key: () => string | null): boolean {
  const around = ambient().calls.filter((call) => call.tool === tool);
  return around.some((call) => call.idempotencyKey === key() && key() !== null);
}

/** Tells the guard what a tool threw, before the framework makes a text of it. */
export function tellFault(error: unknown): void {
  const { fault } = ambient();
  if (fault === null) return;
  fault.error = error;
  fault.isTold = true;
}

export function runInCall<Result>(call: CallContext, fault: Fault, work: () => Result): Result {
  const { calls, turn } = ambient();
  return store().run({ calls: [...calls, call], fault, turn }, work);
}

export function runInTurn<Result>(turn: NonNullable<Ambient['turn']>, work: () => Result): Result {
  return store().run({ ...ambient(), turn }, work);
}

function ambient(): Ambient {
  return store().getStore() ?? NOWHERE;
}

function store(): AsyncLocalStorage<Ambient> {
  const held: unknown = Reflect.get(globalThis, STORE);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this module writes under this symbol
  if (held instanceof AsyncLocalStorage) return held as AsyncLocalStorage<Ambient>;
  const made = new AsyncLocalStorage<Ambient>();
  Reflect.set(globalThis, STORE, made);
  return made;
}
