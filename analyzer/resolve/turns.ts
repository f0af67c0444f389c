import { createDisjointSets } from './disjoint-sets.ts';
import type { DisjointSets } from './disjoint-sets.ts';
import { findHolders, nestedRuns, outermost, runsWithin, timesOf } from './holder.ts';
import type { Holder, Holders } from './holder.ts';
import { joinLoose, TURN_PAUSE_NS, type Placed } from './loose-ends.ts';
import { orderModels } from './order.ts';
import type { Session } from './session.ts';
import { compareSpans, compareText, spanKey } from './span.ts';
import type { Span } from './span.ts';
import type { ModelCall, ToolCall } from './tool-call.ts';
import type { Turn } from './turn.ts';

type Unit = ToolCall | ModelCall;

/**
 * Calls of one session -> its turns in order of time: the given turn id, else the outermost agent span that holds the
 * call, else what one session does without a new user message or a long pause between.
 */
export function groupByTurn(
  session: Session,
  calls: readonly ToolCall[],
  models: readonly ModelCall[],
): Turn[] {
  const holders = findHolders(session.spans);
  const sets = createDisjointSets();
  for (const [inner, outer] of nestedRuns(holders.all)) sets.join(inner.name, outer.name);
  const units: Unit[] = [...calls, ...models].toSorted((a, b) => compareSpans(a.span, b.span));
  const prompts = session.spans.filter(isPrompt);
  const placed = placeUnits(units, { holders, prompts, sets });
  const parties = new Map<string, Party>();
  const partyOf = (name: string): Party => {
    const root = sets.find(name);
    let party = parties.get(root);
    if (party === undefined) parties.set(root, (party = { holders: [], calls: [], models: [] }));
    return party;
  };
  for (const holder of holders.all) partyOf(holder.name).holders.push(holder);
  for (const { unit, name } of placed) {
    const party = partyOf(name);
    if (isToolCall(unit)) party.calls.push(unit);
    else party.models.push(unit);
  }
  const busy = [...parties.values()].filter(
    (party) => party.calls.length + party.models.length > 0,
  );
  return nameTurns(busy, session.id);
}

function placeUnits(
  units: readonly Unit[],
  { holders, prompts, sets }: { holders: Holders; prompts: readonly Span[]; sets: DisjointSets },
): Placed[] {
  const placed: Placed[] = [];
  const busy = new Set<Holder>();
  const strays: Unit[] = [];
  for (const unit of units) {
    let first: Holder | null = null;
    for (const span of unit.layers.length === 0 ? [unit.span] : [unit.span, ...unit.layers]) {
      const holder = holders.of(span);
      if (holder === null) continue;
      busy.add(holder);
      // One call seen in two traces shows that both are one turn.
      if (first === null) first = holder;
      else sets.join(holder.name, first.name);
    }
    if (first === null) strays.push(unit);
    else placed.push({ unit, name: first.name });
  }
  const loose: Unit[] = [];
  const times = timesOf(holders.all);
  for (const unit of strays) {
    // Below a span that has not come nothing says which turn it is; below a known root the trace's turns do.
    const isBeside = !unit.span.orphaned;
    const holder =
      times.during(unit.span) ?? (isBeside ? times.beside(unit.span, TURN_PAUSE_NS) : null);
    if (holder === null) loose.push(unit);
    else placed.push({ unit, name: holder.name });
  }
  const employed = runsWithin(loose.filter(isToolCall), holders.all);
  joinLoose({ loose, placed, holders: holders.all, busy, employed, prompts, sets });
  return placed;
}

function isToolCall(unit: Unit): unit is ToolCall {
  return 'index' in unit;
}

/** A coding agent's log says when its user asked for something. */
function isPrompt(span: Span): boolean {
  return span.isFromLog && span.row.name.endsWith('.user_prompt');
}

interface Anchor {
  anchor: Span;
  root: Span | null;
  start: number;
}

interface Party {
  holders: Holder[];
  calls: ToolCall[];
  models: ModelCall[];
}

/** A trace's first turn is called like the trace, so that its name stays when its root comes last. */
function nameTurns(parties: readonly Party[], sessionId: string): Turn[] {
  const anchored = parties.map((party) => ({ party, ...anchorOf(party) }));
  anchored.sort(
    (a, b) => a.start - b.start || compareText(spanKey(a.anchor.row), spanKey(b.anchor.row)),
  );
  const named = new Set<string>();
  return anchored.map(({ party, anchor, root }) => {
    const { trace_id, span_id } = anchor.row;
    const ownName = named.has(trace_id) ? `${trace_id}-${span_id}` : trace_id;
    const given = party.holders.find((holder) => holder.kind === 'given');
    if (given === undefined) named.add(trace_id);
    const calls = party.calls.toSorted((a, b) => compareSpans(a.span, b.span));
    const models = orderModels(party.models);
    return { id: given?.turnId ?? ownName, sessionId, root, calls, models };
  });
}

function anchorOf({ holders, calls, models }: Party): Anchor {
  const root = holders.reduce<Span | null>((a, holder) => outermost(a, holder.span), null);
  let anchor = root;
  for (const { span } of calls) if (precedes(span, anchor, root)) anchor = span;
  for (const { span } of models) if (precedes(span, anchor, root)) anchor = span;
  if (anchor === null) throw new RangeError('a turn without calls');
  return { anchor, root, start: anchor.start };
}

/** The root itself stands for whatever begins together with it. */
function precedes(span: Span, first: Span | null, root: Span | null): boolean {
  if (first === null) return true;
  return first === root ? span.start < root.start : compareSpans(span, first) < 0;
}
