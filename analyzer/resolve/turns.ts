import { createDisjointSets } from './disjoint-sets.ts';
import type { DisjointSets } from './disjoint-sets.ts';
import { findHolders, holderInTime, neighbourInTrace, nestedRuns, outermost } from './holder.ts';
import type { Holder, Holders } from './holder.ts';
import { joinLoose, TURN_PAUSE_NS } from './loose-ends.ts';
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
    const party = parties.get(root) ?? { holders: [], calls: [], models: [] };
    parties.set(root, party);
    return party;
  };
  for (const holder of holders.all) partyOf(holder.name).holders.push(holder);
  for (const [unit, name] of placed) {
    const party = partyOf(name);
    if ('index' in unit) party.calls.push(unit);
    else party.models.push(unit);
  }
  const busy = [...parties.values()].filter(
    (party) => party.calls.length + party.models.length > 0,
  );
  return nameTurns(busy, session.id);
}

/** Name of the holder, or of the loose stretch, that each unit belongs to. */
function placeUnits(
  units: readonly Unit[],
  { holders, prompts, sets }: { holders: Holders; prompts: readonly Span[]; sets: DisjointSets },
): Map<Unit, string> {
  const placed = new Map<Unit, string>();
  const busy = new Set<Holder>();
  const strays: Unit[] = [];
  for (const unit of units) {
    let first: Holder | null = null;
    for (const span of seenBy(unit)) {
      const holder = holders.of(span);
      if (holder === null) continue;
      busy.add(holder);
      // One call seen in two traces shows that both are one turn.
      if (first === null) first = holder;
      else sets.join(holder.name, first.name);
    }
    if (first === null) strays.push(unit);
    else placed.set(unit, first.name);
  }
  const loose: Unit[] = [];
  for (const unit of strays) {
    const holder = holderInTime(holders.all, unit.span) ?? besideRuns(holders, unit.span);
    if (holder === null) loose.push(unit);
    else placed.set(unit, holder.name);
  }
  joinLoose({ loose, placed, holders: holders.all, busy, prompts, sets });
  return placed;
}

function* seenBy({ span, layers }: Unit): Generator<Span> {
  yield span;
  yield* layers;
}

/** A coding agent's log says when its user asked for something. */
function isPrompt(span: Span): boolean {
  return span.isFromLog && span.row.name.endsWith('.user_prompt');
}

/** Below a span that has not come nothing says which turn it is; below a known root the trace's turns do. */
function besideRuns(holders: Holders, span: Span): Holder | null {
  return span.orphaned ? null : neighbourInTrace(holders.all, span, TURN_PAUSE_NS);
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

function anchorOf(party: Party): { anchor: Span; root: Span | null; start: number } {
  const root = party.holders.reduce<Span | null>((a, holder) => outermost(a, holder.span), null);
  const spans = [...party.calls, ...party.models].map((unit) => unit.span);
  const first = spans.reduce((a, b) => (compareSpans(b, a) < 0 ? b : a));
  const anchor = root === null || first.start < root.start ? first : root;
  return { anchor, root, start: anchor.start };
}
