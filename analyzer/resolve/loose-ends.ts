import type { SpanMessages } from '@loopscope/sql';

import type { DisjointSets } from './disjoint-sets.ts';
import type { Holder } from './holder.ts';
import { compareText, spanKey } from './span.ts';
import type { Interval, Span } from './span.ts';
import type { ModelCall, ToolCall } from './tool-call.ts';

/** Idle time after which a session that says nothing else is taken to have begun a new turn. */
export const TURN_PAUSE_NS = 5 * 60e9;

type Unit = ToolCall | ModelCall;

/** A unit and the name of the holder, or of the loose stretch, that it belongs to. */
export interface Placed {
  unit: Unit;
  name: string;
}

interface LooseEnds {
  /** Units that nothing holds, in order of start. */
  loose: readonly Unit[];
  /** Grows by the loose units. */
  placed: Placed[];
  holders: readonly Holder[];
  /** Holders with calls below them in their own trace. */
  busy: ReadonlySet<Holder>;
  /** Runs of agents that a loose tool call runs. */
  employed: ReadonlyMap<Holder, Unit>;
  /** Log records of users who asked for something new. */
  prompts: readonly Span[];
  sets: DisjointSets;
}

/** A stretch of work that may be a part of a turn: one loose unit, or a run that was cut off from what it holds. */
interface Piece extends Interval {
  /** Of the run; a loose unit is called after the piece that it goes on from, or after itself. */
  name: string;
  loose: Unit | null;
  traceIds: ReadonlySet<string>;
  messages: readonly SpanMessages[];
  /** Call ids that its model calls gave out, and those whose results it has or reads. */
  asks: readonly string[];
  answers: readonly string[];
}

/**
 * Some instrumentations give each model call, or each span, a trace of its own. Such pieces of a session are one turn as
 * long as no new user message, no long pause and no whole turn of another trace lies between; a piece that answers what
 * another one asked for belongs to it whatever lies between.
 */
export function joinLoose(ends: LooseEnds): void {
  const turns = ends.holders.filter(
    (holder) => ends.busy.has(holder) && !ends.employed.has(holder),
  );
  const walls = [...turns, ...ends.prompts].toSorted((a, b) => a.start - b.start);
  const pieces = [...looseUnits(ends), ...cutOffRuns(ends)].toSorted(comparePieces);
  const askedBy = new Map<string, Piece>();
  let last: Piece | null = null;
  let heard: Piece | null = null;
  let end = 0;
  let passed = 0;
  for (const piece of pieces) {
    const before = passed;
    while ((walls[passed]?.start ?? Infinity) <= piece.start) passed += 1;
    const isWalled = passed > before && last !== null && !shareTrace(last, piece);
    const isPaused = piece.start - end > TURN_PAUSE_NS;
    const goesOn = !isWalled && !isPaused && !isNewUserMessage(heard, piece);
    const joined: Piece | null = askerOf(piece, askedBy) ?? (goesOn ? last : null);
    join(piece, joined, ends);
    end = joined === null ? piece.end : Math.max(end, piece.end);
    last = piece;
    if (piece.messages.length > 0) heard = piece;
    for (const id of piece.asks) askedBy.set(id, piece);
  }
  joinEmployed(pieces, ends);
}

function joinEmployed(pieces: readonly Piece[], { employed, sets }: LooseEnds): void {
  if (employed.size === 0) return;
  const nameOf = new Map(pieces.map(({ loose, name }) => [loose, name]));
  for (const [agent, tool] of employed) sets.join(agent.name, nameOf.get(tool) ?? agent.name);
}

function join(piece: Piece, joined: Piece | null, { placed, sets }: LooseEnds): void {
  if (piece.loose === null) {
    if (joined !== null) sets.join(piece.name, joined.name);
    return;
  }
  if (joined !== null) piece.name = joined.name;
  placed.push({ unit: piece.loose, name: piece.name });
}

function askerOf(piece: Piece, askedBy: ReadonlyMap<string, Piece>): Piece | null {
  for (const id of piece.answers) {
    const asker = askedBy.get(id);
    if (asker !== undefined) return asker;
  }
  return null;
}

function comparePieces(a: Piece, b: Piece): number {
  return a.start - b.start || b.end - a.end || compareText(a.name, b.name);
}

function looseUnits({ loose }: LooseEnds): Piece[] {
  const onlyTrace = new Map<string, ReadonlySet<string>>();
  return loose.map((unit) => {
    const { start, end, span } = unit;
    const { trace_id } = span.row;
    let traceIds = onlyTrace.get(trace_id);
    if (traceIds === undefined) onlyTrace.set(trace_id, (traceIds = new Set([trace_id])));
    const name = `loose ${spanKey(span.row)}`;
    return toPiece({ name, loose: unit, start, end, traceIds }, [unit]);
  });
}

function cutOffRuns({ placed, holders, busy, sets }: LooseEnds): Piece[] {
  const isWhole = new Set([...busy].map((holder) => sets.find(holder.name)));
  const runs = holders.filter(
    ({ kind, name }) => kind === 'run' && sets.find(name) === name && !isWhole.has(name),
  );
  if (runs.length === 0) return [];
  const held = Map.groupBy(placed, ({ name }) => sets.find(name));
  return runs
    .filter(({ name }) => held.has(name))
    .map(({ name, start, end, traceIds }) =>
      toPiece(
        { name, loose: null, start, end, traceIds },
        (held.get(name) ?? []).map(({ unit }) => unit),
      ),
    );
}

type Stretch = Omit<Piece, 'messages' | 'asks' | 'answers'>;

function toPiece(stretch: Stretch, units: readonly Unit[]): Piece {
  const messages: SpanMessages[] = [];
  const asks: string[] = [];
  const answers: string[] = [];
  const hear = (id: string): unknown => id !== '' && answers.push(id);
  for (const unit of units) {
    if ('content' in unit) hear(unit.content.call_id);
    else if (unit.messages !== null) messages.push(unit.messages);
  }
  for (const { asked, fed_back } of messages) {
    for (const { id } of asked) if (id !== '') asks.push(id);
    for (const { id } of fed_back) hear(id);
  }
  return { ...stretch, messages, asks, answers };
}

/** The history grew by a user message, or a client that sends only what is new sent one; results go on with the turn. */
function isNewUserMessage(heard: Piece | null, piece: Piece): boolean {
  const before = heard?.messages.at(-1);
  const [now] = piece.messages;
  if (heard === null || before === undefined || now === undefined) return false;
  if (shareTrace(heard, piece) || now.fed_back.length > 0) return false;
  if (before.last_user === '' || now.last_user === '') return false;
  const grownBy = (now.users ?? 1) - (before.users ?? 1);
  if (before.last_user !== now.last_user) return grownBy >= 0;
  return grownBy > 0 || (grownBy === 0 && isBegunAnew(before, now));
}

/** The same words to a model that has said nothing yet, though it had: another run, and not the first request sent again. */
function isBegunAnew(before: SpanMessages, now: SpanMessages): boolean {
  const hasAnswered = before.asked.length === 0 && (before.said ?? '') !== '';
  return now.assistants === 0 && ((before.assistants ?? 0) > 0 || hasAnswered);
}

function shareTrace(a: Piece, b: Piece): boolean {
  for (const traceId of a.traceIds) if (b.traceIds.has(traceId)) return true;
  return false;
}
