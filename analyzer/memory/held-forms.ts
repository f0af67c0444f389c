import type { Call, CallText } from '@loopscope/loops';
import type { ToolCallRow } from '@loopscope/sql';

import type { ResolvedCall, ResolvedTurn, Whose } from '../resolve/resolve-turns.ts';
import type { Span } from '../resolve/span.ts';
import type { CallContent } from '../resolve/content.ts';
import { toCall } from '../to-call.ts';
import { toToolCallRow } from '../to-tool-call-row.ts';

/** What has been made of the calls of long turns: a call about which nothing has changed is not made anew, and is the very same object. */
export interface HeldForms {
  /** Of a turn whose spans are held; undefined where holding its calls is not worth it. */
  of(turn: ResolvedTurn): CallForms | undefined;
}

/** The two forms of one turn's calls. */
export interface CallForms {
  /** As `toCall` makes it. */
  call(resolved: ResolvedCall, text: CallText | undefined): Call;
  /** As `toToolCallRow` makes it, with the version of the look that made it. */
  row(resolved: ResolvedCall, own: { loopId: string; version: string }): ToolCallRow;
}

interface Limits {
  minCalls: number;
  /** Of all turns together. */
  maxCalls: number;
}

export function createHeldForms({ minCalls, maxCalls }: Limits): HeldForms {
  const held = new Map<string, TurnForms>();
  let size = 0;
  const letGo = (turnId: string): void => {
    size -= held.get(turnId)?.size ?? 0;
    held.delete(turnId);
  };
  return {
    of(turn) {
      const turnId = turn.turn.id;
      const before = held.get(turnId);
      letGo(turnId);
      if (turn.calls.length < minCalls || turn.calls.length > maxCalls) return undefined;
      const forms = before?.isOf(turn) === true ? before : new TurnForms(turn);
      forms.look(turn);
      held.set(turnId, forms);
      size += forms.size;
      for (const oldest of held.keys()) {
        if (size <= maxCalls) break;
        letGo(oldest);
      }
      return forms;
    },
  };
}

/** A call as it was when its forms were made. */
interface Made {
  /** The look that found it the same. */
  look: number;
  seen: ResolvedCall;
  /** From its span's start to its own, and how long it took. */
  offset: number;
  length: number;
  call: Call | null;
  row: { row: ToolCallRow; loopId: string } | null;
}

class TurnForms implements CallForms {
  readonly #whose: Whose;
  /** By the span that a call was seen in, and its place there. */
  readonly #made = new Map<Span, Made[]>();
  size = 0;
  /** Not to be held beyond its look. */
  #turn: WeakRef<ResolvedTurn> | null = null;
  #look = 0;

  constructor({ turn: { id, sessionId }, facts }: ResolvedTurn) {
    // Not the turn itself, which would be held with all that it is made of.
    this.#whose = { turn: { id, sessionId }, facts };
  }

  /** What all forms of the turn say has not changed. */
  isOf({ turn, facts }: ResolvedTurn): boolean {
    const { turn: own, facts: known } = this.#whose;
    return (
      own.id === turn.id &&
      own.sessionId === turn.sessionId &&
      known.agentName === facts.agentName &&
      known.agentVersion === facts.agentVersion &&
      known.model === facts.model &&
      known.userId === facts.userId
    );
  }

  /** From now on the forms of these calls are asked for. */
  look(turn: ResolvedTurn): void {
    if (this.#turn?.deref() === turn) return;
    this.#turn = new WeakRef(turn);
    this.#look += 1;
    this.size = turn.calls.length;
    // Spans of a tree that was built anew are others: those of before are let go.
    if (this.#made.size > 2 * this.size) this.#made.clear();
  }

  call(resolved: ResolvedCall, text: CallText | undefined): Call {
    const made = this.#of(resolved);
    if (made.call === null || !isSameText(made.call.text, text)) {
      made.call = toCall(resolved, this.#whose, text);
    }
    return made.call;
  }

  row(resolved: ResolvedCall, own: { loopId: string; version: string }): ToolCallRow {
    const made = this.#of(resolved);
    if (made.row?.loopId !== own.loopId) {
      made.row = { row: toToolCallRow(resolved, this.#whose, own), loopId: own.loopId };
    }
    return made.row.row;
  }

  #of(resolved: ResolvedCall): Made {
    const { span, index, start, end } = resolved.call;
    let ofSpan = this.#made.get(span);
    if (ofSpan === undefined) this.#made.set(span, (ofSpan = []));
    const known = ofSpan[index];
    const look = this.#look;
    if (known?.look === look) return known;
    const offset = start - span.start;
    const length = end - start;
    if (known?.offset === offset && known.length === length && isSame(known.seen, resolved)) {
      known.look = look;
      return known;
    }
    return (ofSpan[index] = { look, seen: resolved, offset, length, call: null, row: null });
  }
}

/** All that either form is made of, beside the turn, the text, the loop and the times. */
function isSame(a: ResolvedCall, b: ResolvedCall): boolean {
  return (
    a === b ||
    (a.seq === b.seq &&
      a.step === b.step &&
      a.attempt.count === b.attempt.count &&
      a.attempt.family === b.attempt.family &&
      a.attempt.retries === b.attempt.retries &&
      a.attempt.succeeds === b.attempt.succeeds &&
      a.share.modelMs === b.share.modelMs &&
      a.share.input === b.share.input &&
      a.share.output === b.share.output &&
      a.share.cost === b.share.cost &&
      isSameCall(a.call, b.call))
  );
}

type Seen = ResolvedCall['call'];

function isSameCall(a: Seen, b: Seen): boolean {
  return (
    a.source === b.source &&
    a.asker?.model === b.asker?.model &&
    isSameContent(a.content, b.content) &&
    a.layers.length === b.layers.length &&
    a.layers.every((layer, at) => layer === b.layers[at])
  );
}

const CONTENT = {
  tool: true,
  tool_kind: true,
  call_id: true,
  args_known: true,
  signature: true,
  identity: true,
  identity_fields: true,
  effect: true,
  outcome: true,
  error_class: true,
  error_template: true,
  result_kind: true,
  result_fingerprint: true,
  result_size: true,
  result_known: true,
} satisfies Record<keyof CallContent, true>;
const COLUMNS = Object.keys(CONTENT).filter((name): name is keyof CallContent => name in CONTENT);

/** Lists of fields are compared by their address: a message that was not read again has the same one. */
function isSameContent(a: CallContent, b: CallContent): boolean {
  return a === b || COLUMNS.every((name) => a[name] === b[name]);
}

function isSameText(a: CallText | undefined, b: CallText | undefined): boolean {
  return (
    a === b ||
    (a?.args === b?.args && a?.result === b?.result && a?.resultLength === b?.resultLength)
  );
}
