import type { SpanMessages } from '@loopscope/sql';

import type { DisjointSets } from './disjoint-sets.ts';
import type { Holder } from './holder.ts';
import { spanKey } from './span.ts';
import type { Interval } from './span.ts';
import type { ModelCall, ToolCall } from './tool-call.ts';

/** Idle time after which a session that says nothing else is taken to have begun a new turn. */
export const TURN_PAUSE_NS = 5 * 60e9;

type Unit = ToolCall | ModelCall;

interface LooseEnds {
  /** Units that nothing holds, in order of start. */
  loose: readonly Unit[];
  /** Grows by the loose units. */
  placed: Map<Unit, string>;
  holders: readonly Holder[];
  /** Holders with calls below them in their own trace. */
  busy: ReadonlySet<Holder>;
  sets: DisjointSets;
}

/** A stretch of work that may be a part of a turn: one loose unit, or a run that was cut off from what it holds. */
interface Piece extends Interval {
  name: string;
  traceIds: ReadonlySet<string>;
  messages: readonly SpanMessages[];
}

/**
 * Some instrumentations give each model call, or each span, a trace of its own. Such pieces of a session are one turn as
 * long as no new user message, no long pause and no whole turn of another trace lies between.
 */
export function joinLoose(ends: LooseEnds): void {
  const walls = ends.holders.filter((holder) => ends.busy.has(holder));
  const pieces = [...looseUnits(ends), ...cutOffRuns(ends)].toSorted(
    (a, b) => a.start - b.start || b.end - a.end || (a.name < b.name ? -1 : 1),
  );
  let last: Piece | null = null;
  let end = 0;
  let heard: { messages: SpanMessages; traceIds: ReadonlySet<string> } | null = null;
  let wall = 0;
  for (const piece of pieces) {
    const isWalled = passWalls(piece.start);
    const isSameTrace = last !== null && overlaps(last.traceIds, piece.traceIds);
    const [first] = piece.messages;
    const isNewMessage =
      heard !== null &&
      first !== undefined &&
      !overlaps(heard.traceIds, piece.traceIds) &&
      isNewUserMessage(heard.messages, first);
    const isCut = piece.start - end > TURN_PAUSE_NS || (isWalled && !isSameTrace) || isNewMessage;
    if (last !== null && !isCut) ends.sets.join(piece.name, last.name);
    const messages = piece.messages.at(-1);
    if (messages !== undefined) heard = { messages, traceIds: piece.traceIds };
    end = last === null || isCut ? piece.end : Math.max(end, piece.end);
    last = piece;
  }

  function passWalls(until: number): boolean {
    const before = wall;
    while ((walls[wall]?.start ?? Infinity) <= until) wall += 1;
    return wall > before;
  }
}

function looseUnits({ loose, placed }: LooseEnds): Piece[] {
  return loose.map((unit) => {
    const name = `loose ${spanKey(unit.span.row)}`;
    placed.set(unit, name);
    const { start, end } = unit;
    return {
      name,
      start,
      end,
      traceIds: new Set([unit.span.row.trace_id]),
      messages: messagesOf([unit]),
    };
  });
}

function cutOffRuns({ placed, holders, busy, sets }: LooseEnds): Piece[] {
  const held = Map.groupBy(placed, ([, name]) => sets.find(name));
  const isWhole = new Set([...busy].map((holder) => sets.find(holder.name)));
  const runs = holders.filter(({ kind, name }) => kind === 'run' && sets.find(name) === name);
  return runs
    .filter(({ name }) => held.has(name) && !isWhole.has(name))
    .map(({ name, start, end, traceIds }) => {
      const units = (held.get(name) ?? []).map(([unit]) => unit);
      return { name, start, end, traceIds, messages: messagesOf(units) };
    });
}

function messagesOf(units: readonly Unit[]): SpanMessages[] {
  return units.flatMap((unit) =>
    'messages' in unit && unit.messages !== null ? unit.messages : [],
  );
}

/** The history grew by a user message, or a client that sends only what is new sent one. */
function isNewUserMessage(before: SpanMessages, now: SpanMessages): boolean {
  if (before.last_user === '' || now.last_user === '') return false;
  const grownBy = (now.users ?? 1) - (before.users ?? 1);
  return before.last_user === now.last_user ? grownBy > 0 : grownBy >= 0;
}

function overlaps(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const value of a) if (b.has(value)) return true;
  return false;
}
