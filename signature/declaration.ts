/** What a call does to the world, as its owner declared it. */
export type Effect = 'read' | 'write' | 'destructive' | 'unknown';

/** What the owner of a tool knows about it and no schema says. Fields may be dotted paths. */
export interface ToolDeclaration {
  /** Arguments that determine the side effect: two calls equal in these are the same call. */
  identity?: readonly string[];
  /** Arguments that never matter, such as a request id. */
  volatile?: readonly string[];
  effect?: Effect;
  /**
   * Why a repeated call of a writing tool does no harm: `natural` where calling twice has the effect of calling once, `key` where the tool
   * honours the idempotency key of its dispatcher, and with `argument` where it wants it there.
   */
  idempotency?: 'natural' | 'key' | { argument: string };
  /** Repeats are its job (clock, poller); `expires` is its last day, YYYY-MM-DD. */
  exempt?: { owner: string; reason: string; expires: string };
  /** Where a list result keeps its rows, and where a row keeps its identifier. */
  result?: { list?: string; id?: string };
}

/** Declarations by tool name. */
export type Declarations = ReadonlyMap<string, ToolDeclaration>;
